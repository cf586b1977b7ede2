/**
 * How large the parts are that no record contains, as far as usage shows it: the system prompt and tools of most clients by the first reply
 * of the chain, and what the client restored after a compaction, such as files, by the first reply after it.
 */
import type { ChainLink } from '../../../chains/choose-commits.ts'
import { text } from '../../../model/columns.ts'
import type { EngineContext } from '../../kernel/engine-context.ts'
import { ownLinks } from '../../file-steps/chain-records.ts'
import { isAsked, repliesOf, type FoundReply } from './find-reply.ts'
import { readRequest, type RequestRead } from './read-request.ts'
import { estimateOf } from './share-tokens.ts'
import pathSessions from './path-sessions.sql?raw'

export interface UnrecordedTokens {
  /** System prompt and tools; null: records contain both. */
  readonly head: number | null
  /** What the client put in after the compaction; 0: nothing, or nothing that shows. */
  readonly restored: number
}

type Committed = FoundReply & { readonly commitId: string }

/** What first replies leave, for who asks for many requests: a reply and what was before it do not change. */
const maxKnown = 2000
const kept = new WeakMap<EngineContext['pool'], Map<string, number>>()

const knownOf = ({ pool }: EngineContext): Map<string, number> => {
  const own = kept.get(pool) ?? new Map<string, number>()
  kept.set(pool, own)
  return own
}

const sum = (numbers: readonly number[]): number => numbers.reduce((so, one) => so + one, 0)

export const isHeadRecorded = ({ head }: RequestRead): boolean => head.system.length > 0 && head.tools.length > 0

const estimatesOf = ({ items, head }: RequestRead, model: string): number =>
  sum([...items, ...head.system, ...head.tools].map((part) => estimateOf(part, model)))

/** Replies with usage on the way to a commit, the first first; a conversation may begin in another session. */
const repliesOnPath = async (
  { store }: EngineContext,
  sessionId: string,
  chain: readonly ChainLink[],
  replies: readonly FoundReply[],
): Promise<readonly Committed[]> => {
  const commits = ownLinks(chain).map((link) => link.commitId)
  const place = new Map(commits.map((id, at) => [id, at]))
  const rows = await store.database.query(pathSessions, { session: text('session_id') }, { commits, session: sessionId })
  const others = await Promise.all(rows.map(({ session }) => repliesOf(store, session)))
  const placeOf = (reply: FoundReply): number => place.get(reply.commitId ?? '') ?? 0
  return [...replies, ...others.flat()]
    .filter((reply): reply is Committed => reply.number !== null && isAsked(reply) && place.has(reply.commitId ?? ''))
    .sort((a, b) => placeOf(a) - placeOf(b) || (a.number ?? 0) - (b.number ?? 0))
}

/** The first reply to what a client was started with: with a chain, or with the export that the session continues. */
const firstOf = (onPath: readonly Committed[], { chain, continues }: RequestRead): Committed | undefined => {
  const exported = continues === undefined ? -1 : chain.findIndex(({ commitId, earlierId }) => [commitId, earlierId].includes(continues))
  if (exported === -1) return onPath[0]
  const since = new Set(chain.slice(0, exported).map(({ commitId }) => commitId))
  return onPath.find(({ commitId }) => since.has(commitId))
}

/**
 * @param replies of its session
 * @param read what the request contained
 * @throws StrataError artifact-corrupt, delta-malformed
 */
export const unrecordedTokens = async (
  context: EngineContext,
  sessionId: string,
  reply: Committed,
  replies: readonly FoundReply[],
  read: RequestRead,
): Promise<UnrecordedTokens> => {
  const onPath = await repliesOnPath(context, sessionId, read.chain, replies)
  /** What a reply leaves for parts without a record. */
  const left = async (of: Committed | undefined): Promise<number> => {
    if (of === undefined || typeof of.contextTokens !== 'number') return 0
    const known = knownOf(context)
    const key = `${of.contextTokens} ${of.replyKey}`
    const before = known.get(key)
    if (before !== undefined) return before
    const its = of.replyKey === reply.replyKey ? read : await readRequest(context, of)
    const rest = its === undefined ? 0 : Math.max(0, Math.round(of.contextTokens - estimatesOf(its, of.model)))
    if (known.size >= maxKnown) known.clear()
    known.set(key, rest)
    return rest
  }
  const head = isHeadRecorded(read) ? null : await left(firstOf(onPath, read))
  const [begins] = read.chosen.path
  if (begins?.commitType !== 'compaction') return { head, restored: 0 }
  const path = new Set(read.chosen.path.map(({ commitId }) => commitId))
  const next = await left(onPath.find(({ commitId }) => path.has(commitId)))
  // The first request may contain more than the system prompt and tools that no record shows: a compaction replaces it, too.
  const rest = head === null ? null : Math.min(head, next)
  return { head: rest, restored: Math.max(0, next - (rest ?? 0)) }
}
