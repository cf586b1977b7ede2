/** Handlers of the calls that look commits up. */
import type { HandlersOf, CallParsed } from '../../contract/calls.ts'
import type { commitsCalls, CommitView } from '../../contract/commits.ts'
import type { HandlerParts, EngineContext } from '../kernel/engine-context.ts'
import { compareCommits, showMergeBase } from './compare-commits.ts'
import { showHistory } from './show-history.ts'
import { findCommit } from './find-commit.ts'
import { logAny } from './log-chain.ts'
import { runQuery } from '../../analytics/queries/run-query.ts'
import { readTime } from '../../chains/read-time.ts'
import { StrataError } from '../../model/failure.ts'
import { commitViews } from './commit-views.ts'
import { orderedCommits } from './order-commits.ts'
import { resolveSession } from './resolve-name.ts'

type Parts = Pick<EngineContext, 'store'>

const timeAsked = (at: string): number => {
  const ms = readTime(at)
  if (ms !== undefined) return ms
  throw new StrataError('invalid-input', `“${at}” is not a time: use the form 2026-01-31T09:00:00Z or 2026-01-31T10:00:00+01:00`, {
    text: at,
  })
}

const commitScope = async ({ store }: Parts, { principal, project, sessionId }: CallParsed<'commit.resolve'>) => {
  if (principal === undefined && project === undefined && sessionId === undefined)
    throw new StrataError('invalid-input', 'Give a principal, a project or a session')
  const session = sessionId === undefined ? null : await resolveSession(store.database, sessionId)
  return { principal: principal ?? null, project: project ?? null, session }
}

/**
 * The newest commit at or before a time. Of commits of the same second: the one furthest down its chain, then the one made last.
 * @throws StrataError invalid-input, not-found, ambiguous-id
 */
const resolveAt = async (parts: Parts, input: CallParsed<'commit.resolve'>): Promise<CommitView | null> => {
  const tables = parts.store.database
  const atMs = timeAsked(input.at)
  const last = await runQuery(tables, 'commitsBefore', { ...(await commitScope(parts, input)), at_ms: atMs })
  const found = new Set(last.map(({ commitId }) => commitId))
  const id = found.size < 2 ? last[0]?.commitId : (await orderedCommits(tables)).find(({ commitId }) => found.has(commitId))?.commitId
  return id === undefined ? null : ((await commitViews(tables, [id]))[0] ?? null)
}

export const commitsHandlers = ({ context, jobs }: HandlerParts): HandlersOf<typeof commitsCalls> => ({
  'chain.log': (input) => logAny(context, input),
  'commit.show': ({ commitId }) => findCommit(context, commitId),
  'commit.history': (input) => showHistory(context, input),
  'commit.resolve': (input) => resolveAt(context, input),
  'commit.compare': (input) => compareCommits(context, input),
  'compare.start': (input) =>
    Promise.resolve(
      jobs.startParallel('compare', async (progress) => {
        const result = await compareCommits(context, input, progress)
        return { result, summary: `${result.common} commits in common` }
      }),
    ),
  'commit.mergeBase': ({ left, right }) => showMergeBase(context, left, right),
})
