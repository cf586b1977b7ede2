/** The tokens of a session: each reply once, by its most complete record. */
import type { PlacedLine } from '../chains/session-lines.ts'
import { addCounts, compareCounts, maxCount, type ExactCount } from '../model/exact-count.ts'
import type { TokenCounts, TranscriptLine } from '../model/transcript-line.ts'
import { accountRank, replyKey } from './derive-rows.ts'

/** The lines of a session, by source. */
interface SessionPlaces {
  readonly places: readonly (readonly PlacedLine[])[]
  readonly sourceIds: readonly string[]
}

/** Tokens of all replies; null: no reply states them. Understated replies state fewer output tokens than the model wrote. */
export interface SessionTokens {
  readonly inputTokens: ExactCount | null
  readonly outputTokens: ExactCount | null
  readonly cacheReadTokens: ExactCount | null
  readonly cacheWriteTokens: ExactCount | null
  readonly understatedReplies: number
}

/** An account of a request, and when it was written, milliseconds since 1970; -Infinity: not recorded. */
interface Account {
  readonly usage: TokenCounts
  readonly rank: ExactCount
  readonly at: number
  /** Whether an account as complete as this one is understated. */
  readonly isUnderstated: boolean
}

/** Chooses between two accounts of a request: the more complete one, else the later one, else the one that follows in the file. */
const betterOf = (account: Account, before: Account | undefined): Account => {
  if (before === undefined) return account
  const order = compareCounts(account.rank, before.rank)
  if (order !== 0) return order > 0 ? account : before
  const last = account.at >= before.at ? account : before
  const isUnderstated = account.isUnderstated || before.isUnderstated
  return last.isUnderstated === isUnderstated ? last : { ...last, isUnderstated }
}

/** The account of each request: of each reply, and of further requests within it. */
const accountsOf = ({ places, sourceIds }: SessionPlaces): readonly Account[] => {
  const accounts = new Map<string, Account>()
  const add = (key: string, usage: TokenCounts, at: number, isUnderstated: boolean): void => {
    const account = { usage, rank: accountRank(usage), at, isUnderstated }
    accounts.set(key, betterOf(account, accounts.get(key)))
  }
  const read = (sourceId: string, line: TranscriptLine): void => {
    // What the client made up took nothing: no other figure counts it either.
    if (line.usage === undefined || line.model === '<synthetic>') return
    const key = replyKey(sourceId, line)
    const at = line.occurredAt ?? -Infinity
    add(key, line.usage, at, line.usage.isUnderstated)
    for (const [index, further] of line.usage.further.entries()) add(`${key} further ${index}`, further, at, false)
  }
  for (const [source, own] of places.entries())
    for (const { line, carriesCopy, restates } of own) if (!carriesCopy || restates === true) read(sourceIds[source] ?? '', line)
  return [...accounts.values()]
}

/** Null when no value is known, or when the tables cannot contain the sum. */
const sumOf = (values: readonly (ExactCount | undefined)[]): ExactCount | null => {
  const known = values.filter((value) => value !== undefined)
  if (known.length === 0) return null
  const sum = known.reduce((all, value) => addCounts(all, value))
  return BigInt(sum) > maxCount ? null : sum
}

export const tokensOf = (facts: SessionPlaces): SessionTokens => {
  const accounts = accountsOf(facts)
  const sum = (field: keyof TokenCounts): ExactCount | null => sumOf(accounts.map(({ usage }) => usage[field]))
  return {
    inputTokens: sum('inputTokens'),
    outputTokens: sum('outputTokens'),
    cacheReadTokens: sum('cacheReadTokens'),
    cacheWriteTokens: sum('cacheWriteTokens'),
    understatedReplies: accounts.filter(({ isUnderstated }) => isUnderstated).length,
  }
}
