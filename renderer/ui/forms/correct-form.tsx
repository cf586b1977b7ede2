/** Says what something is, in the place of a rule; can be taken back. */
import { Check, Undo2 } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import { useCommands } from '../commands/commands.ts'
import { Button } from '../layout/button.tsx'
import './correct-form.css'
import { TextField } from './text-field.tsx'

export interface CorrectFormProps<T extends string> {
  /** What is corrected: `class`, and of what: `Record`. */
  readonly what: string
  readonly of: string
  /** The prefix of the commands. */
  readonly id: string
  readonly choices: readonly T[]
  readonly current: string
  readonly nameOf: (value: string) => string
  /** What decides when the correction is undone; undefined: it is not corrected. */
  readonly rule: string | undefined
  readonly waiting: string
  /** @param value null: that of the rule again */
  readonly onPut: (value: T | null, reason: string) => Promise<void>
}

export const CorrectForm = <T extends string>(props: CorrectFormProps<T>): ReactNode => {
  const { what, of, id, choices, current, nameOf, rule, waiting, onPut } = props
  const choice = useRef<HTMLSelectElement>(null)
  const [chosen, setChosen] = useState<T>()
  const [reason, setReason] = useState('')
  const [isWaiting, setWaiting] = useState(false)
  const put = (value: T | null): void => {
    setWaiting(true)
    void onPut(value, reason).finally(() => {
      setWaiting(false)
      setChosen(undefined)
    })
  }
  const give = (): void => {
    if (chosen !== undefined && chosen !== current && !isWaiting) put(chosen)
  }
  useCommands([
    { id: `${id}.correct`, title: `Correct ${what}…`, group: of, keys: ['c'], run: () => choice.current?.focus() },
    { id: `${id}.undo`, title: 'Undo correction', group: of, keys: ['u'], run: () => (rule === undefined ? undefined : put(null)) },
  ])
  return (
    <form
      className="correct-form"
      onSubmit={(event) => {
        event.preventDefault()
        give()
      }}
    >
      <label>
        {what.charAt(0).toUpperCase() + what.slice(1)}{' '}
        <select
          ref={choice}
          className="field"
          value={chosen ?? current}
          disabled={isWaiting}
          aria-keyshortcuts="c"
          // The keys that move through the choices change the value immediately; Enter or the button confirms it.
          onChange={(event) => setChosen(choices.find((each) => each === event.target.value))}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            give()
          }}
        >
          {[...new Set([current, ...choices])].map((name) => (
            <option key={name} value={name}>
              {nameOf(name)}
            </option>
          ))}
        </select>
      </label>
      <TextField label="Reason" placeholder="Reason, stored with the correction" value={reason} onValue={setReason} />
      <Button
        label="Correct"
        look="primary"
        isDisabled={isWaiting || chosen === undefined || chosen === current}
        icon={<Check size={14} aria-hidden="true" />}
        onPress={give}
      />
      {rule === undefined ? null : (
        <Button
          label="Undo"
          hint={`Undo the correction: ${rule}`}
          chord="u"
          isDisabled={isWaiting}
          icon={<Undo2 size={14} aria-hidden="true" />}
          onPress={() => put(null)}
        />
      )}
      {isWaiting ? (
        <span className="faint" role="status">
          {waiting}
        </span>
      ) : null}
    </form>
  )
}
