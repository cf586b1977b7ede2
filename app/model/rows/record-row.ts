/** The columns of a classified record: of its table, and in queries and views. */
import { count, flag, instant, integer, optional, pickColumns, text } from '../columns.ts'

export const recordTable = {
  sourceId: text('source_id'),
  /** Key of the record in its file. */
  line: count('line'),
  /** Number of its line in the file. */
  fileLine: count('file_line'),
  sessionId: text('session_id'),
  chain: text('chain'),
  commitId: optional(text('commit_id')),
  isCopy: flag('is_copy'),
  byteOffset: count('byte_offset'),
  byteLength: count('byte_length'),
  recordType: text('record_type'),
  subtype: optional(text('subtype')),
  uuid: optional(text('uuid')),
  parentUuid: optional(text('parent_uuid')),
  occurredAt: optional(instant('occurred_at')),
  isSidechain: flag('is_sidechain'),
  isMeta: flag('is_meta'),
  isCompactSummary: flag('is_compact_summary'),
  class: text('class'),
  /** The rule that decided, or had decided before a correction. */
  rule: text('rule'),
  referenceClass: text('reference_class'),
  model: optional(text('model')),
  hasContentList: flag('has_content_list'),
  isApiError: flag('is_api_error'),
  hasImage: flag('has_image'),
  mentionsInjected: flag('mentions_injected'),
  textBlocks: integer('text_blocks'),
  thinkingBlocks: integer('thinking_blocks'),
  toolUses: integer('tool_uses'),
  toolResults: integer('tool_results'),
  toolErrors: integer('tool_errors'),
  textChars: count('text_chars'),
  thinkingChars: count('thinking_chars'),
  detail: optional(text('detail')),
} as const

export const recordColumns = {
  ...pickColumns(recordTable, 'sourceId'),
  file: text('file'),
  ...pickColumns(
    recordTable,
    'line',
    'fileLine',
    'byteOffset',
    'byteLength',
    'sessionId',
    'chain',
    'commitId',
    'uuid',
    'recordType',
    'subtype',
  ),
  ...pickColumns(recordTable, 'class', 'referenceClass', 'rule'),
  /** Class that the rule gave to a corrected record; null: the record is not corrected. */
  classByRule: optional(text('class_by_rule')),
  ...pickColumns(recordTable, 'isCopy', 'occurredAt'),
  /** The beginning of its text. */
  text: text('text'),
} as const
