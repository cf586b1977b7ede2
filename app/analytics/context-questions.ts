/** Questions about the size of the context. */
import { count, instant, optional, text } from '../store/columns.ts'
import { textParameter } from './question.ts'
import contextCompactions from './questions/context-compactions.sql?raw'
import contextSizes from './questions/context-sizes.sql?raw'

const session = textParameter('session')
const chain = text('chain')
const at = optional(instant('occurred_at'))

export const contextQuestions = {
  contextSizes: {
    sql: contextSizes,
    columns: {
      chain,
      at,
      model: text('model'),
      tokens: count('context_tokens'),
      inputTokens: count('input_tokens'),
      cacheReadTokens: count('cache_read_tokens'),
      cacheWriteTokens: count('cache_write_tokens'),
      outputTokens: count('output_tokens'),
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
