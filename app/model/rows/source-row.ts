/** The columns of an imported file: of its table, and in queries and views. */
import { count, integer, optional, pickColumns, text } from '../columns.ts'

export const sourceTable = {
  sourceId: text('source_id'),
  agent: text('agent'),
  path: text('path'),
  file: text('file'),
  root: text('root'),
  role: text('role'),
  sessionId: optional(text('session_id')),
  agentId: optional(text('agent_id')),
  bytes: count('bytes'),
  modifiedNs: text('modified_ns'),
  contentHash: text('content_hash'),
  manifestHash: text('manifest_hash'),
  lines: count('lines'),
  records: count('records'),
  place: integer('place'),
} as const

export const sourceColumns = {
  ...pickColumns(sourceTable, 'sourceId', 'file', 'path', 'root', 'role', 'sessionId', 'bytes', 'lines', 'records'),
  problems: count('problems'),
} as const
