/** The columns of the token usage of a reply: of its table, and in queries. */
import { count, exact, flag, instant, integer, optional, real, text } from '../columns.ts'

export const usageTable = {
  sourceId: text('source_id'),
  line: count('line'),
  sessionId: text('session_id'),
  chain: text('chain'),
  isCopy: flag('is_copy'),
  iteration: optional(integer('iteration')),
  iterationKind: optional(text('iteration_kind')),
  replyKey: text('reply_key'),
  messageId: optional(text('message_id')),
  model: text('model'),
  occurredAt: optional(instant('occurred_at')),
  inputTokens: optional(exact('input_tokens')),
  outputTokens: optional(exact('output_tokens')),
  cacheReadTokens: optional(exact('cache_read_tokens')),
  cacheWriteTokens: optional(exact('cache_write_tokens')),
  cacheWrite5mTokens: optional(exact('cache_write_5m_tokens')),
  cacheWrite1hTokens: optional(exact('cache_write_1h_tokens')),
  webSearches: optional(exact('web_searches')),
  webFetches: optional(exact('web_fetches')),
  service: optional(text('service')),
  costUsd: optional(real('cost_usd')),
  contextTokens: optional(exact('context_tokens')),
  accountRank: exact('account_rank'),
  isUnderstated: flag('is_understated'),
} as const
