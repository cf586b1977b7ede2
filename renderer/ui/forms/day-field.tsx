/** A day as YYYY-MM-DD, or none: a filter that is marked while it is set. */
import type { ReactNode } from 'react'
import './filters.css'

export interface DayFieldProps {
  readonly label: string
  readonly value: string | undefined
  /** Days between which there is something; null: not known. */
  readonly first?: string | null
  readonly last?: string | null
  readonly onDay: (day: string | undefined) => void
}

export const DayField = ({ label, value, first, last, onDay }: DayFieldProps): ReactNode => (
  <label className="day-field">
    {label}{' '}
    <input
      className={`field ${value === undefined ? '' : 'is-set'}`}
      type="date"
      value={value ?? ''}
      min={first ?? undefined}
      max={last ?? undefined}
      onChange={(event) => onDay(event.target.value === '' ? undefined : event.target.value)}
    />
  </label>
)
