/** One job that a person waits for in a dialog or on a screen, from its start to its end. */
import type { JobView } from '../../../app/contract/jobs.ts'
import { ask, onSignal } from '../calls/bridge.ts'
import { claimJob, forgetJob, releaseJob } from './jobs.ts'

export interface FollowedJob {
  /** The ended job; rejects when it did not start, or when the process that ran it has ended. */
  readonly ended: Promise<JobView>
  readonly cancel: () => void
  /** The caller no longer shows the job: `stop` ends it, `detach` moves it to the foot of the window. */
  readonly leave: (how: 'stop' | 'detach') => void
}

/** @param see receives the progress of the job until it has ended */
export const followJob = (started: Promise<JobView>, see: (job: JobView) => void): FollowedJob => {
  let jobId: string | undefined
  let left: 'stop' | 'detach' | undefined
  const cancel = (): void => {
    // A job that has just ended is known no more.
    if (jobId !== undefined) void ask('job.cancel', { jobId }).catch(() => undefined)
  }
  const settle = (): void => {
    if (left === 'stop') cancel()
    if (left === 'detach' && jobId !== undefined) releaseJob(jobId)
  }
  const follow = async (): Promise<JobView> => {
    const job = await started
    jobId = job.jobId
    claimJob(job)
    see(job)
    settle()
    const stop = onSignal((signal) => {
      if (signal.kind === 'job' && signal.job.jobId === jobId && signal.job.state === 'running') see(signal.job)
    })
    try {
      return await ask('job.wait', { jobId })
    } finally {
      stop()
      if (left !== 'detach') forgetJob(jobId)
    }
  }
  return {
    ended: follow(),
    cancel,
    leave: (how) => {
      left = how
      settle()
    },
  }
}
