/** The body of a request to the Messages API that continues a conversation. */
import { apiMessages } from '../conversation/api-messages.ts'
import type { ApiMessage } from '../conversation/api-messages.ts'
import type { Conversation } from '../conversation/conversation.ts'
import { modelOf } from '../conversation/conversation.ts'
import type { Sliced } from '../model/sliced.ts'
import type { JsonObject } from '../model/json-object.ts'
import { Losses } from '../model/losses.ts'
import type { Lost } from '../model/chain-event.ts'
import { knownTools, requestParts, usedTools } from '../conversation/request-parts.ts'
import type { Tool } from '../conversation/request-parts.ts'
import { validConversation } from './valid-conversation.ts'
import { wellFormed } from './well-formed.ts'

export interface MessagesRequest {
  readonly model: string
  readonly max_tokens: number
  readonly system?: readonly JsonObject[]
  readonly tools?: readonly Tool[]
  readonly messages: readonly ApiMessage[]
}

/** The model for conversations without a known model. */
const someModel = 'claude-sonnet-4-5'
const someTokens = 8192
const breakpoint = { cache_control: { type: 'ephemeral' } }

/** Fields of a block that the client writes for itself. */
const withoutOwnFields = (block: JsonObject): JsonObject =>
  'caller' in block ? Object.fromEntries(Object.entries(block).filter(([name]) => name !== 'caller')) : block

const cannotBeCached = new Set(['thinking', 'redacted_thinking'])

/** Marks the last block of a message that can be: everything up to it is the same in the next request. */
const marked = (message: ApiMessage): ApiMessage => {
  const can = message.content.map(({ type }) => !cannotBeCached.has(String(type))).lastIndexOf(true)
  return { ...message, content: message.content.map((block, at) => (at === can ? { ...block, ...breakpoint } : block)) }
}

/**
 * Marks the parts that stay the same when the conversation continues: tools and system, the messages before the last turn, and all
 * messages.
 */
const withBreakpoints = (messages: readonly ApiMessage[]): readonly ApiMessage[] => {
  const isPrompt = ({ role, content }: ApiMessage): boolean => role === 'user' && content.every(({ type }) => type !== 'tool_result')
  const lastPrompt = messages.map(isPrompt).lastIndexOf(true)
  const ends = new Set([messages.length - 1, lastPrompt - 1].filter((at) => at >= 0))
  return messages.map((message, at) => (ends.has(at) ? marked(message) : message))
}

/** @returns a body that keeps the rules of the API, and what had to be changed for that. */
export const messagesRequest = (conversation: Conversation): { readonly body: MessagesRequest; readonly lost: readonly Lost[] } => {
  const losses = new Losses()
  const valid = validConversation(conversation)
  const messages = apiMessages(valid.rows).map(({ role, content }) => ({ role, content: content.map(withoutOwnFields) }))
  const parts = wellFormed(requestParts(conversation.requests), losses)
  const tools = usedTools(messages, knownTools(parts, valid.toolName), losses)
  const model = modelOf(conversation)
  if (parts.system.length === 0) losses.add('missing: the system prompt', 'the transcript does not have it')
  if (model === undefined) losses.add('added: a model', 'no reply says which model wrote it')
  const system = parts.system.map((text, at) => ({ type: 'text', text, ...(at === parts.system.length - 1 ? breakpoint : {}) }))
  const body = {
    model: wellFormed(model ?? someModel, losses),
    max_tokens: someTokens,
    ...(system.length === 0 ? {} : { system }),
    ...(tools.length === 0 ? {} : { tools }),
    messages: withBreakpoints(messages),
  }
  return { body, lost: [...valid.lost, ...losses.list()] }
}

const indented = (value: unknown): string => JSON.stringify(value, null, 2).replaceAll('\n', '\n    ')

/** The body as readable JSON, one message at a time: the bytes are the same as when it is written as a whole. */
export function* requestText({ messages, ...rest }: MessagesRequest): Sliced<Buffer> {
  const head = JSON.stringify({ ...rest, messages: [] }, null, 2)
  const parts: Buffer[] = [Buffer.from(head.slice(0, -']\n}'.length))]
  for (const [at, message] of messages.entries()) {
    parts.push(Buffer.from(`${at === 0 ? '' : ','}\n    ${indented(message)}`))
    yield
  }
  parts.push(Buffer.from(messages.length === 0 ? ']\n}\n' : '\n  ]\n}\n'))
  return Buffer.concat(parts)
}
