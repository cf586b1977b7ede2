/** The columns of every table of the projection: the rows that the rest of the program fills, in the order in which they are appended. */
import { problemColumns } from '../../model/rows/problem-row.ts'
import { recordTable } from '../../model/rows/record-row.ts'
import { sessionColumns } from '../../model/rows/session-row.ts'
import { sourceTable } from '../../model/rows/source-row.ts'
import { count, exact, flag, instant, integer, optional, real, text, texts, type Row } from '../../model/columns.ts'

const artifacts = {
  artifactHash: text('artifact_hash'),
  kind: text('kind'),
  packId: integer('pack_id'),
  packOffset: count('pack_offset'),
  entryBytes: count('entry_bytes'),
  storedBytes: count('stored_bytes'),
  rawBytes: count('raw_bytes'),
} as const

const commits = {
  commitId: text('commit_id'),
  parentId: optional(text('parent_id')),
  sessionId: text('session_id'),
  chain: text('chain'),
  position: count('position'),
  commitType: text('commit_type'),
  checkpoint: text('checkpoint'),
  artifactHash: text('artifact_hash'),
  recordHash: text('record_hash'),
  format: text('format'),
  template: text('template'),
  principal: text('principal'),
  summary: text('summary'),
  createdAt: text('created_at'),
  startedAt: optional(instant('started_at')),
  endedAt: optional(instant('ended_at')),
  records: count('records'),
  bytes: count('bytes'),
  humanPrompts: count('human_prompts'),
  commands: count('commands'),
  responses: count('responses'),
  toolCalls: count('tool_calls'),
  errors: count('errors'),
  models: texts('models'),
  preserved: texts('preserved'),
  branchOf: optional(text('branch_of')),
  agentType: optional(text('agent_type')),
  cwd: optional(text('cwd')),
  gitBranch: optional(text('git_branch')),
  clientVersion: optional(text('client_version')),
  machine: optional(text('machine')),
  ticketId: optional(text('ticket_id')),
  threadId: optional(text('thread_id')),
  tokenCount: optional(count('token_count')),
} as const

const refs = {
  name: text('name'),
  kind: text('kind'),
  commitId: text('commit_id'),
  sessionId: optional(text('session_id')),
} as const

const events = {
  sourceId: text('source_id'),
  line: count('line'),
  block: integer('block'),
  sessionId: text('session_id'),
  chain: text('chain'),
  commitId: optional(text('commit_id')),
  isCopy: flag('is_copy'),
  kind: text('kind'),
  class: text('class'),
  occurredAt: optional(instant('occurred_at')),
  body: optional(text('body')),
  chars: count('chars'),
  toolName: optional(text('tool_name')),
  toolUseId: optional(text('tool_use_id')),
  filePath: optional(text('file_path')),
  isError: flag('is_error'),
  permission: optional(text('permission')),
  runMs: optional(count('run_ms')),
  model: optional(text('model')),
  subtype: optional(text('subtype')),
} as const

const tokenUsage = {
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

const corrections = {
  sourceId: text('source_id'),
  line: count('line'),
  sessionId: text('session_id'),
  recordKey: text('record_key'),
  class: text('class'),
  classByRule: text('class_by_rule'),
  referenceByRule: text('reference_by_rule'),
  reason: optional(text('reason')),
  correctedAt: instant('corrected_at'),
} as const

const pins = { commitId: text('commit_id'), pinnedAt: instant('pinned_at') } as const

const seenFiles = {
  path: text('path'),
  contentHash: text('content_hash'),
  changedNs: text('changed_ns'),
  inode: text('inode'),
} as const

const summaries = {
  commitId: text('commit_id'),
  position: count('position'),
  summary: text('summary'),
  writtenAt: optional(instant('written_at')),
  writtenBy: optional(text('written_by')),
} as const

/** Table name → its columns. */
export const tables = {
  artifacts,
  sources: sourceTable,
  sessions: sessionColumns,
  commits,
  refs,
  records: recordTable,
  events,
  token_usage: tokenUsage,
  problems: problemColumns,
  corrections,
  pins,
  summaries,
  seen_files: seenFiles,
} as const

export type TableName = keyof typeof tables
export type TableRow<T extends TableName> = Row<(typeof tables)[T]>
/** Rows for any of the tables. */
export type TableRows = { readonly [T in TableName]?: readonly TableRow<T>[] }
