/** The columns of a file that agents read or changed, and of a call that was given it, in queries and views. */
import { choice, count, instant, optional, text } from '../columns.ts'

export const touchedFileColumns = {
  /** As the calls name it. */
  path: text('path'),
  /** Calls that read it, that changed it, that failed; `calls` also counts those of other tools and those without a result. */
  reads: count('reads'),
  changes: count('changes'),
  failed: count('failed'),
  calls: count('calls'),
  sessions: count('sessions'),
  firstAt: optional(instant('first_at')),
  lastAt: optional(instant('last_at')),
} as const

export const fileVersionColumns = {
  sourceId: text('source_id'),
  /** Key of its record in the file, and the number of the line itself. */
  line: count('line'),
  fileLine: count('file_line'),
  block: count('block'),
  kind: choice<'read' | 'change' | 'other'>('kind'),
  toolName: text('tool_name'),
  outcome: choice<'result' | 'error' | 'refused' | 'no result'>('outcome'),
  sessionId: text('session_id'),
  title: text('title'),
  chain: text('chain'),
  commitId: optional(text('commit_id')),
  occurredAt: optional(instant('occurred_at')),
} as const
