/** The replies of a session, and the one that a person names. */
import { composed } from '../../../analytics/compose-sql.ts'
import type { CallParsed } from '../../../contract/calls.ts'
import { mainChain } from '../../../model/agent-chain.ts'
import { count, exact, instant, optional, text, type Row } from '../../../model/columns.ts'
import type { ExactCount } from '../../../model/exact-count.ts'
import { StrataError } from '../../../model/failure.ts'
import { lineName } from '../../../model/line-name.ts'
import type { Store } from '../../../store/store.ts'
import type { Database } from '../../../store/tables/database.ts'
import { AnswerCache } from '../../kernel/answer-cache.ts'
import { recordNames } from '../../kernel/file-lines.ts'
import { knownChain } from '../../commits/current-chain.ts'
import { findCommit } from '../../commits/find-commit.ts'
import { resolveCommit } from '../../commits/resolve-name.ts'
import { ownLinks } from '../../file-steps/chain-records.ts'
import requestReplies from './request-replies.sql?raw'
import replyRecord from './reply-record.sql?raw'

const columns = {
  chain: text('chain'),
  replyKey: text('reply_key'),
  at: optional(instant('occurred_at')),
  model: text('model'),
  sourceId: text('source_id'),
  line: count('line'),
  lastLine: count('last_line'),
  commitId: optional(text('commit_id')),
  uuid: optional(text('uuid')),
  contextTokens: optional(exact('context_tokens')),
  inputTokens: optional(exact('input_tokens')),
  cacheReadTokens: optional(exact('cache_read_tokens')),
  cacheWriteTokens: optional(exact('cache_write_tokens')),
} as const

const recordColumns = {
  chain: text('chain'),
  at: optional(instant('occurred_at')),
  model: optional(text('model')),
  commitId: optional(text('commit_id')),
  uuid: optional(text('uuid')),
  replyKey: optional(text('reply_key')),
} as const

/** `line` is that of its first record, `lastLine` that of the record with its usage. */
export interface FoundReply extends Row<typeof columns> {
  /** Among the replies with usage of its chain, from 1; null: it is none of them. */
  readonly number: number | null
}

export interface AskedReply extends FoundReply {
  /** No reply begins in the commit that was asked for: it is the last one before it. */
  readonly isEarlier: boolean
}

export const isAsked = ({ model }: Pick<FoundReply, 'model'>): boolean => model !== '<synthetic>'
const hasUsage = (tokens: ExactCount | null): boolean => tokens !== null && tokens !== 0

/** Who asks for one reply of a session often asks for the next. */
const sessionsKept = 4
const known = new WeakMap<Database, AnswerCache>()

/** All replies of a session, those with usage numbered as `strata context` lists them. */
export const repliesOf = ({ database }: Pick<Store, 'database'>, session: string): Promise<readonly FoundReply[]> => {
  const ofDatabase = known.get(database) ?? new AnswerCache(sessionsKept)
  known.set(database, ofDatabase)
  return ofDatabase.of(database, session, () => readReplies(database, session))
}

const readReplies = async (database: Database, session: string): Promise<readonly FoundReply[]> => {
  const numbers = new Map<string, number>()
  return (await database.query(composed(requestReplies), columns, { session })).map((reply) => {
    if (!isAsked(reply) || !hasUsage(reply.contextTokens)) return { ...reply, number: null }
    const number = (numbers.get(reply.chain) ?? 0) + 1
    numbers.set(reply.chain, number)
    return { ...reply, number }
  })
}

/** A reply that records no usage, by its record. */
const bareReply = async (
  store: Store,
  session: string,
  { sourceId, line }: { sourceId: string; line: number },
): Promise<FoundReply | undefined> => {
  const [found] = await store.database.query(replyRecord, recordColumns, { session, source: sourceId, line })
  if (found === undefined) return undefined
  const none = { contextTokens: null, inputTokens: null, cacheReadTokens: null, cacheWriteTokens: null, number: null } as const
  return { ...found, ...none, model: found.model ?? '(none)', replyKey: found.replyKey ?? '', sourceId, line, lastLine: line }
}

const missing = (session: string, what: string): StrataError =>
  new StrataError('not-found', `${what} in the session ${session}`, { session, list: `strata context ${session}` })

/** The last reply that begins in a commit, else in the nearest commit before it in its chain. */
const replyOfCommit = async (store: Store, commitId: string, replies: readonly FoundReply[]): Promise<AskedReply | undefined> => {
  const asked = replies.filter(isAsked)
  const ofCommit = (commit: string): FoundReply | undefined => asked.filter((reply) => reply.commitId === commit).at(-1)
  const own = ofCommit(commitId)
  if (own !== undefined) return { ...own, isEarlier: false }
  const chain = await knownChain(store, (await findCommit({ store }, commitId)).commit)
  const now = chain[0]?.earlierId === undefined ? undefined : ofCommit(chain[0].commitId)
  if (now !== undefined) return { ...now, isEarlier: false }
  const before = ownLinks(chain).flatMap((link) => ofCommit(link.commitId) ?? [])
  const last = before.at(-1)
  return last && { ...last, isEarlier: true }
}

/** @param at last, the number of a reply of the chain, a commit, or the place of a record @throws StrataError not-found, ambiguous-id, malformed-id */
export const findReply = async (
  store: Store,
  session: string,
  asked: Pick<CallParsed<'context.request'>, 'at' | 'chain'>,
  replies: readonly FoundReply[],
): Promise<AskedReply> => {
  const { at } = asked
  if (typeof at === 'object' || at === 'last' || /^\d{1,7}$/.test(at))
    return { ...(await replyAt(store, session, { ...asked, at }, replies)), isEarlier: false }
  const commitId = await resolveCommit(store.database, at)
  const found = await replyOfCommit(store, commitId, replies)
  if (found === undefined) throw missing(session, `No reply begins in the commit ${commitId} or before it`)
  return found
}

const replyAt = async (
  store: Store,
  session: string,
  { at, chain }: Pick<CallParsed<'context.request'>, 'at' | 'chain'>,
  replies: readonly FoundReply[],
): Promise<FoundReply> => {
  if (typeof at === 'object') {
    const found = replies.find(({ sourceId, line, lastLine }) => sourceId === at.sourceId && line <= at.line && at.line <= lastLine)
    const own = await bareReply(store, session, at)
    if (own === undefined) {
      const name = (await recordNames(store.database, [at]))(at)
      throw missing(session, `No reply has a record at ${at.sourceId}:${lineName(name)}`)
    }
    return replies.find(({ replyKey }) => replyKey !== '' && replyKey === own.replyKey) ?? (own.replyKey === '' ? own : (found ?? own))
  }
  const own = replies.filter((reply) => reply.chain === (chain ?? mainChain) && reply.number !== null)
  if (at === 'last') {
    const last = own.at(-1)
    if (last === undefined) throw missing(session, `No reply of the chain ${chain ?? mainChain} records its usage`)
    return last
  }
  const found = own.find(({ number }) => number === Number(at))
  if (found === undefined)
    throw missing(session, `The chain ${chain ?? mainChain} has ${own.length} replies with usage: there is no reply ${at}`)
  return found
}
