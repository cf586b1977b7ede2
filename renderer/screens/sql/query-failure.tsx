/** What DuckDB says of a query that it refused, with the line it is about. */
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Failure } from '../../../app/model/failure.ts'
import { failureHint } from '../../ui/layout/failure-hint.ts'

export const QueryFailure = ({ failure }: { readonly failure: Failure }): ReactNode => {
  const { line, column } = failure.data
  return (
    <div className="sql-failure" role="alert">
      <p>
        <CircleAlert size={16} aria-hidden="true" /> <span className="mono">{failure.code}</span>
        {typeof line === 'number' && typeof column === 'number' ? ` at line ${line}, column ${column}` : ''}
      </p>
      <pre>{failure.message}</pre>
      <p className="faint">{failureHint(failure)}</p>
    </div>
  )
}
