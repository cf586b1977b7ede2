/** A long job that a person starts in a dialog: its progress, a way to stop it, and its result. */
import { useEffect, useRef, useState } from 'react'
import type { JobView } from '../../../app/contract/jobs.ts'
import type { Failure } from '../../../app/model/failure.ts'
import { failureOf } from '../calls/bridge.ts'
import { followJob, type FollowedJob } from './follow-job.ts'

export type JobRun<T> =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly job: JobView | undefined; readonly cancel: () => void }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'done'; readonly value: T }

/** The outcome of a job. */
export const jobRunFrom = <T>({ state, failure, result }: JobView): JobRun<T> => {
  // The result has the type that the contract promises for the call.
  if (state === 'done') return { kind: 'done', value: result as T }
  return failure === undefined ? { kind: 'idle' } : { kind: 'failed', failure }
}

export interface JobRunner<T> {
  readonly work: JobRun<T>
  /**
   * Ignored while a job runs. `asked` may give null: the person cancelled.
   * @param of the subject of the job: the result is shown only while the dialog has the same subject; default: until a reset
   */
  readonly start: (asked: () => Promise<JobView<T> | null>, of?: string) => void
  /** As if it had never been started. */
  readonly reset: () => void
}

/**
 * A job continues when its dialog closes; the foot of the window then shows it.
 * @param about the current subject of the dialog, in the dialog's words
 */
export const useJob = <T>(about?: string): JobRunner<T> => {
  const [work, setWork] = useState<JobRun<T>>({ kind: 'idle' })
  const [askedOf, setAskedOf] = useState<string>()
  const current = useRef<FollowedJob | 'asking' | undefined>(undefined)
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
      if (current.current !== 'asking') current.current?.leave('detach')
    }
  }, [])
  const settle = (next: JobRun<T>): void => {
    current.current = undefined
    if (isShown.current) setWork(next)
  }
  const follow = async (asked: () => Promise<JobView<T> | null>): Promise<JobRun<T>> => {
    const job = await asked()
    if (job === null) return { kind: 'idle' }
    const followed = followJob(Promise.resolve(job), (seen) => {
      if (isShown.current) setWork({ kind: 'running', job: seen, cancel: followed.cancel })
    })
    current.current = followed
    if (!isShown.current) followed.leave('detach')
    return jobRunFrom(await followed.ended)
  }
  const isOfAnother = askedOf !== undefined && askedOf !== about && work.kind !== 'running'
  return {
    work: isOfAnother ? { kind: 'idle' } : work,
    start: (asked, of) => {
      if (current.current !== undefined) return
      current.current = 'asking'
      setAskedOf(of)
      setWork({ kind: 'running', job: undefined, cancel: () => undefined })
      follow(asked).then(settle, (thrown: unknown) => settle({ kind: 'failed', failure: failureOf(thrown) }))
    },
    reset: () => {
      if (current.current === undefined) setWork({ kind: 'idle' })
    },
  }
}
