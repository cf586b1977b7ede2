/** Reads the usage of an API reply: counts that cannot be counts are left out and reported. */
import type { Problem } from '../../app/model/problem.ts'
import type { LineUsage } from '../../app/model/transcript-line.ts'
import type { RawLine } from '../read-lines.ts'
import { problemAt } from './problem-at.ts'
import { tokenCount } from './record-schema.ts'
import type { JsonObject } from './record-schema.ts'

/**
 * Usage as a record states it, tokens; undefined when it states none.
 * @param cost what the record says the reply cost, in US dollars.
 * @param problems takes a problem for each count that is no safe, non-negative integer.
 */
export const readUsage = (raw: RawLine, usage: JsonObject | undefined, cost: unknown, problems: Problem[]): LineUsage | undefined => {
  if (usage === undefined) return undefined
  const count = (field: string): number => {
    const value = usage[field]
    const tokens = tokenCount(value)
    if (tokens === undefined && value !== undefined && value !== null)
      problems.push(problemAt(raw, 'unsafe-number', `usage.${field} is no safe count of tokens`))
    return tokens ?? 0
  }
  return {
    inputTokens: count('input_tokens'),
    outputTokens: count('output_tokens'),
    cacheReadTokens: count('cache_read_input_tokens'),
    cacheWriteTokens: count('cache_creation_input_tokens'),
    costUsd: typeof cost === 'number' && Number.isFinite(cost) && cost >= 0 ? cost : undefined,
  }
}
