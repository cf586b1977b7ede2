/** Events of an agent as blocks of a reply in a transcript. */
import type { ChainEvent } from '../../../model/chain-event.ts'
import type { Losses } from '../../../model/losses.ts'
import { isObject, jsonIn, textOf } from '../json-text.ts'

export type JsonBlock = Readonly<Record<string, unknown>>
type EventOf<T extends ChainEvent['type']> = Extract<ChainEvent, { readonly type: T }>

/** From 16 digits on a number may be more exact than what reads it. */
const longNumber = /(?<![\d".])-?\d{16,}/

/** Input of a tool: transcripts have an object there. */
const inputOf = (bytes: Uint8Array | null | undefined, losses: Losses): unknown => {
  if (!bytes || bytes.length === 0) return {}
  const json = jsonIn(bytes)
  if (json !== undefined && longNumber.test(json.text))
    losses.add('changed: digits of long numbers', 'a number in a transcript has 15 digits that count')
  if (json !== undefined && isObject(json.value)) return json.value
  losses.rendered += 1
  losses.add('changed: inputs of tools that are no JSON object', 'transcripts have an object there; it is the field “value” of one')
  return { value: json === undefined ? textOf(bytes) : json.value }
}

export const callBlock = ({ payload }: EventOf<'tool_call'>, id: string, losses: Losses): JsonBlock => ({
  type: payload.server_tool === true ? 'server_tool_use' : 'tool_use',
  id,
  name: payload.name,
  input: inputOf(payload.input, losses),
})

export const thinkingBlock = ({ payload }: EventOf<'thinking'>): JsonBlock => ({
  type: 'thinking',
  thinking: payload.content,
  signature: payload.signature ?? '',
})

export const resultBlock = ({ payload }: EventOf<'tool_result'>, id: string): JsonBlock => ({
  tool_use_id: id,
  type: 'tool_result',
  content: payload.output ?? '',
  ...(payload.is_error === true ? { is_error: true } : {}),
})

/** The result of a tool that the model's service ran is part of the reply. */
export const serverResultBlock = ({ payload }: EventOf<'tool_result'>, id: string, tool: string): JsonBlock => {
  const output = payload.output ?? ''
  const json = jsonIn(Buffer.from(output))
  return { type: `${tool}_tool_result`, tool_use_id: id, content: json === undefined ? output : json.value }
}

export const outputBlock = ({ payload }: EventOf<'output'>, losses: Losses): JsonBlock => {
  losses.rendered += 1
  losses.add('changed: output that was not understood', 'transcripts cannot contain it; it is text of the agent')
  return { type: 'text', text: `[output] ${textOf(payload.raw)}` }
}
