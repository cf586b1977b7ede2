/** Messages of the format bureau-agent-v1 as events. */
import type { ChainEvent, EventsRead } from '../../model/chain-event.ts'
import type { Event } from '../../model/event.ts'
import { Losses } from '../../model/losses.ts'
import type { Block, Message } from './message.ts'

type Payload<T extends Event['type']> = Extract<Event, { readonly type: T }>['payload']

const toolCall = (use: NonNullable<Block['toolUse']>, isServer: boolean): Payload<'tool_call'> => ({
  id: use.id,
  name: use.name,
  ...(use.input === null ? {} : { input: use.input }),
  ...(isServer ? { server_tool: true } : {}),
})

const textOf = (bytes: Uint8Array | null): string => (bytes === null ? '' : Buffer.from(bytes).toString('utf8'))

const textEvent = (role: string, content: string): Event =>
  role === 'assistant'
    ? { type: 'response', timestamp: null, payload: { content } }
    : { type: 'prompt', timestamp: null, payload: { source: role === 'user' ? 'user' : 'injected', content } }

const resultOf = (one: Block): Event | undefined => {
  const { toolResult, serverToolResult } = one
  if (one.type === 'tool_result' && toolResult !== null)
    return {
      type: 'tool_result',
      timestamp: null,
      payload: { id: toolResult.toolUseId, output: toolResult.content, is_error: toolResult.isError },
    }
  if (one.type !== 'server_tool_result' || serverToolResult === null) return undefined
  return {
    type: 'tool_result',
    timestamp: null,
    payload: { id: serverToolResult.toolUseId, output: textOf(serverToolResult.content) },
  }
}

const callOf = (one: Block): Event | undefined => {
  if (one.type === 'tool_use' && one.toolUse !== null) return { type: 'tool_call', timestamp: null, payload: toolCall(one.toolUse, false) }
  if (one.type === 'server_tool_use' && one.serverToolUse !== null)
    return { type: 'tool_call', timestamp: null, payload: toolCall(one.serverToolUse, true) }
  return undefined
}

const thoughtOf = ({ type, thinking }: Block): Event | undefined =>
  type === 'thinking' && thinking !== null ? { type: 'thinking', timestamp: null, payload: { ...thinking } } : undefined

/** A block that says something else than its type, or nothing: its text is what can be read. */
const otherBlock = (one: Block, losses: Losses): Event => {
  losses.add(`changed: block of the type “${one.type}”`, 'it has no part that belongs to its type; its text reads as output')
  return { type: 'output', timestamp: null, payload: { raw: Uint8Array.from(Buffer.from(one.text)) } }
}

const eventOf = (one: Block, role: string, losses: Losses): Event => {
  if (one.type === 'text') return textEvent(role, one.text)
  return callOf(one) ?? resultOf(one) ?? thoughtOf(one) ?? otherBlock(one, losses)
}

export const readMessages = (messages: readonly Message[]): EventsRead => {
  const losses = new Losses()
  const events = messages.flatMap((message, index): readonly ChainEvent[] => {
    const blocks = message.content ?? []
    if (blocks.length === 0) losses.add('message without content', 'it has no content to convert')
    if (message.role !== 'user' && message.role !== 'assistant')
      losses.add(`changed: role “${message.role}”`, 'only user and assistant speak in events; it reads as injected')
    return blocks.map((one) => ({ ...eventOf(one, message.role, losses), reply: `message-${index}` }))
  })
  return { events, lost: losses.list(), rendered: 0 }
}
