/** A failure beside the place of the request, and what can be done next. */
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Failure } from '../../../app/model/failure.ts'
import { Button } from './button.tsx'
import { failureHint } from './failure-hint.ts'
import '../forms/forms.css'

export interface InlineFailureProps {
  readonly failure: Failure
  readonly retry?: () => void
}

export const InlineFailure = ({ failure, retry }: InlineFailureProps): ReactNode => (
  <div className="inline-failure" role="alert">
    <CircleAlert size={14} aria-hidden="true" />
    <span>
      {failure.message} <span className="faint">{failureHint(failure)}</span>
    </span>
    {retry === undefined ? null : (
      <>
        <span className="spring" />
        <Button label="Try again" isSmall onPress={retry} />
      </>
    )}
  </div>
)
