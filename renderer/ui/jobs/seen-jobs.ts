/** Which jobs a window has shown, also before it was loaded again: kept until it is closed. */
import type { JobView } from '../../../app/contract/jobs.ts'
import type { JobList } from './job-list.ts'

/** The jobs that the window knew before it was loaded again. */
export interface SeenJobs {
  /** Ids of the jobs that had ended. */
  readonly ended: readonly string[]
  /** Ids of the ended jobs that were still on the screen. */
  readonly shown: readonly string[]
}

const maxSeen = 1000

export const nothingSeen: SeenJobs = { ended: [], shown: [] }

/** The state that a window saves: a job that has left the list was seen. */
export const seenAfter = (before: SeenJobs, known: JobList, onScreen: JobList): SeenJobs => {
  const ended = [...known, ...onScreen].filter(({ state }) => state !== 'running').map(({ jobId }) => jobId)
  return {
    ended: [...new Set([...before.ended, ...ended])].slice(-maxSeen),
    shown: onScreen.filter(({ state }) => state !== 'running').map(({ jobId }) => jobId),
  }
}

/**
 * The jobs that run, and how an import or a failure ended that this window has not shown. What it has shown returns only while it is true: a
 * failure that was not dismissed, and after which no job of its kind went well.
 */
export const newsAtFirst = (known: JobList, { ended, shown }: SeenJobs): JobList =>
  known.filter((job, place) => {
    if (job.state === 'running') return true
    if (!ended.includes(job.jobId)) return job.kind === 'import' || job.state === 'failed'
    return job.state === 'failed' && shown.includes(job.jobId) && !isOvertaken(job, known.slice(place + 1))
  })

const isOvertaken = ({ kind }: JobView, later: JobList): boolean => later.some((job) => job.kind === kind && job.state === 'done')

const key = 'strata.jobs'

const idsIn = (value: unknown): readonly string[] => (Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [])

export const seenJobs = (): SeenJobs => {
  try {
    const json: unknown = JSON.parse(window.sessionStorage.getItem(key) ?? 'null')
    if (typeof json !== 'object' || json === null) return nothingSeen
    return { ended: idsIn('ended' in json ? json.ended : []), shown: idsIn('shown' in json ? json.shown : []) }
  } catch {
    // Without storage everything is news.
    return nothingSeen
  }
}

export const keepSeenJobs = (seen: SeenJobs): void => {
  try {
    window.sessionStorage.setItem(key, JSON.stringify(seen))
  } catch {
    // Without storage everything is news.
  }
}
