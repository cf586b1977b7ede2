/** The columns of every table of the projection: the rows that the rest of the program fills, in the order in which they are appended. */
import { commitTable } from '../../model/rows/commit-row.ts'
import { eventTable } from '../../model/rows/event-row.ts'
import { problemColumns } from '../../model/rows/problem-row.ts'
import { recordTable } from '../../model/rows/record-row.ts'
import { refTable } from '../../model/rows/ref-row.ts'
import { sessionColumns } from '../../model/rows/session-row.ts'
import { sourceTable } from '../../model/rows/source-row.ts'
import { trackedTable } from '../../model/rows/tracked-row.ts'
import { usageTable } from '../../model/rows/usage-row.ts'
import { count, instant, integer, optional, text, type Row } from '../../model/columns.ts'

const artifacts = {
  artifactHash: text('artifact_hash'),
  kind: text('kind'),
  packId: integer('pack_id'),
  packOffset: count('pack_offset'),
  entryBytes: count('entry_bytes'),
  storedBytes: count('stored_bytes'),
  rawBytes: count('raw_bytes'),
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

const thinkingCorrections = {
  eventId: text('event_id'),
  sessionId: text('session_id'),
  sourceId: text('source_id'),
  line: count('line'),
  block: integer('block'),
  type: text('type'),
  typeByRule: text('type_by_rule'),
  reason: optional(text('reason')),
  correctedAt: instant('corrected_at'),
} as const

const thinkingGuesses = {
  sessionId: text('session_id'),
  sourceId: text('source_id'),
  line: count('line'),
  block: integer('block'),
  textHash: text('text_hash'),
  model: text('model'),
  modelVersion: text('model_version'),
  type: text('type'),
  summary: text('summary'),
  guessedAt: instant('guessed_at'),
} as const

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
  commits: commitTable,
  refs: refTable,
  records: recordTable,
  events: eventTable,
  token_usage: usageTable,
  problems: problemColumns,
  corrections,
  thinking_corrections: thinkingCorrections,
  thinking_guesses: thinkingGuesses,
  pins,
  summaries,
  seen_files: seenFiles,
  tracked_files: trackedTable,
} as const

export type TableName = keyof typeof tables
export type TableRow<T extends TableName> = Row<(typeof tables)[T]>
/** Rows for any of the tables. */
export type TableRows = { readonly [T in TableName]?: readonly TableRow<T>[] }
