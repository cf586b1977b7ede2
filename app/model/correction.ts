/** Classes that a person corrects, and which records can get which class. */
import type { RecordClass } from './record-class.ts'
import { userClasses } from './record-class.ts'

/** A corrected class. It belongs to the record, not to a place in a file. */
export interface Correction {
  /** Identifies the record by its content; see the importer's record key. */
  readonly recordKey: string
  readonly class: RecordClass
  /** The file in which the record was corrected. */
  readonly sourceId: string
  readonly line: number
  readonly sessionId: string
  /** Undefined: the record has none, and the correction applies only to this line of this session. */
  readonly uuid: string | undefined
  readonly reason: string | undefined
  /** Milliseconds since 1970. */
  readonly correctedAt: number
}

/** Classes of messages in the prompt queue that no person typed. */
const untyped = ['task_notification', 'teammate_message', 'peer_message', 'scheduled', 'meta'] as const satisfies readonly RecordClass[]

const byType: Readonly<Record<string, readonly RecordClass[]>> = {
  user: userClasses,
  assistant: ['reply', 'error'],
  'attachment/queued_command': ['queued_prompt', 'command', ...untyped, 'sidechain_prompt', 'bookkeeping'],
  'queue-operation/enqueue': ['queued_prompt', 'command', ...untyped, 'bookkeeping'],
}

/** The classes that a record of this type can be given. Empty: its class follows from its type, there is nothing to correct. */
export const classesFor = (recordType: string, subtype: string | null | undefined): readonly RecordClass[] => {
  const name = subtype === null || subtype === undefined || Object.hasOwn(byType, recordType) ? recordType : `${recordType}/${subtype}`
  return Object.hasOwn(byType, name) ? (byType[name] ?? []) : []
}
