/** The list of jobs as signals change it. */
import type { JobView } from '../../app/contract/signals.ts'

export type JobList = readonly JobView[]

const keptEnded = 5

/** The list with the newest state of `job`. A job that has ended never runs again, however late a signal arrives. */
export const withJob = (jobs: JobList, job: JobView): JobList => {
  const known = jobs.find((each) => each.jobId === job.jobId)
  if (known !== undefined && known.state !== 'running' && job.state === 'running') return jobs
  const others = jobs.filter((each) => each.jobId !== job.jobId)
  const next = known === undefined ? [...others, job] : jobs.map((each) => (each.jobId === job.jobId ? job : each))
  const ended = next.filter((each) => each.state !== 'running').slice(-keptEnded)
  return next.filter((each) => each.state === 'running' || ended.includes(each))
}
