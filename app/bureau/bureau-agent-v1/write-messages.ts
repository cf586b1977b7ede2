/** Events as messages of the format bureau-agent-v1: parts of one reply in one message, tool results that follow each other in another. */
import type { ChainEvent } from '../../model/chain-event.ts'
import type { Losses } from '../../model/losses.ts'
import { bytesOf, jsonIn, textOf } from '../../chains/formats/json-text.ts'
import type { Block, Message } from './message.ts'
import { block } from './message.ts'

type Part = Pick<Block, 'type'> & { readonly role: 'user' | 'assistant'; readonly reply: string | undefined; readonly block: Block }
type CallOf<T extends ChainEvent['type']> = Extract<ChainEvent, { readonly type: T }>

const notConversation = 'messages have no place for it: it is no part of the conversation'

/** JSON bytes; text that is no JSON becomes a JSON string. */
const asJson = (bytes: Uint8Array, losses: Losses): Uint8Array => {
  if (jsonIn(bytes) !== undefined) return bytes
  losses.rendered += 1
  losses.add('changed: inputs of tools that are no JSON', 'messages have JSON there; it is a JSON string')
  return bytesOf(JSON.stringify(textOf(bytes)))
}

export class MessageWriter {
  readonly #losses: Losses
  /** Calls of tools that the model's service ran: their results are part of the reply. */
  readonly #serverCalls = new Set<string>()

  constructor(losses: Losses) {
    this.#losses = losses
  }

  /** Messages for events that follow those that were written before. */
  write(events: readonly ChainEvent[]): readonly Message[] {
    const messages: { role: string; reply: string | undefined; content: Block[] }[] = []
    for (const event of events) {
      if (event.timestamp !== null) this.#losses.add('time', 'messages have none')
      const part = this.#partOf(event)
      const last = messages.at(-1)
      if (part === undefined) continue
      if (last !== undefined && belongs(part, last)) last.content.push(part.block)
      else messages.push({ role: part.role, reply: part.reply, content: [part.block] })
    }
    return messages.map(({ role, content }) => ({ role, content }))
  }

  /** Undefined for what is no part of the conversation. */
  #partOf(event: ChainEvent): Part | undefined {
    switch (event.type) {
      case 'prompt':
        return this.#prompt(event)
      case 'tool_result':
        return this.#result(event)
      case 'response':
      case 'thinking':
      case 'tool_call':
      case 'output':
        return this.#fromAssistant(event, this.#blockOf(event))
      default:
        this.#losses.add(event.type === 'system' ? `system event “${event.payload.subtype}”` : event.type, notConversation)
        return undefined
    }
  }

  #blockOf(event: CallOf<'response' | 'thinking' | 'tool_call' | 'output'>): Block {
    switch (event.type) {
      case 'response':
        return block('text', { text: event.payload.content })
      case 'thinking':
        return block('thinking', { thinking: { content: event.payload.content, signature: event.payload.signature ?? '' } })
      case 'tool_call':
        return this.#call(event)
      case 'output':
        return this.#output(event)
    }
  }

  #prompt(event: CallOf<'prompt'>): Part {
    if (event.payload.source !== 'user')
      this.#losses.add(`source “${event.payload.source}” of a prompt`, 'messages do not say who wrote them')
    return { role: 'user', type: 'text', reply: event.reply, block: block('text', { text: event.payload.content }) }
  }

  #fromAssistant(event: ChainEvent, written: Block): Part {
    return { role: 'assistant', type: written.type, reply: event.reply, block: written }
  }

  #call({ payload }: CallOf<'tool_call'>): Block {
    const input = payload.input ? asJson(payload.input, this.#losses) : null
    const use = { id: payload.id ?? '', name: payload.name, input }
    if (payload.server_tool !== true) return block('tool_use', { toolUse: use })
    this.#serverCalls.add(use.id)
    return block('server_tool_use', { serverToolUse: use })
  }

  #result(event: CallOf<'tool_result'>): Part {
    const { id = '', output = '', is_error = false } = event.payload
    if (!this.#serverCalls.has(id)) {
      const result = block('tool_result', { toolResult: { toolUseId: id, content: output, isError: is_error } })
      return { role: 'user', type: 'tool_result', reply: event.reply, block: result }
    }
    const content = output === '' ? null : asJson(bytesOf(output), this.#losses)
    return this.#fromAssistant(event, block('server_tool_result', { serverToolResult: { toolUseId: id, content } }))
  }

  #output(event: CallOf<'output'>): Block {
    this.#losses.rendered += 1
    this.#losses.add('changed: output that was not understood', 'messages cannot contain it; it is text of the agent')
    return block('text', { text: `[output] ${textOf(event.payload.raw)}` })
  }
}

/** Parts of the same reply, or of neither known; results of tools that ran side by side belong in one message in any case. */
const belongs = (
  part: Part,
  last: { readonly role: string; readonly reply: string | undefined; readonly content: readonly Block[] },
): boolean => {
  if (part.role !== last.role) return false
  if (part.type === 'tool_result' && last.content.every(({ type }) => type === 'tool_result')) return true
  if (part.reply !== undefined || last.reply !== undefined) return part.reply === last.reply
  return part.role === 'assistant'
}
