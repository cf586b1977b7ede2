/** Garbage collection. */
import { z } from 'zod'
import { call } from './call.ts'
import { keepDays } from './settings.ts'
import type { JobView } from './jobs.ts'

export interface GarbageRow {
  /**
   * replaced: artifacts of commits amended away by longer ones; cached: conversations that can be rebuilt; left over: artifacts that
   * nothing references.
   */
  readonly what: 'replaced' | 'cached' | 'left over'
  /** delta, compaction, commit, manifest, raw, snapshot. */
  readonly kind: string
  readonly artifacts: number
  /** As it is stored, compressed. */
  readonly bytes: number
}

/** What is left of removed sessions in the files of the store, and goes with a collection regardless of the retention. */
export interface Erasure {
  /** Sessions that were removed since the last collection. */
  readonly sessions: number
  /** False: it would be done, or damaged packs still contain something. */
  readonly isDone: boolean
  /** Packs that are damaged, by number. */
  readonly damagedPacks: readonly number[]
  /** Damaged files that were put aside: Strata does not look into them. */
  readonly setAside: readonly string[]
}

export interface GcResult {
  readonly dryRun: boolean
  readonly keepDays: number
  /** Unused artifacts that are removed, or would be. */
  readonly rows: readonly GarbageRow[]
  /** Unused artifacts that are not old enough to be removed. */
  readonly young: { readonly artifacts: number; readonly bytes: number }
  /** null: no session was removed since the last collection. */
  readonly erasure: Erasure | null
  readonly packBytesBefore: number
  /** null in a dry run. */
  readonly packBytesAfter: number | null
  readonly ms: number
}

export const gcCalls = {
  /** Default of `keepDays`: as in the settings. */
  'gc.start': call<JobView<GcResult>>('repeatable')(() => z.object({ dryRun: z.boolean().default(true), keepDays: keepDays.optional() })),
} as const
