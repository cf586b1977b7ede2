/** Handlers of the calls that repair a store. */
import type { HandlersOf } from '../../contract/calls.ts'
import type { ReindexResult, repairCalls } from '../../contract/repair.ts'
import type { HandlerParts } from '../kernel/engine-context.ts'
import type { JobProgress, Outcome } from '../kernel/job.ts'
import { repairStore } from './repair-store.ts'

type Reindex = (progress: JobProgress) => Promise<Outcome<ReindexResult>>

export interface RepairParts extends HandlerParts {
  /** Builds the tables again from packs and journal; when that fails or is cancelled they are as before. */
  readonly rebuildTables: Reindex
  /** Adds to the tables what they do not show yet. */
  readonly fillTables: Reindex
}

export const repairHandlers = ({ context, jobs, rebuildTables, fillTables }: RepairParts): HandlersOf<typeof repairCalls> => ({
  'reindex.start': ({ fromScratch }) => Promise.resolve(jobs.start('reindex', fromScratch ? rebuildTables : fillTables)),
  'repair.start': () => Promise.resolve(jobs.start('repair', (progress) => repairStore(context, rebuildTables, progress))),
})
