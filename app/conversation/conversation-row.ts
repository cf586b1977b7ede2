/** A record of the conversation: what one line of a transcript says to the model or says that the model said. */
import { attachedText } from './attached-text.ts'
import type { ChainLine } from './chain-line.ts'
import { textIn } from '../model/json-object.ts'
import type { JsonObject } from '../model/json-object.ts'
import { contentBlocks, messageContent } from './message-content.ts'
import type { Losses } from '../model/losses.ts'

export interface ConversationRow {
  /** A boundary says nothing: everything before it is out of the model's sight. */
  readonly role: 'user' | 'assistant' | 'boundary'
  readonly blocks: readonly JsonObject[]
  /** The content was a text, not a list of blocks. */
  readonly isPlain: boolean
  /** A human's own words. */
  readonly typed: boolean
  readonly isSummary: boolean
  readonly messageId: string | undefined
  /** The line that the row represents; undefined for an added row. */
  readonly line: ChainLine | undefined
  /** It belongs to the session that continues the conversation, with all rows after it: no commit has its content. */
  readonly isOfNewSession?: boolean
}

export const addedRow = (role: 'user' | 'assistant', blocks: readonly JsonObject[]): ConversationRow => ({
  role,
  blocks,
  isPlain: false,
  typed: false,
  isSummary: false,
  messageId: undefined,
  line: undefined,
})

const noWords = /^\s*$/

/** A block that can be sent again. */
const isSendable = (block: JsonObject, role: 'user' | 'assistant', losses: Losses): boolean => {
  if (block['type'] === 'text') return typeof block['text'] === 'string' && !noWords.test(block['text'])
  if (role === 'user' || block['type'] !== 'thinking') return typeof block['type'] === 'string'
  if (textIn(block, 'signature') !== undefined) return true
  losses.add('thinking without a signature', 'the API refuses thinking that it did not sign')
  return false
}

/** The result of a tool: its text, or its blocks without empty ones. */
const resultContent = (content: unknown, losses: Losses): unknown => {
  if (typeof content === 'string') return content
  if (content === null || content === undefined) return ''
  return contentBlocks(content).flatMap((block) => {
    if (block['type'] === 'text') return noWords.test(textIn(block, 'text') ?? '') ? [] : [block]
    if (block['type'] !== 'tool_reference') return [block]
    losses.add('references to tools', 'they work only in the session that loaded the tool')
    return [{ type: 'text', text: `Tool loaded: ${textIn(block, 'tool_name') ?? 'unknown'}` }]
  })
}

const asSent = (block: JsonObject, losses: Losses): JsonObject =>
  block['type'] === 'tool_result' ? { ...block, content: resultContent(block['content'], losses) } : block

const messageRow = (line: ChainLine, role: 'user' | 'assistant', losses: Losses): readonly ConversationRow[] => {
  const { record } = line
  if (record['isApiErrorMessage'] === true) {
    losses.add('failed API requests', 'the client shows them and does not send them')
    return []
  }
  const content = messageContent(record)
  const all = contentBlocks(content)
  if (all.length === 0) losses.add('messages without content', 'their records have no text and no blocks')
  const blocks = all.filter((block) => isSendable(block, role, losses)).map((block) => asSent(block, losses))
  const isSummary = record['isCompactSummary'] === true
  if (blocks.length === 0) return []
  const typed = role === 'user' && record['isMeta'] !== true && !isSummary && blocks.every(({ type }) => type !== 'tool_result')
  return [{ role, blocks, isPlain: typeof content === 'string', typed, isSummary, messageId: line.messageId, line }]
}

const attachmentRow = (line: ChainLine, losses: Losses): readonly ConversationRow[] => {
  const attached = attachedText(line.record)
  switch (attached.kind) {
    case 'ambient':
      losses.add('announcements of the client', 'the client announces folder and tools again when a session is resumed')
      return []
    case 'unreadable':
      losses.add('attachments', 'the transcript does not contain what the model received')
      return []
    case 'text':
      return [{ ...addedRow('user', attached.blocks), typed: attached.typed, line }]
  }
}

const systemRow = (line: ChainLine): readonly ConversationRow[] => {
  if (line.subtype === 'compact_boundary') return [{ ...addedRow('user', []), role: 'boundary', line }]
  const content = textIn(line.record, 'content')
  return line.subtype === 'local_command' && content !== undefined
    ? [{ ...addedRow('user', [{ type: 'text', text: content }]), isPlain: true, line }]
    : []
}

/** The rows of a line; none for lines that the model never sees. */
export const conversationRows = (line: ChainLine, losses: Losses): readonly ConversationRow[] => {
  switch (line.type) {
    case 'user':
    case 'assistant':
      return messageRow(line, line.type, losses)
    case 'attachment':
      return attachmentRow(line, losses)
    case 'system':
      return systemRow(line)
    default:
      return []
  }
}
