/** One job at the foot of the window: running with its progress, or how it ended. */
import { CircleAlert, CircleCheck, CircleSlash, X } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import type { JobView } from '../../app/contract/jobs.ts'
import { sessionsAddress } from '../screens/sessions/address.ts'
import { Button } from '../ui/layout/button.tsx'
import { cancelJob, dismissJob } from '../ui/jobs/jobs.ts'
import { go } from '../ui/address/location.ts'
import { JobProgress } from '../ui/jobs/job-progress.tsx'
import { faultsIn, jobEnding, unreadableIn } from '../ui/jobs/job-text.ts'
import { failureHint, damagedPacksHint } from '../ui/layout/failure-hint.ts'
import { countOf } from '../../app/model/format/count.ts'

export const JobLine = ({ job }: { readonly job: JobView }): ReactNode =>
  job.state === 'running' ? (
    <JobProgress job={job} onCancel={() => cancelJob(job.jobId)} />
  ) : (
    <>
      <EndedJob job={job} />
      <UnreadableFiles job={job} />
    </>
  )

const hasFaults = (job: JobView): boolean => faultsIn(job) > 0

/** How long a success stays on screen. A failure stays until it is dismissed. */
const shownMs = 10_000

/** True for a job that ended well and leaves nothing to read. */
const isPlainSuccess = (job: JobView): boolean => job.state === 'done' && !hasFaults(job) && unreadableIn(job).length === 0

/** Dismisses a success after a while; not while the pointer or the focus is on it. */
const useLeaving = (job: JobView): { readonly onHold: () => void; readonly onRelease: () => void } => {
  const [isHeld, setHeld] = useState(false)
  const leaves = isPlainSuccess(job) && !isHeld
  useEffect(() => {
    if (!leaves) return
    const timer = setTimeout(() => dismissJob(job.jobId), shownMs)
    return () => clearTimeout(timer)
  }, [leaves, job.jobId])
  return { onHold: () => setHeld(true), onRelease: () => setHeld(false) }
}

const EndedJob = ({ job }: { readonly job: JobView }): ReactNode => {
  const { onHold, onRelease } = useLeaving(job)
  return (
    <div
      className={`job is-${hasFaults(job) ? 'failed' : job.state} ${unreadableIn(job).length > 0 ? 'is-lacking' : ''}`}
      onMouseEnter={onHold}
      onMouseLeave={onRelease}
      onFocus={onHold}
      onBlur={onRelease}
      role={job.state === 'failed' || hasFaults(job) ? 'alert' : 'status'}
    >
      <EndIcon job={job} />
      <span className="job-phase" title={job.failure === undefined ? undefined : failureHint(job.failure)}>
        {jobEnding(job)}
        {hintOf(job)}
      </span>
      {job.kind === 'import' && job.state === 'done' ? <Button label="Show sessions" isSmall onPress={() => go(sessionsAddress)} /> : null}
      {hasFaults(job) ? <Button label="Show details" isSmall onPress={() => go({ view: 'store' })} /> : null}
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
}

/**
 * The hint after a failure. A cancelled rebuild of the index has none: it keeps nothing, and the status bar shows that the index is
 * incomplete.
 */
const hintOf = ({ kind, state, failure }: JobView): string =>
  failure === undefined || (kind === 'reindex' && state === 'cancelled') ? '' : ` — ${failureHint(failure)}`

const EndIcon = ({ job }: { readonly job: JobView }): ReactNode => {
  if (job.state === 'failed' || unreadableIn(job).length > 0 || hasFaults(job)) return <CircleAlert size={14} aria-hidden="true" />
  return job.state === 'done' ? <CircleCheck size={14} aria-hidden="true" /> : <CircleSlash size={14} aria-hidden="true" />
}

/** The files that a restore could not read, below the line with its result. */
const UnreadableFiles = ({ job }: { readonly job: JobView }): ReactNode => {
  const files = unreadableIn(job)
  if (files.length === 0) return null
  return (
    <details className="job-unreadable" open>
      <summary>{countOf(files.length, 'unreadable file')}</summary>
      <p className="faint">{damagedPacksHint}</p>
      <ul aria-label="Unreadable files">
        {files.map(({ file, sessionId, reason }) => (
          <li key={`${sessionId} ${file}`}>
            <span className="mono">{file}</span> <span className="faint">of session</span> <span className="mono">{sessionId}</span>
            <span className="faint">: {reason}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
