/** Reads the usage of one request to a model. */
import type { RequestUsage } from '../../app/model/transcript-line.ts'
import type { CountedPlace } from './counted-place.ts'
import type { JsonObject } from '../../app/model/json-object.ts'

const standard = new Set(['', 'standard', 'not_available', 'global'])

/** Speed, tier and place of the service when they are not the standard ones: all three change the price. */
const serviceOf = (usage: JsonObject): string | undefined => {
  const { speed, service_tier: tier, inference_geo: place } = usage
  if (!isUnusual(speed) && !isUnusual(tier) && !isUnusual(place)) return undefined
  return [speed, tier, place].filter(isUnusual).join(' ')
}

const isUnusual = (value: unknown): boolean => typeof value === 'string' && !standard.has(value)

export const countedFields = ['input_tokens', 'output_tokens', 'cache_read_input_tokens', 'cache_creation_input_tokens'] as const
/** The same counts at the top level of the record, as older clients write them. */
export const olderFields = ['inputTokens', 'outputTokens', 'cacheReadInputTokens', 'cacheCreationInputTokens'] as const

type Names = typeof countedFields | typeof olderFields

/** True when the record states one of the counts. */
export const saysAny = (place: CountedPlace, names: Names): boolean => names.some((name) => place.says(name))

/** @param costUsd what the record says the request cost, US dollars. */
export const requestOf = (place: CountedPlace, names: Names, costUsd: number | undefined): RequestUsage => {
  const kept = place.inner('cache_creation')
  const tools = place.inner('server_tool_use')
  return {
    inputTokens: place.whole(names[0]),
    outputTokens: place.whole(names[1]),
    cacheReadTokens: place.whole(names[2]),
    cacheWriteTokens: place.whole(names[3]),
    cacheWrite5mTokens: kept?.part('ephemeral_5m_input_tokens'),
    cacheWrite1hTokens: kept?.part('ephemeral_1h_input_tokens'),
    webSearches: tools?.part('web_search_requests'),
    webFetches: tools?.part('web_fetch_requests'),
    service: serviceOf(place.object),
    costUsd,
  }
}
