/** Who speaks in a conversation, and how that is said. */
import type { ConversationItem } from '../../../app/contract/reader.ts'

export type Speaker = ConversationItem['speaker']

const names: Readonly<Record<Speaker, string>> = {
  human: 'Human',
  agent: 'Agent',
  injected: 'Injected',
  system: 'System',
  error: 'Error',
  summary: 'Summary',
}

/** The results of tools come as separate records without a speaker. */
export const isToolAnswer = (item: ConversationItem): boolean => item.class === 'tool_result'

export const speakerName = (item: ConversationItem): string => (isToolAnswer(item) ? 'Tool results' : names[item.speaker])

const quietMs = 60_000

/** Whether an item needs a separate heading: another speaker, another model, or a minute of silence before it. */
export const beginsSpeech = (item: ConversationItem, previous: ConversationItem | undefined): boolean => {
  if (previous === undefined || previous.speaker !== item.speaker || previous.model !== item.model) return true
  if (item.speaker !== 'agent') return true
  return item.occurredAt !== null && previous.occurredAt !== null && item.occurredAt - previous.occurredAt > quietMs
}
