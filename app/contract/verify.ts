/** Checks of the store. */
import { call, nothing } from './call.ts'
import type { JobView } from './jobs.ts'

export interface VerifyResult {
  readonly entries: number
  readonly bytes: number
  readonly sources: number
  readonly commits: number
  readonly faults: readonly StoreFault[]
  /** Losses that the last repair reported: they are not in the store, and everything else is correct. */
  readonly losses: readonly StoreFault[]
}

export interface StoreFault {
  /** packs, journal, index, source, commit, ref, search index. */
  readonly what: string
  readonly where: string
  readonly reason: string
}

export const verifyCalls = {
  'verify.start': call<JobView<VerifyResult>>('reads')(() => nothing),
} as const
