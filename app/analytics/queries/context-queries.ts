/** Queries about the size of the context. */
import { count, exact, instant, optional, pickColumns, text } from '../../model/columns.ts'
import { usageTable } from '../../model/rows/usage-row.ts'
import { textParameter } from './query-spec.ts'
import contextCommits from './context-commits.sql?raw'
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
      model: usageTable.model,
      tokens: exact('context_tokens'),
      commitId: optional(text('commit_id')),
      ...pickColumns(usageTable, 'sourceId', 'line', 'inputTokens', 'cacheReadTokens', 'cacheWriteTokens', 'outputTokens'),
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
      sourceId: text('source_id'),
      line: count('line'),
    },
    parameters: { session },
  },
  contextCommits: {
    sql: contextCommits,
    columns: { commitId: text('commit_id'), parentId: optional(text('parent_id')), chain, commitType: text('commit_type') },
    parameters: { session },
  },
} as const
