/** A name for a commit, checked as it is typed. */
import { useId, type ReactNode } from 'react'
import { refNameFault, type GivenRefKind } from '../../../app/model/ref-name.ts'
import { takesFocus } from '../../ui/layout/panel.tsx'

export interface NameFieldProps {
  readonly kind: GivenRefKind
  readonly name: string
  readonly onName: (name: string) => void
}

export const NameField = ({ kind, name, onName }: NameFieldProps): ReactNode => {
  const field = useId()
  const hint = useId()
  const fault = name === '' ? undefined : refNameFault(kind, name)
  return (
    <div className="form-row">
      <label htmlFor={field}>Name</label>
      <div className="field">
        <span className="mono">{kind}/</span>
        <input
          {...takesFocus}
          id={field}
          value={name}
          spellCheck={false}
          autoComplete="off"
          aria-invalid={fault !== undefined}
          aria-describedby={hint}
          onChange={(event) => onName(event.target.value)}
        />
      </div>
      <span id={hint} className={`form-hint ${fault === undefined ? '' : 'is-wrong'}`} role="status">
        {fault === undefined ? '' : `Invalid name: ${fault}`}
      </span>
    </div>
  )
}
