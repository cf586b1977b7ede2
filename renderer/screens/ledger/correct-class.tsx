/** Says what a record is, in the place of the rule; can be taken back. */
import { Check, Undo2 } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import type { LedgerRecord } from '../../../app/contract/ledger.ts'
import { classesFor } from '../../../app/model/correction.ts'
import type { RecordClass } from '../../../app/model/record-class.ts'
import { ask } from '../../ui/calls/bridge.ts'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { showFailure } from '../../ui/layout/notice.ts'
import { useCommands } from '../../ui/commands/commands.ts'
import type { RecordPlace } from '../../ui/address/record-key.ts'

/** Corrects a class, or takes the correction back; the window hears of the change as of any other. */
export const correct = (place: RecordPlace, recordClass: RecordClass | null, reason: string): Promise<void> =>
  ask('record.correct', {
    sourceId: place.sourceId,
    line: place.line,
    class: recordClass,
    ...(reason === '' ? {} : { reason }),
  }).then(() => undefined, showFailure)

export const CorrectClass = ({ record }: { readonly record: LedgerRecord }): ReactNode => {
  const choices = classesFor(record.recordType, record.subtype)
  const choice = useRef<HTMLSelectElement>(null)
  const [chosen, setChosen] = useState<RecordClass>()
  const [reason, setReason] = useState('')
  const [isWaiting, setWaiting] = useState(false)
  const put = (recordClass: RecordClass | null): void => {
    setWaiting(true)
    void correct(record, recordClass, reason).finally(() => {
      setWaiting(false)
      setChosen(undefined)
    })
  }
  const give = (): void => {
    if (chosen !== undefined && chosen !== record.class && !isWaiting) put(chosen)
  }
  const isCorrected = record.classByRule !== null
  useCommands([
    { id: 'record.correct', title: 'Correct class…', group: 'Record', keys: ['c'], run: () => choice.current?.focus() },
    {
      id: 'record.undo',
      title: 'Undo correction',
      group: 'Record',
      keys: ['u'],
      run: () => (isCorrected ? put(null) : undefined),
    },
  ])
  if (choices.length === 0)
    return <p className="faint">The class follows from the type, {record.recordType || 'none'}, and cannot be corrected.</p>
  return (
    <form
      className="ledger-correct"
      onSubmit={(event) => {
        event.preventDefault()
        give()
      }}
    >
      <label>
        Class{' '}
        <select
          ref={choice}
          className="field"
          value={chosen ?? record.class}
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
          {[...new Set([record.class, ...choices])].map((name) => (
            <option key={name} value={name}>
              {name.replaceAll('_', ' ')}
            </option>
          ))}
        </select>
      </label>
      <TextField label="Reason" placeholder="Reason, stored with the correction" value={reason} onValue={setReason} />
      <Button
        label="Correct"
        look="primary"
        isDisabled={isWaiting || chosen === undefined || chosen === record.class}
        icon={<Check size={14} aria-hidden="true" />}
        onPress={give}
      />
      {isCorrected ? (
        <Button
          label="Undo"
          hint={`Undo the correction: ${record.rule} decides again`}
          chord="u"
          isDisabled={isWaiting}
          icon={<Undo2 size={14} aria-hidden="true" />}
          onPress={() => put(null)}
        />
      ) : null}
      {isWaiting ? (
        <span className="faint" role="status">
          Recounting…
        </span>
      ) : null}
    </form>
  )
}
