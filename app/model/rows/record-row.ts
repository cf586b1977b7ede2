/** The columns of a classified record, in queries and views. */
import { count, flag, instant, optional, text } from '../columns.ts'

export const recordColumns = {
  sourceId: text('source_id'),
  file: text('file'),
  line: count('line'),
  byteOffset: count('byte_offset'),
  byteLength: count('byte_length'),
  sessionId: text('session_id'),
  chain: text('chain'),
  commitId: optional(text('commit_id')),
  uuid: optional(text('uuid')),
  recordType: text('record_type'),
  subtype: optional(text('subtype')),
  class: text('class'),
  referenceClass: text('reference_class'),
  /** The rule that decided, or had decided before a correction. */
  rule: text('rule'),
  /** Class that the rule gave to a corrected record; null: the record is not corrected. */
  classByRule: optional(text('class_by_rule')),
  isCopy: flag('is_copy'),
  occurredAt: optional(instant('occurred_at')),
  /** The beginning of its text. */
  text: text('text'),
} as const
