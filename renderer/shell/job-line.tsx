/** One job at the foot of the window: running with its progress, or how it ended. */
import { CircleAlert, CircleCheck, CircleSlash, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { JobView } from '../../app/contract/signals.ts'
import { sessionsAddress } from '../ui/address.ts'
import { Button } from '../ui/button.tsx'
import { cancelJob, dismissJob } from '../ui/jobs.ts'
import { go } from '../ui/place.ts'
import { JobProgress } from '../ui/job-progress.tsx'
import { jobEnding, unreadableIn } from '../ui/job-text.ts'
import { failureHint } from '../ui/failure-hint.ts'
import { UnreadableFiles } from './unreadable-files.tsx'

export const JobLine = ({ job }: { readonly job: JobView }): ReactNode =>
  job.state === 'running' ? (
    <JobProgress job={job} onCancel={() => cancelJob(job.jobId)} />
  ) : (
    <>
      <EndedJob job={job} />
      <UnreadableFiles job={job} />
    </>
  )

const EndedJob = ({ job }: { readonly job: JobView }): ReactNode => (
  <div
    className={`job is-${job.state} ${unreadableIn(job).length > 0 ? 'is-lacking' : ''}`}
    role={job.state === 'failed' ? 'alert' : 'status'}
  >
    <EndIcon job={job} />
    <span className="job-phase" title={job.failure === undefined ? undefined : failureHint(job.failure)}>
      {jobEnding(job)}
      {hintOf(job)}
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

/** Of an index whose rebuild was stopped nothing new is kept; the foot says when it is incomplete. */
const hintOf = ({ kind, state, failure }: JobView): string =>
  failure === undefined || (kind === 'reindex' && state === 'cancelled') ? '' : ` — ${failureHint(failure)}`

const EndIcon = ({ job }: { readonly job: JobView }): ReactNode => {
  if (job.state === 'failed' || unreadableIn(job).length > 0) return <CircleAlert size={14} aria-hidden="true" />
  return job.state === 'done' ? <CircleCheck size={14} aria-hidden="true" /> : <CircleSlash size={14} aria-hidden="true" />
}
