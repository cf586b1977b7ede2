/** Who wrote what a record says, where no step of the work follows from it. */
import { agentOfFormat, transcriptFormat } from '../../importer/agents.ts'
import type { TranscriptRecord } from '../model/record.ts'
import { typedByHuman, type RecordClass } from '../model/record-class.ts'

const senders: Partial<Record<RecordClass, string>> = {
  teammate_message: 'messages of other agents',
  peer_message: 'messages of other agents',
  sidechain_prompt: 'messages of other agents',
  scheduled: 'scheduled prompts',
  unknown_origin: 'messages of unknown origin',
  unknown_wrapper: 'messages of unknown origin',
}

/** @returns `person`, or what such records are called together */
export const senderOf = (record: TranscriptRecord): string => {
  const kind = agentOfFormat(transcriptFormat)?.rules.judge(record, false).class
  if (kind !== undefined && typedByHuman.has(kind)) return 'person'
  return (kind === undefined ? undefined : senders[kind]) ?? 'what the client put in'
}
