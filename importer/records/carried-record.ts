/** The message of a sub-agent that an agent_progress record carries, as the record that the sub-agent's own transcript would have. */
import { isObject } from '../../app/model/json-object.ts'
import { readRecord, type TranscriptRecord } from '../../app/model/record.ts'

/** Uuid of the message that was carried; undefined: the record says something itself. */
export const carriedUuid = ({ data }: TranscriptRecord): string | undefined => {
  const uuid = data?.['type'] === 'agent_progress' && isObject(data['message']) ? data['message']['uuid'] : undefined
  return typeof uuid === 'string' ? uuid : undefined
}

/**
 * The record that contains the message: the record itself, or the one that it carries, with the folder, branch and client of the outer
 * record.
 */
export const spokenRecord = (record: TranscriptRecord): TranscriptRecord => {
  const { type, data, timestamp, cwd, gitBranch, version, sessionId } = record
  if (type !== 'progress' || data?.['type'] !== 'agent_progress' || !isObject(data['message'])) return record
  return { ...readRecord(data['message']), data, timestamp, cwd, gitBranch, version, sessionId }
}
