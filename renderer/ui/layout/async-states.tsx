/** The three states every screen shows: on its way, failed, nothing there. */
import { CircleAlert } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import type { Failure } from '../../../app/model/failure.ts'
import { Button } from './button.tsx'
import { JobProgress } from '../jobs/job-progress.tsx'
import type { QueryState, Working } from '../calls/use-query.ts'
import { failureHint } from './failure-hint.ts'
import './async-states.css'

const patienceMs = 150

export interface PendingProps {
  /** The running work, without a full stop: “Reading the session”. */
  readonly what: string
  /** The job that works it out, as far as it is known. */
  readonly working?: Working | undefined
}

/** Says what is awaited; drawn only after a moment, so that quick answers do not flicker. */
export const Pending = ({ what, working }: PendingProps): ReactNode => {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), patienceMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="state" role="status" aria-busy="true">
      {isSlow ? <Awaited what={what} working={working} /> : null}
    </div>
  )
}

const Awaited = ({ what, working }: PendingProps): ReactNode =>
  working === undefined ? (
    <>
      <div className="pending-bar" />
      <span>{what}…</span>
    </>
  ) : (
    <JobProgress job={working.job} onCancel={working.cancel} />
  )

/** The failure, and what the person can do next. */
export const FailureNotice = ({ failure, retry }: { readonly failure: Failure; readonly retry: (() => void) | undefined }): ReactNode => (
  <div className="state is-failure" role="alert">
    <CircleAlert size={22} aria-hidden="true" />
    <h2>{failure.message}</h2>
    <p>{failureHint(failure)}</p>
    <span className="mono">{failure.code}</span>
    {retry === undefined ? null : (
      <div className="state-actions">
        <Button label="Try again" onPress={retry} />
      </div>
    )}
  </div>
)

export interface EmptyProps {
  readonly title: string
  readonly children?: ReactNode
  readonly actions?: ReactNode
}

/** Nothing to show, why, and where to go from here. */
export const Empty = ({ title, children, actions }: EmptyProps): ReactNode => (
  <div className="state">
    <h2>{title}</h2>
    {children === undefined ? null : <p>{children}</p>}
    {actions === undefined ? null : <div className="state-actions">{actions}</div>}
  </div>
)

export interface LoadedProps<T> {
  readonly call: QueryState<T>
  /** The running work, without a full stop: “Reading the session”. */
  readonly what: string
  readonly children: (value: T) => ReactNode
}

/** Draws the answer of a call, or the state it is in. */
export const Loaded = <T,>({ call, what, children }: LoadedProps<T>): ReactNode => {
  if (call.kind === 'pending') return <Pending what={what} working={call.working} />
  if (call.kind === 'failed') return <FailureNotice failure={call.failure} retry={call.retry} />
  return children(call.value)
}
