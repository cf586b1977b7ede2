/** What went wrong, beside what was asked for, and what can be done next. */
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Failure } from '../../app/model/failure.ts'
import './forms.css'

export const InlineFailure = ({ failure }: { readonly failure: Failure }): ReactNode => (
  <div className="inline-failure" role="alert">
    <CircleAlert size={14} aria-hidden="true" />
    <span>
      {failure.message} <span className="faint">{failure.hint}</span>
    </span>
  </div>
)
