/** How large the context of a session was at each reply, chain by chain, and where it was compacted. */
import type { Tables } from '../../analytics/queries/run-query.ts'
import { runQuery } from '../../analytics/queries/run-query.ts'
import type { ContextChain, ContextView } from '../../contract/context.ts'
import { compareCounts, type ExactCount } from '../../model/exact-count.ts'
import { addedSessionPrefix } from '../../model/session-name.ts'
import { findNextReplies } from '../../analytics/queries/next-replies.ts'
import { resolveSession } from '../commits/resolve-name.ts'

const larger = (most: ExactCount | null, { tokens }: { readonly tokens: ExactCount }): ExactCount =>
  most === null || compareCounts(tokens, most) > 0 ? tokens : most

const ofMade = 'a metric says what a whole turn used, not how large a request was'

/**
 * @param text a session id or its unique beginning.
 * @throws StrataError not-found, ambiguous-id
 */
export const showContext = async (tables: Tables, text: string): Promise<ContextView> => {
  const session = await resolveSession(tables, text)
  const sizes = await runQuery(tables, 'contextSizes', { session })
  const boundaries = await runQuery(tables, 'contextCompactions', { session })
  const nextOf = findNextReplies(sizes, boundaries, await runQuery(tables, 'contextCommits', { session }))
  const names = [...new Set([...sizes, ...boundaries].map(({ chain }) => chain))]
  const chains = names.map((name): ContextChain => {
    const replies = sizes.flatMap(({ chain, sourceId: _source, line: _line, commitId: _commit, ...reply }) =>
      chain === name ? [reply] : [],
    )
    return {
      chain: name,
      replies,
      compactions: boundaries.flatMap(({ chain, sourceId, line, ...compaction }) =>
        chain === name ? [{ ...compaction, nextTokens: nextOf({ sourceId, line }) ?? null }] : [],
      ),
      largest: replies.reduce<ExactCount | null>(larger, null),
      last: replies.at(-1)?.tokens ?? null,
    }
  })
  return { sessionId: session, chains, unknownBecause: session.startsWith(addedSessionPrefix) ? ofMade : null }
}
