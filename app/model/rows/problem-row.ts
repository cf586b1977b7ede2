/** The columns of a problem of an imported file: of its table, in queries and views. */
import { count, optional, text } from '../columns.ts'

export const problemColumns = {
  sourceId: text('source_id'),
  sessionId: optional(text('session_id')),
  file: text('file'),
  line: optional(count('line')),
  byteOffset: optional(count('byte_offset')),
  byteLength: optional(count('byte_length')),
  code: text('code'),
  reason: text('reason'),
  action: text('action'),
} as const
