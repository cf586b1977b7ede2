/** Source files written back unchanged. */
import { z } from 'zod'
import { call, id } from './call.ts'
import type { JobView } from './jobs.ts'

/** Path below the folder that was given, or where the file was. */
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

/** A file that is not written where it was. */
export interface RefusedFile {
  readonly path: string
  readonly reason: string
}

export interface RestoreResult {
  readonly dryRun: boolean
  /** Files in whose place another file is, which stays; only of files that go back to their place. */
  readonly occupied: readonly RestoredFile[]
  /** Files whose place is not known, or not on this machine. */
  readonly refused: readonly RefusedFile[]
  /** Sessions with known prompts only: they have no file to write. */
  readonly promptsOnly: readonly string[]
  /** Files that were written, or would be, and their size. */
  readonly files: readonly RestoredFile[]
  readonly bytes: number
  /** Files that were there byte for byte before. */
  readonly alreadyThere: readonly RestoredFile[]
  readonly unreadable: readonly UnreadableFile[]
}

/** Number of files of a session, and of those that are missing and can be restored to their original place. */
export interface MissingFiles {
  readonly missing: number
  readonly files: number
}

export const restoreCalls = {
  'restore.missing': call<MissingFiles>('reads')(() => z.object({ sessionId: id })),
  'restore.start': call<JobView<RestoreResult>>('repeatable')(() =>
    z.object({
      what: z.union([z.object({ all: z.literal(true) }), z.object({ name: id })]),
      /** A folder; null: where each file was when it was imported. */
      to: z.string().min(1).max(4096).nullable(),
      dryRun: z.boolean().default(false),
    }),
  ),
} as const
