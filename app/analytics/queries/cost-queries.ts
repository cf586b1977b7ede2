/** Queries about the cost of replies. */
import { count, optional, pickColumns, real, text } from '../../model/columns.ts'
import { usageTable } from '../../model/rows/usage-row.ts'
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
      requests: count('requests'),
      ...pickColumns(
        usageTable,
        'inputTokens',
        'outputTokens',
        'cacheReadTokens',
        'cacheWrite5mTokens',
        'cacheWrite1hTokens',
        'webSearches',
      ),
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
