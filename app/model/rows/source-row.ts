/** The columns of an imported file, in queries and views. */
import { count, optional, text } from '../columns.ts'

export const sourceColumns = {
  sourceId: text('source_id'),
  file: text('file'),
  path: text('path'),
  root: text('root'),
  role: text('role'),
  sessionId: optional(text('session_id')),
  bytes: count('bytes'),
  lines: count('lines'),
  records: count('records'),
  problems: count('problems'),
} as const
