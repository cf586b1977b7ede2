/** A field for a line of text in a form. */
import type { ReactNode } from 'react'
import './field.css'

export interface TextFieldProps {
  readonly label: string
  readonly placeholder: string
  readonly value: string
  readonly onValue: (value: string) => void
  readonly className?: string
}

export const TextField = ({ label, placeholder, value, onValue, className = '' }: TextFieldProps): ReactNode => (
  <label className={`field ${className}`}>
    <input
      aria-label={label}
      placeholder={placeholder}
      value={value}
      spellCheck={false}
      onChange={(event) => onValue(event.target.value)}
    />
  </label>
)
