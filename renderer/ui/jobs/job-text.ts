/** A job's progress in words: what, how much of how much, how fast, how long still. */
import type { RepairResult } from '../../../app/contract/repair.ts'
import type { VerifyResult } from '../../../app/contract/verify.ts'
import type { RestoreResult, UnreadableFile } from '../../../app/contract/restore.ts'
import type { JobView } from '../../../app/contract/jobs.ts'
import { formatBytes } from '../../../app/model/format/bytes.ts'
import { formatCount } from '../../../app/model/format/count.ts'
import { formatDuration } from '../../../app/model/format/duration.ts'

type Unit = JobView['unit']

const titles: Readonly<Record<JobView['kind'], string>> = {
  import: 'Import',
  verify: 'Verify',
  reindex: 'Rebuild index',
  repair: 'Repair',
  restore: 'Restore',
  bundle: 'Bundle',
  push: 'Push',
  'take-in': 'Receive',
  summarise: 'Write summaries',
  compact: 'Compact a chain',
  gc: 'Collect garbage',
  remove: 'Remove sessions',
  table: 'Save rows',
  facts: 'Count',
  materialise: 'Materialise',
  export: 'Export',
  secrets: 'Search for secrets',
  compare: 'Compare',
  search: 'Search index',
  find: 'Search',
  lake: 'Write lake',
  checkout: 'Check out files',
  drift: 'Compare files',
  backtest: 'Backtest',
  recall: 'Recall',
}

export const jobTitle = (job: JobView): string => titles[job.kind]

/** `1.2 of 3.4 GB · 320 MB/s · 12 s left`; unknown parts are omitted, so a waiting job has no text. */
export const jobProgress = (job: JobView): string =>
  [amount(job), job.rate === undefined ? undefined : `${inUnit(job.rate, job.unit)}/s`, timeLeft(job)]
    .filter((part) => part !== undefined)
    .join(' · ')

const amount = ({ done, total, unit }: JobView): string | undefined => {
  if (total !== undefined) return `${unit === 'bytes' ? formatBytes(done) : formatCount(done)} of ${inUnit(total, unit)}`
  return done === 0 ? undefined : inUnit(done, unit)
}

const timeLeft = ({ elapsedMs, remainingMs }: JobView): string | undefined => {
  if (remainingMs !== undefined) return `${formatDuration(remainingMs)} left`
  return elapsedMs < 1000 ? undefined : `${formatDuration(elapsedMs)} elapsed`
}

const inUnit = (count: number, unit: Unit): string => (unit === 'bytes' ? formatBytes(count) : `${formatCount(count)} ${unit}`)

/** Done over total, 0 to 1; undefined while the total is not known. */
export const jobShare = ({ done, total }: JobView): number | undefined => {
  if (total === undefined) return undefined
  return total === 0 ? 1 : Math.min(1, done / total)
}

/** How a job ended, in one line. */
export const jobEnding = (job: JobView): string => {
  if (job.state === 'failed') return `${jobTitle(job)} failed: ${job.failure?.message ?? 'no reason reported'}`
  if (job.state === 'cancelled') return `${jobTitle(job)} cancelled`
  return job.summary ?? `${jobTitle(job)} finished in ${formatDuration(job.elapsedMs)}`
}

/** The files that a restore passed over because they could not be read. */
export const unreadableIn = ({ kind, state, result }: JobView): readonly UnreadableFile[] =>
  kind === 'restore' && state === 'done' ? (result as RestoreResult).unreadable : []

/** How many faults a check found, or how many artifacts a repair found lost. */
export const faultsIn = ({ kind, state, result }: JobView): number => {
  if (state !== 'done') return 0
  if (kind === 'verify') return (result as VerifyResult).faults.length
  return kind === 'repair' ? (result as RepairResult).lost.length : 0
}
