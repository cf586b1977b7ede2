/** Garbage collection. */
import { z } from 'zod'
import { call } from './call.ts'
import { keepDays } from './settings.ts'
import type { JobView } from './jobs.ts'

export interface GarbageRow {
  /** replaced: of commits that longer ones took the place of; cached: conversations that were rebuilt and can be again; left over: whatever nothing speaks of. */
  readonly what: 'replaced' | 'cached' | 'left over'
  /** delta, compaction, commit, manifest, raw, snapshot. */
  readonly kind: string
  readonly artifacts: number
  /** As it is stored, compressed. */
  readonly bytes: number
}

export interface GcResult {
  readonly dryRun: boolean
  readonly keepDays: number
  /** What nothing needs any more, and is removed or would be. */
  readonly rows: readonly GarbageRow[]
  /** What nothing needs either, but is not old enough. */
  readonly young: { readonly artifacts: number; readonly bytes: number }
  readonly packBytesBefore: number
  /** null in a dry run. */
  readonly packBytesAfter: number | null
  readonly ms: number
}

export const gcCalls = {
  /** `keepDays` left out: as the settings say. */
  'gc.start': call<JobView<GcResult>>('repeatable')(z.object({ dryRun: z.boolean().default(true), keepDays: keepDays.optional() })),
} as const
