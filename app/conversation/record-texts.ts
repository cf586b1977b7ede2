/**
 * The whole texts of a record, one for each of its events in the tables and in the same order: the texts in the tables are cut, and those
 * of outputs are not there.
 */
import type { AgentRules } from '../model/agent.ts'
import { append } from '../model/append.ts'
import { promptText } from '../../importer/records/correct-line.ts'
import { errorText, systemText, typedText } from '../../importer/records/normalise.ts'
import { isObject } from '../model/json-object.ts'
import { type ContentBlock, contentOf, readBlocks, readMessage, textOf, type TranscriptRecord } from '../model/record.ts'
import { typedByHuman, type RecordClass } from '../model/record-class.ts'
import { resultWords } from './result-text.ts'

/** The texts within a tool's input. Numbers and names of fields are no texts. */
export function* textsWithin(value: unknown): Generator<string, undefined> {
  const waiting: unknown[] = [value]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (typeof at === 'string') yield at
    else if (typeof at === 'object' && at !== null) append(waiting, Object.values(at as Readonly<Record<string, unknown>>).reverse())
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

const resultTexts = (content: unknown): readonly string[] =>
  (readBlocks(content) ?? []).filter(({ type }) => type === 'tool_result').map((block) => resultWords(block.content))

const userTexts = (rules: Said, record: TranscriptRecord, recordClass: RecordClass): readonly string[] => {
  const content = contentOf(record)
  const prompt = typedByHuman.has(recordClass) ? typedText(recordClass, promptText(rules, record)) : (textOf(content) ?? '')
  return [...resultTexts(content), prompt]
}

/** The message that an agent_progress record contains. */
const carriedTexts = ({ data }: TranscriptRecord): readonly string[] => {
  const carried = data?.['message']
  if (!isObject(carried)) return []
  const message = carried['message']
  if (carried['type'] === 'assistant') return replyTexts(message)
  const content = isObject(message) ? message['content'] : undefined
  return [...resultTexts(content), textOf(content) ?? '']
}

/** The rules of the agent whose record it is. */
type Said = Pick<AgentRules, 'saidIn'>

export const recordTexts = (rules: Said, record: TranscriptRecord, recordClass: RecordClass): readonly string[] => {
  switch (recordClass) {
    case 'reply':
      return replyTexts(record.message)
    case 'agent_message':
      return carriedTexts(record)
    case 'queued_prompt':
      return [promptText(rules, record)]
    case 'error':
      return [errorText(record)]
    case 'system':
    case 'compaction':
      return [systemText(record)]
    default:
      return record.type === 'summary' ? [record.summary ?? ''] : userTexts(rules, record, recordClass)
  }
}
