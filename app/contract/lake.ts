/** Tables written as Parquet files. */
import { z } from 'zod'
import { call } from './call.ts'
import type { JobView } from './jobs.ts'

export interface LakeResult {
  readonly dir: string
  /** Whether names are hashed and texts excluded. */
  readonly anonymised: boolean
  readonly tables: number
  /** Files, one for each table, project and month: all, and what was done about them. */
  readonly files: number
  readonly written: number
  readonly unchanged: number
  readonly removed: number
  /** Sessions that changed while it was written: their facts, versions of files and thinking events may be missing. */
  readonly lacking: number
  /** Rows of all files, and bytes. */
  readonly rows: number
  readonly bytes: number
}

export const lakeCalls = {
  'lake.start': call<JobView<LakeResult>>('repeatable')(() =>
    z.object({
      /** Absolute. */
      dir: z.string().min(1).max(4096),
      /** Hashes projects, principals and paths, and leaves texts out. */
      anonymise: z.boolean().default(false),
      /** Writes over the lake of another store, or one that was written the other way. */
      replace: z.boolean().default(false),
    }),
  ),
} as const
