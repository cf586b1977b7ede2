/** A filter of a list in its address; a press removes it. */
import { X } from 'lucide-react'
import type { ReactNode } from 'react'

export interface FilterChipProps {
  /** undefined: there is none. */
  readonly text: string | undefined
  readonly what: string
  readonly onRemove: () => void
}

export const FilterChip = ({ text, what, onRemove }: FilterChipProps): ReactNode =>
  text === undefined ? null : (
    <button type="button" className="button is-small" aria-pressed="true" onClick={onRemove}>
      {text} <X size={12} aria-label={`Show ${what}`} />
    </button>
  )
