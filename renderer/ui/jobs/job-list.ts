/** The list of jobs as signals change it. */
import type { JobView } from '../../../app/contract/jobs.ts'
import type { Failure } from '../../../app/model/failure.ts'

/** The list of jobs as signals change it. */
export type JobList = readonly JobView[]

/** The failure of a job whose engine has ended. */
const lost: Failure = {
  code: 'engine-stopped',
  message: 'the process that ran it ended',
  hint: 'Start it again. Completed work is kept.',
  data: {},
}

const keptEnded = 5

/** Whether the result of a job describes the state of the store: the next such job makes it out of date. */
const isOfStore = ({ kind }: JobView): boolean => kind === 'verify' || kind === 'repair'

const isOutdatedBy =
  (job: JobView) =>
  (each: JobView): boolean =>
    each.jobId !== job.jobId && each.state !== 'running' && isOfStore(each) && isOfStore(job)

/** The list with the newest state of `job`. A job that has ended never runs again, however late a signal arrives. */
export const withJob = (jobs: JobList, job: JobView): JobList => {
  const known = jobs.find((each) => each.jobId === job.jobId)
  if (known !== undefined && known.state !== 'running' && job.state === 'running') return jobs
  const isOutdated = isOutdatedBy(job)
  const current = jobs.filter((each) => !isOutdated(each))
  const next = known === undefined ? [...current, job] : current.map((each) => (each.jobId === job.jobId ? job : each))
  const ended = next.filter((each) => each.state !== 'running').slice(-keptEnded)
  return next.filter((each) => each.state === 'running' || ended.includes(each))
}

/** The list after another engine has begun to answer, which knows only these jobs: those that ran before have ended. */
export const withoutLost = (jobs: JobList, known: JobList): JobList =>
  jobs.map((job) =>
    job.state === 'running' && !known.some(({ jobId }) => jobId === job.jobId) ? { ...job, state: 'failed', failure: lost } : job,
  )
