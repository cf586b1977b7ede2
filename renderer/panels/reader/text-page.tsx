/** A page of a long text, and the next one when a person asks for it. */
import { useState, type ReactNode } from 'react'
import type { QueryState } from '../../ui/calls/use-query.ts'
import { AnsiText } from '../../ui/layout/ansi-text.tsx'
import { Loaded } from '../../ui/layout/async-states.tsx'

interface Page {
  readonly text: string
  /** Where the next page begins, and where the text ends, in the same unit. */
  readonly to: number
  readonly end: number
}

export interface TextPageProps<T> {
  readonly label: string
  readonly call: QueryState<T>
  readonly pageOf: (answer: T) => Page
  /** How much is left, in words. */
  readonly formatLeft: (left: number) => string
  /** The page that begins there. */
  readonly next: (from: number) => ReactNode
}

export const TextPage = <T,>({ label, call, pageOf, formatLeft, next }: TextPageProps<T>): ReactNode => {
  const [isContinued, setContinued] = useState(false)
  return (
    <Loaded call={call} what={`Reading the ${label.toLowerCase()}`}>
      {(answer) => {
        const { text, to, end } = pageOf(answer)
        return (
          <>
            {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
            <pre className="whole-text" role="region" tabIndex={0} aria-label={label}>
              <AnsiText text={text} />
            </pre>
            {to < end && !isContinued ? (
              <button type="button" className="fold-more" onClick={() => setContinued(true)}>
                {`Show more (${formatLeft(end - to)} left)`}
              </button>
            ) : null}
            {isContinued ? next(to) : null}
          </>
        )
      }}
    </Loaded>
  )
}
