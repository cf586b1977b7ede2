/** Queries about the cost of replies. */
import { count, exact, optional, real, text } from '../../model/columns.ts'
import { optionalText, realParameter, textParameter } from './query-spec.ts'
import cost from './cost.sql?raw'
import pricedModels from './priced-models.sql?raw'

export const costQueries = {
  pricedModels: { sql: pricedModels, columns: { model: text('model') }, parameters: {} },
  cost: {
    sql: cost,
    columns: {
      groupKey: text('group_key'),
      model: text('model'),
      service: text('service'),
      known: text('known'),
      replies: count('replies'),
      inputTokens: optional(exact('input_tokens')),
      outputTokens: optional(exact('output_tokens')),
      cacheReadTokens: optional(exact('cache_read_tokens')),
      cacheWrite5mTokens: optional(exact('cache_write_5m_tokens')),
      cacheWrite1hTokens: optional(exact('cache_write_1h_tokens')),
      webSearches: optional(exact('web_searches')),
      understatedReplies: count('understated_replies'),
      usd: optional(real('usd')),
    },
    parameters: {
      by: textParameter('by'),
      session: optionalText('session'),
      zone: textParameter('zone'),
      /** JSON list of prices. */
      prices: textParameter('prices'),
      search_usd: realParameter('search_usd'),
    },
  },
} as const
