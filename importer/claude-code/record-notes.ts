/** Content of a record that has no column: the cost of the session so far, a pull request, the place of the rest of a tool's output. */
import { isObject, tokenCount } from './record-schema.ts'
import type { JsonObject } from './record-schema.ts'

type Note = Readonly<Record<string, unknown>>

const usd = (value: unknown): number | undefined => (typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined)
const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

const modelCost = (model: string, used: JsonObject): Note => ({
  model,
  input_tokens: tokenCount(used['inputTokens']) ?? 0,
  output_tokens: tokenCount(used['outputTokens']) ?? 0,
  cache_read_tokens: tokenCount(used['cacheReadInputTokens']) ?? 0,
  cache_write_tokens: tokenCount(used['cacheCreationInputTokens']) ?? 0,
  web_searches: tokenCount(used['webSearchRequests']) ?? 0,
  cost_usd: usd(used['costUSD']) ?? null,
})

/** The client's own account of what the session cost so far: in the transcript since 2.1, at the end of stream-json output before. */
const costNote = (json: JsonObject): Note | undefined => {
  const total = usd(json['totalCostUSD'] ?? json['total_cost_usd'])
  if (total === undefined) return undefined
  const used = isObject(json['modelUsage']) ? Object.entries(json['modelUsage']) : []
  return { total_cost_usd: total, models: used.flatMap(([model, one]) => (isObject(one) ? [modelCost(model, one)] : [])) }
}

const pullRequestNote = (json: JsonObject): Note | undefined => {
  const url = text(json['prUrl'])
  const number = tokenCount(json['prNumber'])
  if (url === undefined && number === undefined) return undefined
  return { pr: { url: url ?? null, number: number ?? null, repository: text(json['prRepository']) ?? null } }
}

/** Where the client put an output that is too large for the transcript. */
const outputNote = (json: JsonObject): Note | undefined => {
  const result = json['toolUseResult']
  const path = isObject(result) ? text(result['persistedOutputPath']) : undefined
  return path === undefined ? undefined : { persisted: path }
}

export const noteOf = (json: JsonObject): Note | undefined => {
  switch (json['type']) {
    case 'cost-state':
    case 'result':
      return costNote(json)
    case 'pr-link':
      return pullRequestNote(json)
    case 'user':
      return outputNote(json)
    default:
      return undefined
  }
}
