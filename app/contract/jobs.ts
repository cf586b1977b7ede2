/** Long work: its progress and its end. */
import { z } from 'zod'
import { call, id, noTables, nothing } from './call.ts'
import type { Failure } from '../model/failure.ts'

export type JobKind =
  | 'import'
  | 'verify'
  | 'reindex'
  | 'repair'
  | 'restore'
  | 'summarise'
  | 'compact'
  | 'bundle'
  | 'push'
  | 'take-in'
  | 'gc'
  | 'remove'
  | 'table'
  | 'facts'
  | 'materialise'
  | 'export'
  | 'secrets'
  | 'compare'
  | 'lake'
  | 'checkout'
  | 'drift'
  | 'search'
  | 'find'
  | 'backtest'
  | 'recall'
export type JobState = 'running' | 'done' | 'failed' | 'cancelled'

/** Progress of one job. `done` and `total` count `unit`; undefined total: not known yet. */
export interface JobView<Result = unknown> {
  readonly jobId: string
  readonly kind: JobKind
  readonly state: JobState
  /** The current phase as text, for example “Reading transcripts”. */
  readonly phase: string
  readonly done: number
  readonly total: number | undefined
  readonly unit: 'bytes' | 'files' | 'sessions' | 'entries' | 'commits' | 'passages'
  /** Units per second over the last seconds; undefined at the start. */
  readonly rate: number | undefined
  /** Milliseconds since the start, and until the end as estimated from the rate. */
  readonly elapsedMs: number
  readonly remainingMs: number | undefined
  /** One line per finished job; the counts are in `result`. */
  readonly summary: string | undefined
  readonly result: Result | undefined
  readonly failure: Failure | undefined
}

export const jobsCalls = {
  'jobs.list': call<readonly JobView[]>('reads', noTables)(() => nothing),
  'job.cancel': call<JobView>('once', noTables)(() => z.object({ jobId: id })),
  /** Resolves when the job has ended. */
  'job.wait': call<JobView>('once', noTables)(() => z.object({ jobId: id })),
} as const
