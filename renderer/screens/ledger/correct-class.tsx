/** Says what a record is, in the place of the rule; can be taken back. */
import type { ReactNode } from 'react'
import type { LedgerRecord } from '../../../app/contract/ledger.ts'
import { classesFor } from '../../../app/model/correction.ts'
import type { RecordClass } from '../../../app/model/record-class.ts'
import { ask } from '../../ui/calls/bridge.ts'
import { CorrectForm } from '../../ui/forms/correct-form.tsx'
import { showFailure } from '../../ui/layout/notice.ts'
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
  if (choices.length === 0)
    return <p className="faint">The class follows from the type, {record.recordType || 'none'}, and cannot be corrected.</p>
  return (
    <CorrectForm
      what="class"
      of="Record"
      id="record"
      choices={choices}
      current={record.class}
      nameOf={(name) => name.replaceAll('_', ' ')}
      rule={record.classByRule === null ? undefined : `${record.rule} decides again`}
      waiting="Recounting…"
      onPut={(recordClass, reason) => correct(record, recordClass, reason)}
    />
  )
}
