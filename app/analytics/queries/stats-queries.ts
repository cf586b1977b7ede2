/** Queries about what people and agents did: by file, session, project or in all. */
import { count, instant, optional, pickColumns, text } from '../../model/columns.ts'
import { usageTable } from '../../model/rows/usage-row.ts'
import { groupParameters as parameters } from './query-spec.ts'
import factCounts from './fact-counts.sql?raw'
import factLedgers from './fact-ledgers.sql?raw'
import factTokens from './fact-tokens.sql?raw'
import factTools from './fact-tools.sql?raw'
import groupList from './group-list.sql?raw'
import statsCounts from './stats-counts.sql?raw'
import statsGroups from './stats-groups.sql?raw'
import statsLedgers from './stats-ledgers.sql?raw'
import statsTokens from './stats-tokens.sql?raw'
import statsTools from './stats-tools.sql?raw'

const groupKey = text('group_key')

const counts = {
  groupKey,
  sessions: count('sessions'),
  firstAt: optional(instant('first_at')),
  lastAt: optional(instant('last_at')),
  userRecords: count('user_records'),
  humanPrompts: count('human_prompts'),
  responses: count('responses'),
  toolCalls: count('tool_calls'),
  outputChars: count('output_chars'),
  inputChars: count('input_chars'),
  compactions: count('compactions'),
  sessionsWithCompaction: count('sessions_with_compaction'),
  maxCompactions: count('max_compactions'),
} as const

const ledgers = { groupKey, ledger: text('ledger'), class: text('class'), records: count('records') } as const

const tokens = {
  groupKey,
  model: usageTable.model,
  replies: count('replies'),
  ...pickColumns(usageTable, 'inputTokens', 'outputTokens', 'cacheReadTokens', 'cacheWriteTokens'),
  understatedReplies: count('understated_replies'),
} as const

const tools = {
  groupKey,
  tool: text('tool_name'),
  calls: count('calls'),
  errors: count('failed_calls'),
  refusals: count('refused_calls'),
  interruptions: count('interrupted_calls'),
  cancelled: count('cancelled_calls'),
} as const

export const statsQueries = {
  groupList: {
    sql: groupList,
    columns: {
      groupKey,
      label: text('label'),
      sessions: count('sessions'),
      sessionFiles: count('session_files'),
      subagentFiles: count('subagent_files'),
      bytes: count('bytes'),
      malformedLines: count('malformed_lines'),
    },
    parameters,
  },
  statsGroups: { sql: statsGroups, columns: { groupKey, label: text('label'), sessions: count('sessions') }, parameters },
  statsCounts: {
    sql: statsCounts,
    columns: counts,
    parameters,
  },
  statsLedgers: {
    sql: statsLedgers,
    columns: ledgers,
    parameters,
  },
  statsTokens: {
    sql: statsTokens,
    columns: tokens,
    parameters,
  },
  statsTools: {
    sql: statsTools,
    columns: tools,
    parameters,
  },
  // The same where facts are made, which hold the numbers: test/integration/engine/stats/equal-figures.test.ts compares them.
  factCounts: { sql: factCounts, columns: counts, parameters },
  factLedgers: { sql: factLedgers, columns: ledgers, parameters },
  factTokens: { sql: factTokens, columns: tokens, parameters },
  factTools: { sql: factTools, columns: tools, parameters },
} as const
