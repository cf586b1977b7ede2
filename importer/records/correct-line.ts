/** Reads a record again under a class that a person assigned: its events change, its place and the original rule stay. */
import type { AgentRules } from '../../app/model/agent.ts'
import type { RecordClass, ReferenceClass } from '../../app/model/record-class.ts'
import type { WholeLine } from '../../app/model/transcript-line.ts'
import { withCallIds } from './call-ids.ts'
import type { Dialect } from './dialect.ts'
import { normalise, shorten, typedText } from './normalise.ts'
import { headlineLimit } from './record-facts.ts'
import type { JsonObject } from '../../app/model/json-object.ts'
import { contentOf, readRecord, textOf, type TranscriptRecord } from '../../app/model/record.ts'

/** The classes of the reference rules for each class; a record that already has one of them keeps it. */
const referenceOf: Readonly<Partial<Record<RecordClass, readonly [ReferenceClass, ...ReferenceClass[]]>>> = {
  human_prompt: ['human_prompt'],
  command: ['command_name', 'command_message'],
  bash_input: ['bash_input'],
  tool_result: ['tool_result'],
  compaction_summary: ['continuation'],
  meta: ['meta_other', 'skill'],
  task_notification: ['task_notification'],
  teammate_message: ['teammate'],
  local_command: ['local_command_stdout', 'local_command_stderr', 'local_command_caveat'],
  bash_injection: ['bash_stdout'],
  auto_continuation: ['auto_continuation'],
  plan_handover: ['human_prompt'],
  interrupt: ['interrupted'],
  hook_feedback: ['meta_other'],
  system_reminder: ['meta_other'],
  sidechain_prompt: ['sidechain_prompt'],
  peer_message: ['meta_other', 'teammate'],
  scheduled: ['auto_continuation', 'meta_other'],
  unknown_origin: ['meta_other'],
  unknown_wrapper: ['meta_other'],
  empty: ['none'],
}

const referenceClassOf = (line: WholeLine, given: RecordClass): ReferenceClass => {
  const fitting = line.type === 'user' ? referenceOf[given] : undefined
  return fitting === undefined || fitting.includes(line.referenceClass) ? line.referenceClass : fitting[0]
}

/** The text of a record; a queue operation has it outside of a message. */
export const promptText = (rules: Pick<AgentRules, 'saidIn'>, record: TranscriptRecord): string => {
  if (record.type === 'queue-operation') return (textOf(record.content) ?? '').trim()
  return rules.saidIn(record)
}

/** The line with the given class, and with the headline and events that follow from it. */
export const correctLine = (dialect: Dialect, line: WholeLine, json: JsonObject, given: RecordClass): WholeLine => {
  const record = readRecord(json)
  const text = promptText(dialect, record)
  const referenceClass = referenceClassOf(line, given)
  return {
    ...line,
    class: given,
    referenceClass,
    mentionsInjected: referenceClass === 'human_prompt' && dialect.mentionsInjected(record),
    headline: shorten(typedText(given, text), headlineLimit),
    events: withCallIds(
      normalise(record, given, text),
      line.toolUses.map(({ id }) => id),
      line.toolResultIds,
    ),
  }
}

/**
 * Text that names a record: a copy of it in another file or session has the same, any other record another.
 * With a uuid it is uuid, type and content, since a fork rewrites the rest; without one the bytes and the place in the session.
 */
export const recordIdentity = (json: JsonObject, bytes: Buffer, sessionId: string, line: number): string => {
  const record = readRecord(json)
  const whole = bytes.toString('latin1').trimEnd()
  if (record.uuid === undefined) return JSON.stringify(['line', sessionId, line, whole])
  try {
    return JSON.stringify(['uuid', record.uuid, record.type ?? null, contentOf(record) ?? null])
  } catch {
    // Content that is nested too deeply to be written again.
    return JSON.stringify(['uuid', record.uuid, whole])
  }
}
