/** A filter that is typed, marked while it is set; Escape clears it. */
import type { ReactNode } from 'react'
import { useTyped } from './use-typed.ts'
import './field.css'
import './filters.css'

export interface TextFilterProps {
  readonly label: string
  readonly hint: string
  readonly text: string | undefined
  readonly onText: (text: string | undefined) => void
}

export const TextFilter = ({ label, hint, text, onText }: TextFilterProps): ReactNode => {
  const { typed, setTyped, onKeyDown } = useTyped(text, onText)
  return (
    <div className={`field text-filter ${text === undefined ? '' : 'is-set'}`}>
      <input
        type="text"
        aria-label={label}
        placeholder={label}
        title={hint}
        value={typed}
        spellCheck={false}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={onKeyDown}
      />
    </div>
  )
}
