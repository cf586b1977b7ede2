/** The commits, refs or sessions to transfer: all, or the named ones. */
import { useId, type ReactNode } from 'react'
import { useQuery } from '../../ui/calls/use-query.ts'

export interface NamesFieldProps {
  /** undefined: everything. */
  readonly names: string | undefined
  readonly onNames: (names: string | undefined) => void
}

export const namesIn = (names: string | undefined): string[] => (names ?? '').split(/[\s,]+/).filter((name) => name !== '')

/** Nothing is named, though not everything is meant. */
export const lacksNames = (names: string | undefined): boolean => names !== undefined && namesIn(names).length === 0

export const NamesField = ({ names, onNames }: NamesFieldProps): ReactNode => {
  const group = useId()
  return (
    <div className="form-row" role="radiogroup" aria-label="Scope">
      <span>Scope</span>
      <div className="form-choices">
        <label className="form-choice">
          <input type="radio" name={group} checked={names === undefined} onChange={() => onNames(undefined)} /> Everything
        </label>
        <label className="form-choice">
          <input type="radio" name={group} checked={names !== undefined} onChange={() => onNames('')} /> Selected items…
        </label>
      </div>
      {names === undefined ? null : (
        <label className="field form-wide">
          <input
            aria-label="Commits, refs or sessions"
            placeholder="ctx-…, fork/name or a session; separate with spaces"
            value={names}
            spellCheck={false}
            // eslint-disable-next-line jsx-a11y/no-autofocus -- it appears because the person asked for it
            autoFocus
            onChange={(event) => onNames(event.target.value)}
          />
        </label>
      )}
      {names === undefined ? null : <AddSession names={names} onNames={onNames} />}
    </div>
  )
}

/** Sessions that are offered by their titles. */
const maxOffered = 100

const AddSession = ({ names, onNames }: { readonly names: string; readonly onNames: (names: string) => void }): ReactNode => {
  const recent = useQuery('sessions.list', { limit: maxOffered, counts: false })
  if (recent.kind !== 'done') return null
  const rest = recent.value.rows.filter(({ sessionId }) => !namesIn(names).includes(sessionId))
  return (
    <select
      className="field form-wide"
      aria-label="Add session"
      value=""
      onChange={({ target }) => onNames([...namesIn(names), target.value].join(' '))}
    >
      <option value="">Add recent session…</option>
      {rest.map(({ sessionId, title }) => (
        <option key={sessionId} value={sessionId}>
          {title}
        </option>
      ))}
    </select>
  )
}
