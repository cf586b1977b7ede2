/** The whole texts of a record, in the order of its events in the tables: those of the tables are cut, and have no output of tools. */
import {
  readBlocks,
  readMessage,
  textOf,
  isObject,
  type ContentBlock,
  type TranscriptRecord,
} from '../../importer/claude-code/record-schema.ts'
import type { RecordClass } from '../model/record-class.ts'
import { resultWords } from './result-text.ts'

/** The texts within a tool's input. Numbers and names of fields are no texts. */
export function* textsWithin(value: unknown): Generator<string, undefined> {
  const waiting: unknown[] = [value]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (typeof at === 'string') yield at
    else if (typeof at === 'object' && at !== null) waiting.push(...Object.values(at as Readonly<Record<string, unknown>>).reverse())
  }
}

/** A call in words: its tool, and every text of its input. */
export const callText = (name: string, input: unknown): string => [name, ...textsWithin(input)].join('\n')

const replyText = (block: ContentBlock): string => {
  switch (block.type) {
    case 'text':
      return block.text ?? ''
    case 'thinking':
    case 'redacted_thinking':
      return block.thinking ?? ''
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use':
      return callText(block.name ?? '', block.input)
    default:
      return block.type?.endsWith('_tool_result') === true ? resultWords(block.content) : ''
  }
}

const replyTexts = (message: unknown): readonly string[] => {
  const parts = readMessage(isObject(message) ? message : undefined)
  if (typeof parts?.content === 'string') return [parts.content]
  return (readBlocks(parts?.content) ?? []).map(replyText)
}

const userTexts = (content: unknown): readonly string[] => [
  ...(readBlocks(content) ?? []).filter(({ type }) => type === 'tool_result').map((block) => resultWords(block.content)),
  textOf(content) ?? '',
]

/** One for each event, in order, and sometimes more. */
export const recordTexts = (record: TranscriptRecord, recordClass: RecordClass): readonly string[] => {
  if (recordClass === 'reply') return replyTexts(record.message)
  if (recordClass !== 'agent_message') return userTexts(record.message?.['content'] ?? record.content)
  const carried = record.data?.['message']
  if (!isObject(carried)) return []
  const message = carried['message']
  return carried['type'] === 'assistant' ? replyTexts(message) : userTexts(isObject(message) ? message['content'] : undefined)
}
