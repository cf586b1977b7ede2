/** A long job that a person starts in a dialog: how it goes on, a way to stop it, and what came of it. */
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

/** What a job came to. */
export const jobRunFrom = <T>({ state, failure, result }: JobView): JobRun<T> => {
  // The result has the type that the contract promises for the call.
  if (state === 'done') return { kind: 'done', value: result as T }
  return failure === undefined ? { kind: 'idle' } : { kind: 'failed', failure }
}

export interface JobRunner<T> {
  readonly work: JobRun<T>
  /**
   * Ignored while it works. `asked` may give null: the person thought better of it.
   * @param of what was asked about: what comes of it is shown only as long as the dialog is about the same; left out: until it is reset
   */
  readonly start: (asked: () => Promise<JobView<T> | null>, of?: string) => void
  /** As if it had never been started. */
  readonly reset: () => void
}

/**
 * A job that is left while it runs goes on, and is told of at the foot of the window.
 * @param about what the dialog is about now, in words of its own
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
      if (current.current !== 'asking') current.current?.leave('goOn')
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
    if (!isShown.current) followed.leave('goOn')
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
