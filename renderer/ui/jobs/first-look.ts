/** Which jobs a window that was just loaded tells of. */
import type { JobView } from '../../../app/contract/jobs.ts'
import type { JobList } from './job-list.ts'

/** What the window knew before it was loaded again. */
export interface SeenJobs {
  /** Ids of the jobs that had ended. */
  readonly ended: readonly string[]
  /** Of these, the ids of the jobs that nobody had taken off the screen. */
  readonly shown: readonly string[]
}

const mostSeen = 1000

export const nothingSeen: SeenJobs = { ended: [], shown: [] }

/** What a window keeps: a job that has left the list was seen. */
export const seenAfter = (before: SeenJobs, known: JobList, onScreen: JobList): SeenJobs => {
  const ended = [...known, ...onScreen].filter(({ state }) => state !== 'running').map(({ jobId }) => jobId)
  return {
    ended: [...new Set([...before.ended, ...ended])].slice(-mostSeen),
    shown: onScreen.filter(({ state }) => state !== 'running').map(({ jobId }) => jobId),
  }
}

/**
 * The jobs that run, and how an import or a failure ended that this window has not told of. What it told of returns only while it is true: a
 * failure that was not dismissed, and after which no job of its kind went well.
 */
export const newsAtFirst = (known: JobList, { ended, shown }: SeenJobs): JobList =>
  known.filter((job, place) => {
    if (job.state === 'running') return true
    if (!ended.includes(job.jobId)) return job.kind === 'import' || job.state === 'failed'
    return job.state === 'failed' && shown.includes(job.jobId) && !isOvertaken(job, known.slice(place + 1))
  })

const isOvertaken = ({ kind }: JobView, later: JobList): boolean => later.some((job) => job.kind === kind && job.state === 'done')
