/** The columns of a problem of an imported file, in queries and views. */
import { count, optional, text } from '../columns.ts'

export const problemColumns = {
  file: text('file'),
  sourceId: text('source_id'),
  sessionId: optional(text('session_id')),
  line: optional(count('line')),
  byteOffset: optional(count('byte_offset')),
  byteLength: optional(count('byte_length')),
  code: text('code'),
  reason: text('reason'),
  action: text('action'),
} as const
