/** A job that runs: what it does now, how much of how much, how fast, how long still, and a way to stop it. */
import type { ReactNode } from 'react'
import type { JobView } from '../../../app/contract/jobs.ts'
import { Button } from '../layout/button.tsx'
import { jobProgress, jobShare, jobTitle } from './job-text.ts'
import './jobs.css'

export interface JobProgressProps {
  readonly job: JobView
  readonly onCancel: () => void
}

export const JobProgress = ({ job, onCancel }: JobProgressProps): ReactNode => (
  <div className="job" role="group" aria-label={jobTitle(job)}>
    <progress className="job-progress" aria-label={`${jobTitle(job)} progress`} max={1} {...shareOf(job)} />
    <span className="job-phase">
      <strong>{jobTitle(job)}</strong> {job.phase}
    </span>
    <span className="job-figures">{jobProgress(job)}</span>
    <Button label="Cancel" isSmall onPress={onCancel} />
  </div>
)

/** A progress element without a value is drawn as “busy”. */
const shareOf = (job: JobView): { readonly value?: number } => {
  const share = jobShare(job)
  return share === undefined ? {} : { value: share }
}
