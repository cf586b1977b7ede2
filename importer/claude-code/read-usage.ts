/** Reads the usage of an API reply: one with a count that cannot be a count is unknown, and reported. */
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

/** The counts of one usage. */
class Counts {
  readonly #raw: RawLine
  readonly #usage: JsonObject
  readonly #problems: Problem[]

  constructor(raw: RawLine, usage: JsonObject, problems: Problem[]) {
    this.#raw = raw
    this.#usage = usage
    this.#problems = problems
  }

  /** 0 when nothing is said of it, as where no cache was used; undefined: what is said is no count. */
  whole(field: string): number | undefined {
    const counted = this.#read(this.#usage, 'usage', field, ': what the reply used is unknown')
    return counted ?? (this.says(field) ? undefined : 0)
  }

  says(field: string): boolean {
    const value = this.#usage[field]
    return value !== undefined && value !== null
  }

  part(name: string, field: string): number | undefined {
    const place = this.#usage[name]
    return isObject(place) ? this.#read(place, `usage.${name}`, field, '') : undefined
  }

  #read(place: JsonObject, path: string, field: string, consequence: string): number | undefined {
    const value = place[field]
    const tokens = tokenCount(value)
    if (tokens === undefined && value !== undefined && value !== null)
      this.#problems.push(problemAt(this.#raw, 'unsafe-number', `${path}.${field} is no safe count of tokens${consequence}`))
    return tokens
  }
}

const countedFields = ['input_tokens', 'output_tokens', 'cache_read_input_tokens', 'cache_creation_input_tokens']

/**
 * Usage as a record states it, tokens; undefined when it states none, or when one of its counts is none: the rest would be told as all of it.
 * @param cost what the record says the reply cost, in US dollars.
 * @param problems takes a problem for each count that is no safe, non-negative integer.
 */
export const readUsage = (raw: RawLine, usage: JsonObject | undefined, cost: unknown, problems: Problem[]): LineUsage | undefined => {
  if (usage === undefined) return undefined
  const counts = new Counts(raw, usage, problems)
  const [inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens] = countedFields.map((field) => counts.whole(field))
  const isKnown = countedFields.some((field) => counts.says(field))
  const areCounts =
    inputTokens !== undefined && outputTokens !== undefined && cacheReadTokens !== undefined && cacheWriteTokens !== undefined
  if (!isKnown || !areCounts) return undefined
  return {
    inputTokens,
    outputTokens,
    cacheReadTokens,
    cacheWriteTokens,
    cacheWrite5mTokens: counts.part('cache_creation', 'ephemeral_5m_input_tokens'),
    cacheWrite1hTokens: counts.part('cache_creation', 'ephemeral_1h_input_tokens'),
    webSearches: counts.part('server_tool_use', 'web_search_requests'),
    webFetches: counts.part('server_tool_use', 'web_fetch_requests'),
    service: serviceOf(usage),
    costUsd: typeof cost === 'number' && Number.isFinite(cost) && cost >= 0 ? cost : undefined,
  }
}
