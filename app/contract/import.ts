/** Import of transcripts. */
import { z } from 'zod'
import { granularity } from '../model/granularity.ts'
import { call, noTables, paths } from './call.ts'
import type { JobView } from './jobs.ts'

export interface ImportResult {
  readonly filesFound: number
  readonly filesImported: number
  readonly filesUnchanged: number
  readonly filesFailed: number
  readonly bytesRead: number
  readonly records: number
  readonly sessions: number
  readonly newCommits: number
  readonly problems: number
  readonly ms: number
  readonly dryRun: boolean
  /** Folders of Strata stores that were found and not imported. */
  readonly skippedStores: readonly string[]
}

export const importCalls = {
  'import.start': call<JobView<ImportResult>>(
    'repeatable',
    noTables,
  )(
    z.object({
      paths: paths.default([]),
      dryRun: z.boolean().default(false),
      principal: z.string().max(400).optional(),
      /** Granularity for the sessions found, including unchanged ones; default: existing sessions keep their cuts. */
      granularity: granularity.optional(),
    }),
  ),
} as const
