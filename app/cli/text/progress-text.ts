/** The progress of a job in words: phase, how much of how much, how fast, how long still. */
import type { JobView } from '../../contract/jobs.ts'
import { bytesText, countText, durationText } from './figures.ts'

const amount = (job: JobView, value: number): string => (job.unit === 'bytes' ? bytesText(value) : countText(Math.round(value)))

const unitText = (job: JobView): string => (job.unit === 'bytes' ? '' : ` ${job.unit}`)

const doneText = (job: JobView): string => {
  if (job.total === undefined) return job.done === 0 ? '' : `${amount(job, job.done)}${unitText(job)}`
  const percent = job.total === 0 ? 100 : Math.min(100, Math.floor((100 * job.done) / job.total))
  return `${String(percent).padStart(3)} %  ${amount(job, job.done)} of ${amount(job, job.total)}${unitText(job)}`
}

/** One line without a line end. */
export const progressText = (job: JobView): string =>
  [
    job.phase,
    doneText(job),
    job.rate === undefined || job.rate <= 0 ? '' : `${amount(job, job.rate)}${unitText(job)}/s`,
    job.remainingMs === undefined ? '' : `${durationText(job.remainingMs)} left`,
  ]
    .filter((part) => part !== '')
    .join('  ')
