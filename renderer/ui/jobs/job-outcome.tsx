/** How far long work is that was started in a dialog, or what came of it. */
import { useEffect, useRef, type ReactNode } from 'react'
import { InlineFailure } from '../layout/inline-failure.tsx'
import { Pending } from '../layout/async-states.tsx'
import type { JobRun } from './use-job.ts'
import '../forms/forms.css'

export interface JobOutcomeProps<T> {
  readonly work: JobRun<T>
  /** The running work, without a full stop: “Exporting”. */
  readonly what: string
  /** The form has nothing above it. */
  readonly isWhole?: boolean
  /** Before it is started. */
  readonly before: ReactNode
  readonly children: (value: T) => ReactNode
}

export const JobOutcome = <T,>(props: JobOutcomeProps<T>): ReactNode => {
  const result = useRef<HTMLDivElement>(null)
  const { kind } = props.work
  // The progress and the result are in sight, however long the form is.
  useEffect(() => {
    if (kind === 'running' || kind === 'done') result.current?.scrollIntoView({ block: 'nearest' })
  }, [kind])
  return (
    <div ref={result} className={`form-result ${props.isWhole === true ? 'is-whole' : ''}`} aria-live="polite">
      {drawn(props)}
    </div>
  )
}

const drawn = <T,>({ work, what, before, children }: JobOutcomeProps<T>): ReactNode => {
  switch (work.kind) {
    case 'idle':
      return before
    case 'running':
      return <Pending what={what} working={work.job === undefined ? undefined : { job: work.job, cancel: work.cancel }} />
    case 'failed':
      return <InlineFailure failure={work.failure} />
    case 'done':
      return children(work.value)
  }
}
