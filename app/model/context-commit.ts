/** The metadata record of a commit, field by field as in events-v1 §2. */
import { z } from 'zod'
import { addedSessionPrefix } from './session-name.ts'

export const commitTypes = ['delta', 'compaction', 'snapshot'] as const
export const checkpoints = ['turn_boundary', 'tool_call', 'compaction', 'session_end', 'explicit'] as const
export type CommitType = (typeof commitTypes)[number]
export type Checkpoint = (typeof checkpoints)[number]

/** Commit record, version 1. Absent fields are absent in the bytes too, never empty strings. */
export const contextCommit = z.object({
  version: z.number().int().min(1),
  commit_type: z.enum(commitTypes),
  artifact_ref: z.string().min(1),
  format: z.string().min(1),
  checkpoint: z.enum(checkpoints),
  /** UTC, `YYYY-MM-DDTHH:MM:SSZ`. */
  created_at: z.string().min(1),
  parent: z.string().optional(),
  machine: z.string().optional(),
  summary: z.string().optional(),
  template: z.string().optional(),
  principal: z.string().optional(),
  thread_id: z.string().optional(),
  ticket_id: z.string().optional(),
  session_id: z.string().optional(),
  token_count: z.number().int().optional(),
  message_count: z.number().int().optional(),
})
export type ContextCommit = Readonly<z.infer<typeof contextCommit>>

/** Where the token count of a commit comes from, for people; undefined: its record says it. A transcript has no such count. */
export const tokensFrom = ({ sessionId }: { readonly sessionId: string }): string | undefined =>
  sessionId.startsWith(addedSessionPrefix)
    ? undefined
    : 'from the usage of its replies; text before the first reply of a context is estimated'
