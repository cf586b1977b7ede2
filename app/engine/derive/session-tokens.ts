/** The tokens of a session: each reply once, by its most complete record. */
import type { PlacedLine } from '../../chains/session-lines.ts'
import { addCounts, compareCounts, largestCount, type ExactCount } from '../../model/exact-count.ts'
import type { TokenCounts, TranscriptLine } from '../../model/transcript-line.ts'
import { accountRank, replyKey } from './derive-rows.ts'

/** The lines of a session, by source. */
interface SessionPlaces {
  readonly places: readonly (readonly PlacedLine[])[]
  readonly sourceIds: readonly string[]
}

/** Tokens of all replies; null: no reply states them. */
export interface SessionTokens {
  readonly inputTokens: ExactCount | null
  readonly outputTokens: ExactCount | null
  readonly cacheReadTokens: ExactCount | null
  readonly cacheWriteTokens: ExactCount | null
}

/** An account of a request, and when it was written, milliseconds since 1970; -Infinity: not recorded. */
interface Account {
  readonly usage: TokenCounts
  readonly rank: ExactCount
  readonly at: number
}

/** Of two accounts of a request the more complete one wins, of equal ones the later, else the one that comes later in the file. */
const isBetter = (account: Account, before: Account | undefined): boolean => {
  if (before === undefined) return true
  const order = compareCounts(account.rank, before.rank)
  return order === 0 ? account.at >= before.at : order > 0
}

/** The account of each request: of each reply, and of further requests within it. */
const accountsOf = ({ places, sourceIds }: SessionPlaces): readonly Account[] => {
  const accounts = new Map<string, Account>()
  const add = (key: string, usage: TokenCounts, at: number): void => {
    const account = { usage, rank: accountRank(usage), at }
    if (isBetter(account, accounts.get(key))) accounts.set(key, account)
  }
  const read = (sourceId: string, line: TranscriptLine): void => {
    // What the client made up took nothing: no other figure counts it either.
    if (line.usage === undefined || line.model === '<synthetic>') return
    const key = replyKey(sourceId, line)
    const at = line.occurredAt ?? -Infinity
    add(key, line.usage, at)
    for (const [index, further] of line.usage.further.entries()) add(`${key} further ${index}`, further, at)
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
  return BigInt(sum) > largestCount ? null : sum
}

export const tokensOf = (facts: SessionPlaces): SessionTokens => {
  const accounts = accountsOf(facts)
  const sum = (field: keyof TokenCounts): ExactCount | null => sumOf(accounts.map(({ usage }) => usage[field]))
  return {
    inputTokens: sum('inputTokens'),
    outputTokens: sum('outputTokens'),
    cacheReadTokens: sum('cacheReadTokens'),
    cacheWriteTokens: sum('cacheWriteTokens'),
  }
}
