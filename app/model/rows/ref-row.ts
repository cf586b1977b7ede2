/** The columns of a ref: of its table, and in queries. */
import { optional, text } from '../columns.ts'

export const refTable = {
  name: text('name'),
  kind: text('kind'),
  commitId: text('commit_id'),
  sessionId: optional(text('session_id')),
} as const
