/** How many tokens the messages of a history take: from the usage of its replies where that is recorded, the rest by length. */
import { blockTokens } from '../conversation/block-tokens.ts'
import type { TokenWeights } from '../model/estimate-tokens.ts'
import { objectIn, type JsonObject } from '../model/json-object.ts'
import type { MessageRows } from './history-messages.ts'

const estimate = ({ role, rows }: MessageRows, weights: TokenWeights): number =>
  rows.reduce((sum, row) => {
    const said = role === 'assistant' ? 'response' : row.typed ? 'prompt' : 'injected'
    return sum + row.blocks.reduce((all, block) => all + blockTokens(weights, block, said), 0)
  }, 0)

/** What the request of a reply had, tokens; undefined: not recorded. */
export const recordedContext = (record: JsonObject): number | undefined => {
  const usage = objectIn(objectIn(record, 'message'), 'usage')
  const parts = [usage['input_tokens'], usage['cache_read_input_tokens'], usage['cache_creation_input_tokens']]
  const tokens = parts.reduce<number>((sum, part) => sum + (typeof part === 'number' ? part : 0), 0)
  return tokens > 0 ? tokens : undefined
}

const contextOf = ({ rows }: MessageRows): number | undefined =>
  rows.map(({ line }) => (line === undefined ? undefined : recordedContext(line.record))).find((tokens) => tokens !== undefined)

export interface HistoryTokens {
  /** One estimate for each message, scaled so that those between two recorded sizes add up to their difference. */
  readonly messages: readonly number[]
  /** Recorded tokens for each estimated one; null: not two replies with usage, or the records do not explain their difference. */
  readonly scale: number | null
}

/** Growth from which on the scale is used, tokens: below it the share of what no record has is too large. */
const leastGrowth = 1_000
/** Other scales mean that a client sent what no record has, or dropped what the records have. */
const [leastScale, mostScale] = [0.5, 2]

/** @param known the scale; default: what the usage of the replies says */
export const historyTokens = (groups: readonly MessageRows[], weights: TokenWeights, known?: number | null): HistoryTokens => {
  const estimates = groups.map((group) => estimate(group, weights))
  const scale = known === undefined ? scaleOf(groups, estimates) : known
  return { messages: estimates.map((tokens) => Math.round(tokens * (scale ?? 1))), scale }
}

const scaleOf = (groups: readonly MessageRows[], estimates: readonly number[]): number | null => {
  const sizes = groups.flatMap((group, at) => {
    const tokens = group.role === 'assistant' ? contextOf(group) : undefined
    return tokens === undefined ? [] : [{ at, tokens }]
  })
  const [first, last] = [sizes[0], sizes.at(-1)]
  const growth = first === undefined || last === undefined ? 0 : last.tokens - first.tokens
  const between = estimates.slice(first?.at ?? 0, last?.at ?? 0).reduce((sum, tokens) => sum + tokens, 0)
  const ratio = growth < leastGrowth || between <= 0 ? 0 : growth / between
  return ratio < leastScale || ratio > mostScale ? null : ratio
}
