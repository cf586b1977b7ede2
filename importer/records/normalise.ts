/** Turns a record into events: one for a prompt, one for each content block of a reply or a tool result. */
import type { RecordClass } from '../../app/model/record-class.ts'
import { typedByHuman } from '../../app/model/record-class.ts'
import type { EventKind, LineEvent } from '../../app/model/transcript-line.ts'
import { isObject } from '../../app/model/json-object.ts'
import {
  noSize,
  sizeOfCall,
  sizeOfPrompt,
  sizeOfResult,
  sizeOfText,
  sizeOfThinking,
  sumOfSizes,
  type ContentSize,
} from '../../app/model/text-size.ts'
import {
  blockObjects,
  type ContentBlock,
  contentOf,
  readBlocks,
  readMessage,
  textLength,
  textOf,
  type TranscriptRecord,
} from '../../app/model/record.ts'
import { limitOf } from './tool-permission.ts'

/** Longest text of an event, UTF-16 code units. */
export const bodyLimit = 65_536

/** Cuts a text to the limit without splitting a surrogate pair. */
export const shorten = (text: string, limit: number): string => {
  if (text.length <= limit) return text
  const last = text.charCodeAt(limit - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? limit - 1 : limit)
}

interface EventParts {
  readonly toolName?: string | undefined
  readonly toolUseId?: string | undefined
  readonly filePath?: string | undefined
  readonly runMs?: number | undefined
  readonly isError?: boolean
  readonly model?: string | undefined
  readonly subtype?: string | undefined
}

const event = (kind: EventKind, body: string | undefined, chars: number, size: ContentSize, parts: EventParts = {}): LineEvent => ({
  kind,
  body: body === undefined ? undefined : shorten(body, bodyLimit),
  chars,
  size,
  toolName: parts.toolName,
  toolUseId: parts.toolUseId,
  filePath: parts.filePath,
  isError: parts.isError ?? false,
  permission: undefined,
  runMs: parts.runMs,
  model: parts.model,
  subtype: parts.subtype,
})

const textEvent = (kind: EventKind, text: string, parts: EventParts = {}, size = sizeOfText(text)): LineEvent =>
  event(kind, text, text.length, size, parts)

const pathFields = ['file_path', 'notebook_path', 'path'] as const

const pathIn = (input: unknown): string | undefined => {
  if (!isObject(input)) return undefined
  for (const field of pathFields) {
    const value = input[field]
    if (typeof value === 'string') return value
  }
  return undefined
}

/** JSON text of a tool's input; deeply nested input that cannot be written again is left to the artifact. */
const inputText = (input: unknown): string => {
  try {
    return input === undefined ? '' : JSON.stringify(input)
  } catch {
    return ''
  }
}

const toolCall = (block: ContentBlock, model: string | undefined): LineEvent => {
  const [name, input] = [block.name ?? '', inputText(block.input)]
  const parts = {
    toolName: name,
    toolUseId: block.id,
    filePath: pathIn(block.input),
    runMs: limitOf(block.name, block.input),
    model,
    subtype: block.type === 'tool_use' ? undefined : 'server',
  }
  return textEvent('tool_call', input, parts, sizeOfCall(name, input))
}

const toolResult = (block: ContentBlock): LineEvent =>
  event('tool_result', undefined, textLength(block.content), sizeOfResult(block.content), {
    toolUseId: block.tool_use_id,
    isError: block.is_error,
  })

/** The result of a tool that the model's service ran: it is part of the reply. Its type shows a failure. */
const serverResult = (block: ContentBlock): LineEvent =>
  event('tool_result', undefined, textLength(block.content), sizeOfResult(block.content), {
    toolUseId: block.tool_use_id,
    isError: block.is_error || (isObject(block.content) && String(block.content['type']).endsWith('_error')),
    subtype: 'server',
  })

const otherBlock = (block: ContentBlock, model: string | undefined): LineEvent =>
  block.type?.endsWith('_tool_result') === true
    ? serverResult(block)
    : event('output', undefined, 0, noSize, { model, subtype: block.type })

const replyBlock = (block: ContentBlock, model: string | undefined): LineEvent => {
  switch (block.type) {
    case 'text':
      return textEvent('response', block.text ?? '', { model })
    case 'thinking':
    case 'redacted_thinking':
      return textEvent(
        'thinking',
        block.thinking ?? '',
        { model, subtype: block.type === 'redacted_thinking' ? 'redacted' : undefined },
        sizeOfThinking(block),
      )
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use':
      return toolCall(block, model)
    default:
      return otherBlock(block, model)
  }
}

/** Events of an assistant message; a content that is a plain string is one response. */
const replyEvents = (message: unknown): readonly LineEvent[] => {
  const parts = readMessage(isObject(message) ? message : undefined)
  if (parts === undefined) return []
  if (typeof parts.content === 'string') return [textEvent('response', parts.content, { model: parts.model })]
  return (readBlocks(parts.content) ?? []).map((block) => replyBlock(block, parts.model))
}

const tag = (text: string, name: string): string | undefined => new RegExp(`<${name}>([\\s\\S]*?)</${name}>`).exec(text)?.[1]?.trim()

const commandTags = /<(command-(?:name|message|args|contents)|local-command-(?:caveat|stdout|stderr|result))>[\s\S]*?<\/\1>/g
const shellTags = /<(bash-(?:input|stdout|stderr))>[\s\S]*?<\/\1>/g

/** The text beside the elements of a command. */
const prose = (text: string, tags: RegExp): string => text.replace(tags, '\n').trim()

const typedCommand = (text: string): string => {
  const name = tag(text, 'command-name') ?? tag(text, 'command-message')
  if (name === undefined) return text
  const args = tag(text, 'command-args') ?? ''
  const command = `${name.startsWith('/') ? name : `/${name}`} ${args}`.trimEnd()
  return `${command}\n${prose(text, commandTags)}`.trimEnd()
}

/**
 * The text that a human typed: a slash command as `/name arguments`; a shell line as `!line`, with the accompanying text on the next line;
 * else the text itself.
 */
export const typedText = (recordClass: RecordClass, plainText: string): string => {
  if (recordClass === 'command') return typedCommand(plainText)
  if (recordClass === 'bash_input') return `!${tag(plainText, 'bash-input') ?? ''}\n${prose(plainText, shellTags)}`.trimEnd()
  return plainText
}

const resultEvents = (content: unknown): readonly LineEvent[] =>
  (readBlocks(content) ?? []).filter((block) => block.type === 'tool_result').map(toolResult)

/** Events of a user message: its tool results, and one prompt when it says anything. */
const userEvents = (content: unknown, recordClass: RecordClass, plainText: string): readonly LineEvent[] => {
  const results = resultEvents(content)
  if (recordClass === 'tool_result' || recordClass === 'empty') return results
  const prompt = typedByHuman.has(recordClass) ? typedText(recordClass, plainText) : (textOf(content) ?? '')
  return [...results, textEvent('prompt', prompt, {}, sizeOfWords(content))]
}

/** The size of a message without the results of tools. */
const sizeOfWords = (content: unknown): ContentSize => {
  if (typeof content === 'string') return sizeOfPrompt({ text: content })
  return sumOfSizes((blockObjects(content) ?? []).filter((block) => block['type'] !== 'tool_result').map(sizeOfPrompt))
}

export const systemText = (record: TranscriptRecord): string =>
  typeof record.content === 'string' ? record.content : (record.summary ?? '')

export const errorText = (record: TranscriptRecord): string => textOf(record.message?.['content']) ?? systemText(record)

const agentMessage = (record: TranscriptRecord): readonly LineEvent[] => {
  const carried = record.data?.['message']
  if (!isObject(carried)) return []
  if (carried['type'] === 'assistant') return replyEvents(carried['message'])
  const content = isObject(carried['message']) ? carried['message']['content'] : undefined
  const results = resultEvents(content)
  const text = textOf(content)
  return text === undefined ? results : [...results, textEvent('prompt', text, {}, sizeOfWords(content))]
}

const silent: ReadonlySet<RecordClass> = new Set<RecordClass>(['title', 'bookkeeping', 'unknown', 'malformed'])

/** Events of records without a speaker: notes of the client about itself. */
const noteEvents = (record: TranscriptRecord, recordClass: RecordClass): readonly LineEvent[] | undefined => {
  switch (recordClass) {
    case 'error':
      return [textEvent('error', errorText(record), { isError: true, subtype: record.subtype })]
    case 'system':
    case 'compaction':
      return [textEvent('system', systemText(record), { subtype: record.subtype ?? '' })]
    case 'metric':
      return [event('metric', undefined, 0, noSize, { subtype: record.subtype ?? '', isError: record.subtype !== 'success' })]
    default:
      return silent.has(recordClass) ? [] : undefined
  }
}

/**
 * Events of a record.
 * @param plainText its text without envelopes.
 */
export const normalise = (record: TranscriptRecord, recordClass: RecordClass, plainText: string): readonly LineEvent[] => {
  const noted = noteEvents(record, recordClass)
  if (noted !== undefined) return noted
  if (recordClass === 'reply') return replyEvents(record.message)
  if (recordClass === 'agent_message') return agentMessage(record)
  if (recordClass === 'queued_prompt') return [textEvent('prompt', plainText, {}, sizeOfWords(contentOf(record)))]
  if (record.type === 'summary') return [textEvent('prompt', record.summary ?? '')]
  return userEvents(contentOf(record), recordClass, plainText)
}
