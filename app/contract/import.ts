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
      /** Of the sessions found, also of those that have not changed; left out: they stay as they are cut. */
      granularity: granularity.optional(),
    }),
  ),
} as const
