/** Removal of sessions from the store. */
import { z } from 'zod'
import { call, id } from './call.ts'
import type { JobView } from './jobs.ts'

/** Something that needs a commit of a session. */
export interface SessionHold {
  /**
   * fork, tag, pin: a person marked a commit. session: another session continues it. commit: a checkpoint continues it, which cannot be
   * removed.
   */
  readonly what: 'fork' | 'tag' | 'pin' | 'session' | 'commit'
  /** Name of the ref, id of the pinned commit, of the session, or of the checkpoint. */
  readonly id: string
}

export interface RemovedSession {
  readonly sessionId: string
  readonly title: string
  /** Its transcript files, with their size. */
  readonly files: number
  readonly bytes: number
  /** Files that still exist on this machine. Imports skip them from then on. */
  readonly filesOnDisk: number
  readonly commits: number
  readonly records: number
  /** Written summaries and corrected classes, which go with it. */
  readonly notes: number
  readonly holds: readonly SessionHold[]
}

export interface RemovalResult {
  readonly dryRun: boolean
  readonly sessions: readonly RemovedSession[]
  /** null: it may be removed. held: something needs it, and `force` was not given. needed: a checkpoint continues it. */
  readonly refusal: 'held' | 'needed' | null
  /** How many sessions were removed. */
  readonly removed: number
  readonly ms: number
}

export const removalCalls = {
  /**
   * Removes sessions from the tables, and their artifacts with the next garbage collection. Imports skip these sessions until they are
   * requested by name. Nothing is removed when one of the sessions is refused.
   */
  'removal.start': call<JobView<RemovalResult>>('repeatable')(() =>
    z.object({
      sessions: z.array(id).min(1).max(10_000),
      dryRun: z.boolean().default(true),
      /** True: refs and pins of their commits are removed too, and sessions that continue them get copies of their commits. */
      force: z.boolean().default(false),
    }),
  ),
} as const
