/** Queries about the size of the context. */
import { count, exact, instant, optional, text } from '../../model/columns.ts'
import { textParameter } from './query-spec.ts'
import contextCompactions from './context-compactions.sql?raw'
import contextSizes from './context-sizes.sql?raw'

const session = textParameter('session')
const chain = text('chain')
const at = optional(instant('occurred_at'))

export const contextQueries = {
  contextSizes: {
    sql: contextSizes,
    columns: {
      chain,
      at,
      model: text('model'),
      tokens: exact('context_tokens'),
      inputTokens: optional(exact('input_tokens')),
      cacheReadTokens: optional(exact('cache_read_tokens')),
      cacheWriteTokens: optional(exact('cache_write_tokens')),
      outputTokens: optional(exact('output_tokens')),
    },
    parameters: { session },
  },
  contextCompactions: {
    sql: contextCompactions,
    columns: {
      chain,
      at,
      trigger: optional(text('trigger')),
      preTokens: optional(count('pre_tokens')),
      postTokens: optional(count('post_tokens')),
      commitId: optional(text('commit_id')),
    },
    parameters: { session },
  },
} as const
