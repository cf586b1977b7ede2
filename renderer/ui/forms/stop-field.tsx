/** How far back the conversation goes: to the nearest compaction, to the root, or to an ancestor. */
import { useId, useState, type ReactNode } from 'react'
import { takesFocus } from '../layout/panel.tsx'
import { useQuery } from '../calls/use-query.ts'

export interface StopFieldProps {
  readonly commitId: string
  readonly stop: string
  readonly onStop: (stop: string) => void
  /** Default: all three. */
  readonly kinds?: readonly (readonly [Kind, string])[]
}

type Kind = 'compaction' | 'root' | 'ancestor'

const everyKind: readonly (readonly [Kind, string])[] = [
  ['compaction', 'Nearest compaction'],
  ['root', 'Root (everything)'],
  ['ancestor', 'Ancestor…'],
]

const kindOf = (stop: string): Kind => (stop === 'compaction' || stop === 'root' ? stop : 'ancestor')

const ancestorsListed = 500

export const StopField = ({ commitId, stop, onStop, kinds = everyKind }: StopFieldProps): ReactNode => {
  const name = useId()
  const [chosenKind, setKind] = useState(kindOf(stop))
  // Another component may have chosen an ancestor.
  const kind = kindOf(stop) === 'ancestor' ? 'ancestor' : chosenKind
  const choose = (chosen: Kind): void => {
    setKind(chosen)
    if (chosen !== 'ancestor') onStop(chosen)
  }
  return (
    <div className="form-row" role="radiogroup" aria-label="Start">
      <span>Start</span>
      <div className="form-choices">
        {kinds.map(([value, label]) => (
          <label key={value} className="form-choice">
            <input
              type="radio"
              name={name}
              checked={kind === value}
              {...(kind === value ? takesFocus : {})}
              onChange={() => choose(value)}
            />{' '}
            {label}
          </label>
        ))}
      </div>
      {kind === 'ancestor' ? <AncestorField key={stop} commitId={commitId} stop={stop} onStop={onStop} /> : null}
    </div>
  )
}

const AncestorField = ({ commitId, stop, onStop }: StopFieldProps): ReactNode => {
  const list = useId()
  const call = useQuery('chain.log', { of: commitId, limit: ancestorsListed })
  const ancestors = call.kind === 'done' ? call.value.commits.slice(1) : []
  const [typed, setTyped] = useState(stop === 'compaction' || stop === 'root' ? '' : stop)
  const give = (text: string): void => {
    if (text.trim() !== '') onStop(text.trim())
  }
  return (
    <div className="form-wide">
      <label className="field">
        <input
          aria-label="Ancestor id or ref"
          placeholder={ancestors.length === 0 ? 'No ancestors: this commit is a root' : 'ctx-…, fork or tag'}
          list={list}
          value={typed}
          spellCheck={false}
          // eslint-disable-next-line jsx-a11y/no-autofocus -- it appears because the person asked for it
          autoFocus
          onChange={(event) => {
            setTyped(event.target.value)
            if (ancestors.some((ancestor) => ancestor.commitId === event.target.value)) give(event.target.value)
          }}
          onBlur={() => give(typed)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            give(typed)
          }}
        />
      </label>
      <datalist id={list}>
        {ancestors.map((ancestor) => (
          <option key={ancestor.commitId} value={ancestor.commitId}>
            {ancestor.summary}
          </option>
        ))}
      </datalist>
    </div>
  )
}
