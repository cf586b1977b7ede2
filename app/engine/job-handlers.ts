/** Answers that start long work, or tell of it. */
import type { Handlers } from '../contract/calls.ts'
import { collectGarbage } from './gc/collect-garbage.ts'
import { correctRecord } from './import/correct-record.ts'
import type { Facts } from './analytics/facts.ts'
import type { EngineContext } from './kernel/engine-context.ts'
import { runImport } from './import/run-import.ts'
import type { RunningQueries } from './sql/running-queries.ts'
import type { SqlRunner } from './sql/sql-runner.ts'
import type { JobProgress, Outcome } from './kernel/job.ts'
import type { Jobs } from './kernel/jobs.ts'
import { repairStore } from './repair/repair-store.ts'
import { restoreFiles } from './restore/restore-files.ts'
import { readSettings, usualKeepDays } from './kernel/settings.ts'
import { verifyStore } from './repair/verify-store.ts'
import { listLedgerRecords } from './ledger/list-ledger-records.ts'
import type { Watching } from './watch/watching.ts'

export interface JobParts {
  /** False: an empty one stands in for it. */
  readonly hasStore: boolean
  readonly context: EngineContext
  readonly jobs: Jobs
  /** Has the tables filled anew, from nothing; when that fails or is stopped they are as they were before. */
  readonly rebuildTables: (progress: JobProgress) => Promise<Outcome>
  /** Brings into the tables what they do not show yet. */
  readonly fillTables: (progress: JobProgress) => Promise<Outcome>
  readonly watching: Watching
  readonly queries: RunningQueries
  readonly runner: SqlRunner
  readonly facts: Facts
}

type WatchCalls = 'watch.show' | 'watch.start' | 'watch.stop' | 'watch.expect'
type ListCalls = 'jobs.list' | 'job.cancel' | 'job.wait'
type JobCalls =
  | WatchCalls
  | ListCalls
  | 'import.start'
  | 'verify.start'
  | 'reindex.start'
  | 'repair.start'
  | 'restore.start'
  | 'gc.start'
  | 'record.correct'

export const jobHandlers = ({ context, jobs, rebuildTables, fillTables, watching }: JobParts): Pick<Handlers, JobCalls> => ({
  'import.start': ({ paths, dryRun, principal, granularity }) =>
    Promise.resolve(jobs.start('import', (progress) => runImport(context, { paths, dryRun, principal, granularity }, progress))),
  'verify.start': () => Promise.resolve(jobs.start('verify', (progress) => verifyStore(context.store, progress))),
  'reindex.start': ({ anew }) => Promise.resolve(jobs.start('reindex', anew ? rebuildTables : fillTables)),
  'repair.start': () => Promise.resolve(jobs.start('repair', (progress) => repairStore(context, rebuildTables, progress))),
  'restore.start': ({ what, to }) => Promise.resolve(jobs.start('restore', (progress) => restoreFiles(context, what, to, progress))),
  'gc.start': ({ dryRun, keepDays }) =>
    Promise.resolve(
      jobs.start('gc', async (progress) => {
        const days = keepDays ?? readSettings(context.store.dir).keepDays ?? usualKeepDays
        const result = await collectGarbage(context.store, { dryRun, keepDays: days }, progress)
        return { result, summary: `${result.rows.reduce((sum, row) => sum + row.artifacts, 0)} artifacts that nothing needs` }
      }),
    ),
  'watch.show': () => Promise.resolve(watching.show()),
  'watch.start': ({ paths, remember }) => watching.start(paths, remember, context.env),
  'watch.stop': ({ paths }) => watching.stop(paths),
  'watch.expect': ({ sessionId }) => watching.expect(sessionId),
  'record.correct': (input) =>
    jobs.quietly(async () => {
      await correctRecord(context, input)
      const { rows } = await listLedgerRecords(context.store.database, { sourceId: input.sourceId, line: input.line, offset: 0, limit: 1 })
      return rows[0] ?? null
    }),
  'jobs.list': () => Promise.resolve(jobs.list()),
  'job.cancel': ({ jobId }) => Promise.resolve(jobs.cancel(jobId)),
  'job.wait': ({ jobId }) => jobs.wait(jobId),
})
