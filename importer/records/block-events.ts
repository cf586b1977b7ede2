/** Converts a block of a message's content to an event; a block without text gets a description instead. */
import type { Event } from '../../app/model/event.ts'
import type { Losses } from '../../app/model/losses.ts'
import { isObject, type JsonObject } from '../../app/model/json-object.ts'
import { contentList } from '../../app/model/record.ts'

export interface BlockContext {
  readonly role: 'user' | 'assistant'
  readonly source: 'user' | 'injected'
  /** Seconds since 1970. */
  readonly timestamp: number | null
  readonly losses: Losses
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

const loneSurrogate = /\p{Surrogate}/u

/** A text that CBOR can hold. */
const textOrLoss = (value: unknown, losses: Losses): string => {
  const found = text(value)
  if (!loneSurrogate.test(found)) return found
  losses.add('half of a surrogate pair', 'UTF-8 cannot represent it; it is replaced by U+FFFD')
  return found.replace(/\p{Surrogate}/gu, '\u{fffd}')
}

const json = (value: unknown, losses: Losses): string => {
  try {
    return JSON.stringify(value ?? null)
  } catch {
    losses.add('JSON that is nested too deeply', 'it cannot be written again')
    return '{}'
  }
}

const jsonBytes = (value: unknown, losses: Losses): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(json(value, losses)))

/** A picture or a document, in words: what kind it is and how large. */
const pictured = (block: JsonObject, losses: Losses): string => {
  const source = isObject(block['source']) ? block['source'] : {}
  const kind = text(block['type'])
  const size = Math.floor((text(source['data']).length * 3) / 4)
  losses.rendered += 1
  losses.add(kind, 'events are text; its kind and size replace it')
  const known = [text(source['media_type']), size === 0 ? text(source['url']) : `${size} bytes`].filter((part) => part !== '')
  return `[${kind}${known.length === 0 ? '' : `: ${known.join(', ')}`}]`
}

const isPicture = (block: JsonObject): boolean => block['type'] === 'image' || block['type'] === 'document'

const blockText = (block: unknown, losses: Losses): string => {
  if (typeof block === 'string') return textOrLoss(block, losses)
  if (!isObject(block)) return json(block, losses)
  if (block['type'] === 'text') return textOrLoss(block['text'], losses)
  if (isPicture(block)) return pictured(block, losses)
  losses.rendered += 1
  losses.add(`changed: block of the type “${text(block['type'])}”`, 'events cannot contain it; it is JSON text')
  return json(block, losses)
}

/** A content in words; undefined when there is none. */
export const contentText = (content: unknown, losses: Losses): string | undefined => {
  if (typeof content === 'string') return textOrLoss(content, losses)
  const blocks = contentList(content)
  return blocks === undefined ? undefined : blocks.map((block) => blockText(block, losses)).join('\n')
}

const toolCall = (block: JsonObject, { timestamp, losses }: BlockContext, isServer: boolean): Event => ({
  type: 'tool_call',
  timestamp,
  payload: {
    id: text(block['id']),
    name: text(block['name']),
    ...(block['input'] === undefined ? {} : { input: jsonBytes(block['input'], losses) }),
    ...(isServer ? { server_tool: true } : {}),
  },
})

const toolResult = (block: JsonObject, { timestamp, losses }: BlockContext): Event => ({
  type: 'tool_result',
  timestamp,
  payload: { id: text(block['tool_use_id']), output: contentText(block['content'], losses) ?? '', is_error: block['is_error'] === true },
})

/** The result of a tool that the model's service ran: it is part of the reply, as JSON. */
const serverResult = (block: JsonObject, { timestamp, losses }: BlockContext): Event => ({
  type: 'tool_result',
  timestamp,
  payload: { id: text(block['tool_use_id']), output: json(block['content'], losses) },
})

const thinking = (block: JsonObject, { timestamp, losses }: BlockContext): Event => {
  if (block['type'] === 'redacted_thinking') losses.add('redacted thinking', 'events cannot contain what only the service can read')
  const signature = text(block['signature'])
  return {
    type: 'thinking',
    timestamp,
    payload: { content: textOrLoss(block['thinking'], losses), ...(signature === '' ? {} : { signature }) },
  }
}

const textEvent = (content: string, { role, source, timestamp }: BlockContext): Event =>
  role === 'assistant' ? { type: 'response', timestamp, payload: { content } } : { type: 'prompt', timestamp, payload: { source, content } }

const otherBlock = (block: JsonObject, context: BlockContext): Event => {
  if (isPicture(block)) return textEvent(pictured(block, context.losses), context)
  const type = text(block['type'])
  if (type.endsWith('_tool_result')) return serverResult(block, context)
  context.losses.add(`changed: block of the type “${type}”`, 'events cannot contain it; it is output, unchanged')
  return { type: 'output', timestamp: context.timestamp, payload: { raw: jsonBytes(block, context.losses) } }
}

export const blockEvent = (block: JsonObject, context: BlockContext): Event => {
  switch (block['type']) {
    case 'text':
      return textEvent(textOrLoss(block['text'], context.losses), context)
    case 'thinking':
    case 'redacted_thinking':
      return thinking(block, context)
    case 'tool_use':
      return toolCall(block, context, false)
    case 'server_tool_use':
    case 'mcp_tool_use':
      return toolCall(block, context, true)
    case 'tool_result':
      return toolResult(block, context)
    default:
      return otherBlock(block, context)
  }
}
