/** Repairs of the store: its tables, its packs. */
import { z } from 'zod'
import type { SalvagedJournal } from '../model/salvaged-journal.ts'
import { call, noRows, nothing } from './call.ts'
import type { JobView } from './jobs.ts'

/** An artifact that the journal requires and that no pack holds any more. */
export interface LostArtifact {
  readonly ref: string
  /** delta, compaction, commit, manifest, raw, snapshot. */
  readonly kind: string
  readonly sessionId: string | null
  /** Files of the session that cannot be restored. */
  readonly files: readonly string[]
  readonly reason: string
}

export interface RepairResult {
  /** Damaged packs that others replaced; `keptAs` is the path of the damaged file, undefined when it was gone. */
  readonly packs: readonly { readonly packId: number; readonly keptAs: string | undefined }[]
  readonly lost: readonly LostArtifact[]
  /** The repair of a damaged journal; absent: it was not damaged. */
  readonly salvaged?: SalvagedJournal | undefined
  readonly ms: number
}

export interface ReindexResult {
  readonly sessions: number
  /** Sessions that could not be rebuilt: each is a problem of its files. */
  readonly damaged: number
  readonly ms: number
  /** The repair of a damaged journal; absent: it was not damaged. */
  readonly salvaged?: SalvagedJournal | undefined
}

export const repairCalls = {
  /** `fromScratch: false` adds only what the tables do not show yet. */
  'reindex.start': call<JobView<ReindexResult>>('repeatable', noRows)(() => z.object({ fromScratch: z.boolean().default(true) })),
  /** Replaces damaged packs, and reports what is lost. */
  'repair.start': call<JobView<RepairResult>>('repeatable', noRows)(() => nothing),
} as const
