/** How far the same work for several sessions is, or what came of it. */
import type { ReactNode } from 'react'
import { countOf, formatCount } from '../../../app/model/format/count.ts'
import type { ChosenSession } from '../commands/session-dialog.ts'
import { Button } from '../layout/button.tsx'
import type { EachRun } from './use-each.ts'
import './jobs.css'

export interface EachOutcomeProps<Value> {
  readonly run: EachRun<ChosenSession, Value>
  /** `Exporting`. */
  readonly what: string
  readonly onStop: () => void
  readonly before: ReactNode
  /** The outcome of those that succeeded. */
  readonly children: ReactNode
}

export const EachOutcome = <Value,>({ run, what, onStop, before, children }: EachOutcomeProps<Value>): ReactNode => (
  <div className="form-result" aria-live="polite">
    {run.state === 'idle' ? before : null}
    {run.state === 'running' ? (
      <div className="job" role="group" aria-label={what}>
        <progress className="job-progress" aria-label={`${what} progress`} max={run.total} value={doneOf(run)} />
        <span className="job-phase">
          <strong>{what}</strong>
        </span>
        <span className="job-figures">
          {formatCount(doneOf(run))} of {countOf(run.total, 'session')}
        </span>
        <Button label="Stop" isSmall onPress={onStop} />
      </div>
    ) : null}
    {run.state === 'done' ? (
      <>
        {doneOf(run) < run.total ? (
          <p>
            Stopped after {formatCount(doneOf(run))} of {countOf(run.total, 'session')}.
          </p>
        ) : null}
        {run.values.length > 0 ? children : null}
        <Failures run={run} />
      </>
    ) : null}
  </div>
)

const doneOf = ({ values, failures }: EachRun<ChosenSession, unknown>): number => values.length + failures.length

const Failures = ({ run: { failures } }: { readonly run: EachRun<ChosenSession, unknown> }): ReactNode =>
  failures.length === 0 ? null : (
    <section aria-label="Failed" className="lost">
      <h3 className="is-warn">{formatCount(failures.length)} failed</h3>
      <ul>
        {failures.map(({ item, failure }) => (
          <li key={item.sessionId}>
            {item.title} <span className="faint">{failure.message}</span>
          </li>
        ))}
      </ul>
    </section>
  )
