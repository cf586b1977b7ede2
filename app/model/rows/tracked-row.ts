/** The columns of what trackers saw. */
import { count, flag, instant, optional, text } from '../columns.ts'

export const trackedTable = {
  sessionId: text('session_id'),
  objectId: text('object_id'),
  path: text('path'),
  observedAt: instant('observed_at'),
  isThere: flag('is_there'),
  sourceHash: optional(text('source_hash')),
  bytes: count('bytes'),
  artifactHash: optional(text('artifact_hash')),
} as const
