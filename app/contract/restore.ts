/** Source files written back unchanged. */
import { z } from 'zod'
import { call, id } from './call.ts'
import type { JobView } from './jobs.ts'

/** Path below the folder that was given. */
export interface RestoredFile {
  readonly file: string
  readonly bytes: number
}

/** A file whose imported bytes cannot be read from the packs: its path in the store, its session, and what is damaged. */
export interface UnreadableFile {
  readonly file: string
  readonly sessionId: string
  readonly reason: string
}

export interface RestoreResult {
  /** Files that were written, and their size. */
  readonly files: readonly RestoredFile[]
  readonly bytes: number
  /** Files that were there byte for byte before. */
  readonly alreadyThere: readonly RestoredFile[]
  readonly unreadable: readonly UnreadableFile[]
}

export const restoreCalls = {
  'restore.start': call<JobView<RestoreResult>>('repeatable')(() =>
    z.object({ what: z.union([z.object({ all: z.literal(true) }), z.object({ name: id })]), to: z.string().min(1).max(4096) }),
  ),
} as const
