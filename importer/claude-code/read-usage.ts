/** Reads the usage of an API reply: counts that cannot be counts are left out and reported. */
import type { Problem } from '../../app/model/problem.ts'
import type { LineUsage } from '../../app/model/transcript-line.ts'
import type { RawLine } from '../read-lines.ts'
import { problemAt } from './problem-at.ts'
import { isObject, tokenCount } from './record-schema.ts'
import type { JsonObject } from './record-schema.ts'

const standard = new Set(['', 'standard', 'not_available', 'global'])

/** Speed, tier and place of the service where they are not the standard ones: all of them change the price. */
const serviceOf = (usage: JsonObject): string | undefined => {
  const unusual = [usage['speed'], usage['service_tier'], usage['inference_geo']].filter(
    (value) => typeof value === 'string' && !standard.has(value),
  )
  return unusual.length === 0 ? undefined : unusual.join(' ')
}

/**
 * Usage as a record states it, tokens; undefined when it states none.
 * @param cost what the record says the reply cost, in US dollars.
 * @param problems takes a problem for each count that is no safe, non-negative integer.
 */
export const readUsage = (raw: RawLine, usage: JsonObject | undefined, cost: unknown, problems: Problem[]): LineUsage | undefined => {
  if (usage === undefined) return undefined
  const countIn = (place: JsonObject, path: string, field: string): number | undefined => {
    const value = place[field]
    const tokens = tokenCount(value)
    if (tokens === undefined && value !== undefined && value !== null)
      problems.push(problemAt(raw, 'unsafe-number', `${path}.${field} is no safe count of tokens`))
    return tokens
  }
  const count = (field: string): number => countIn(usage, 'usage', field) ?? 0
  const part = (name: string, field: string): number | undefined => {
    const place = usage[name]
    return isObject(place) ? countIn(place, `usage.${name}`, field) : undefined
  }
  return {
    inputTokens: count('input_tokens'),
    outputTokens: count('output_tokens'),
    cacheReadTokens: count('cache_read_input_tokens'),
    cacheWriteTokens: count('cache_creation_input_tokens'),
    cacheWrite5mTokens: part('cache_creation', 'ephemeral_5m_input_tokens'),
    cacheWrite1hTokens: part('cache_creation', 'ephemeral_1h_input_tokens'),
    webSearches: part('server_tool_use', 'web_search_requests'),
    webFetches: part('server_tool_use', 'web_fetch_requests'),
    service: serviceOf(usage),
    costUsd: typeof cost === 'number' && Number.isFinite(cost) && cost >= 0 ? cost : undefined,
  }
}
