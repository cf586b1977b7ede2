/** One job at the foot of the window: running with its progress, or how it ended. */
import { CircleAlert, CircleCheck, CircleSlash, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { JobView } from '../../app/contract/signals.ts'
import { sessionsAddress } from '../ui/address.ts'
import { Button } from '../ui/button.tsx'
import { cancelJob, dismissJob } from '../ui/jobs.ts'
import { go } from '../ui/place.ts'
import { jobEnding, jobProgress, jobShare, jobTitle } from './job-text.ts'

export const JobLine = ({ job }: { readonly job: JobView }): ReactNode =>
  job.state === 'running' ? <RunningJob job={job} /> : <EndedJob job={job} />

const RunningJob = ({ job }: { readonly job: JobView }): ReactNode => (
  <div className="job" role="group" aria-label={jobTitle(job)}>
    <progress className="job-progress" aria-label={`${jobTitle(job)} progress`} max={1} {...shareOf(job)} />
    <span className="job-phase">
      <strong>{jobTitle(job)}</strong> {job.phase}
    </span>
    <span className="job-figures">{jobProgress(job)}</span>
    <Button label="Cancel" isSmall onPress={() => cancelJob(job.jobId)} />
  </div>
)

/** A progress element without a value is drawn as “busy”. */
const shareOf = (job: JobView): { readonly value?: number } => {
  const share = jobShare(job)
  return share === undefined ? {} : { value: share }
}

const EndedJob = ({ job }: { readonly job: JobView }): ReactNode => (
  <div className={`job is-${job.state}`} role={job.state === 'failed' ? 'alert' : 'status'}>
    <EndIcon job={job} />
    <span className="job-phase" title={job.failure?.hint}>
      {jobEnding(job)}
      {job.failure === undefined ? null : ` — ${job.failure.hint}`}
    </span>
    {job.kind === 'import' && job.state === 'done' ? (
      <Button label="Show the sessions" isSmall onPress={() => go(sessionsAddress)} />
    ) : null}
    <Button
      label="Dismiss"
      isIconOnly
      isSmall
      look="quiet"
      icon={<X size={14} aria-hidden="true" />}
      onPress={() => dismissJob(job.jobId)}
    />
  </div>
)

const EndIcon = ({ job }: { readonly job: JobView }): ReactNode => {
  if (job.state === 'failed') return <CircleAlert size={14} aria-hidden="true" />
  return job.state === 'done' ? <CircleCheck size={14} aria-hidden="true" /> : <CircleSlash size={14} aria-hidden="true" />
}
