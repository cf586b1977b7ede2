/** Queries by the reference rules: raw counts per file, copies included. */
import { count, instant, optional, pickColumns, text } from '../../model/columns.ts'
import { usageTable } from '../../model/rows/usage-row.ts'
import { groupParameters as parameters } from './query-spec.ts'
import referenceCounts from './reference-counts.sql?raw'
import referenceSidechains from './reference-sidechains.sql?raw'
import referenceSpans from './reference-spans.sql?raw'
import referenceTallies from './reference-tallies.sql?raw'
import referenceTokens from './reference-tokens.sql?raw'
import referenceUnanswered from './reference-unanswered.sql?raw'

const groupKey = text('group_key')

export const referenceQueries = {
  referenceCounts: {
    sql: referenceCounts,
    columns: {
      groupKey,
      records: count('records'),
      userRecords: count('user_records'),
      humanPrompts: count('human_prompts'),
      humanPromptsWithImage: count('human_prompts_with_image'),
      trapPrompts: count('trap_prompts'),
      toolResultRecords: count('tool_result_records'),
      toolResultBlocks: count('tool_result_blocks'),
      toolErrors: count('tool_errors'),
      metaRecords: count('meta_records'),
      responses: count('responses'),
      textBlocks: count('text_blocks'),
      thinkingBlocks: count('thinking_blocks'),
      toolCalls: count('tool_calls'),
      apiErrors: count('api_errors'),
      compactions: count('compactions'),
      autoCompactions: count('auto_compactions'),
      manualCompactions: count('manual_compactions'),
      newFormCompactions: count('new_form_compactions'),
      oldFormCompactions: count('old_form_compactions'),
      preTokensMax: count('pre_tokens_max'),
      microcompactions: count('microcompactions'),
      contextTruncated: count('context_truncated'),
      summaryRecords: count('summary_records'),
      titleSummaries: count('title_summaries'),
      compactSummaries: count('compact_summaries'),
      sidechainRecords: count('sidechain_records'),
      mainResponses: count('main_responses'),
      mainToolCalls: count('main_tool_calls'),
      humanChars: count('human_chars'),
      agentTextChars: count('agent_text_chars'),
      thinkingChars: count('thinking_chars'),
      queueOperations: count('queue_operations'),
      fileHistorySnapshots: count('file_history_snapshots'),
      progress: count('progress'),
    },
    parameters,
  },
  referenceTallies: {
    sql: referenceTallies,
    columns: { groupKey, tally: text('tally'), name: text('name'), times: count('times') },
    parameters,
  },
  referenceUnanswered: { sql: referenceUnanswered, columns: { groupKey, unanswered: count('unanswered') }, parameters },
  referenceSidechains: {
    sql: referenceSidechains,
    columns: {
      groupKey,
      total: count('total'),
      inline: count('inline'),
      inSubagentsFolder: count('in_subagents_folder'),
      inProjectFolder: count('in_project_folder'),
    },
    parameters,
  },
  referenceTokens: {
    sql: referenceTokens,
    columns: {
      groupKey,
      way: text('way'),
      ...pickColumns(usageTable, 'model', 'inputTokens', 'outputTokens', 'cacheWriteTokens', 'cacheReadTokens'),
      messages: count('messages'),
    },
    parameters,
  },
  referenceSpans: {
    sql: referenceSpans,
    columns: {
      groupKey,
      firstAt: optional(instant('first_at')),
      lastAt: optional(instant('last_at')),
      sessionsWithCompaction: count('sessions_with_compaction'),
      maxCompactions: count('max_compactions'),
      maxConcurrent: count('max_concurrent'),
      maxConcurrentAt: optional(instant('max_concurrent_at')),
    },
    parameters,
  },
} as const
