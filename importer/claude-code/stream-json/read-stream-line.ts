/** One line of stream-json as events: the flat shape that the reference reads, and the nested one that the client writes (events-v1 §7). */
import type { Event } from '../../../app/model/event.ts'
import { Fields } from './json-members.ts'

type WithoutTime<E> = E extends unknown ? Omit<E, 'timestamp'> : never
/** An event before it is known when it was. */
export type TimelessEvent = WithoutTime<Event>

/** Tokens of one reply, as each line of it says again. */
export interface ReplyUsage {
  readonly replyId: string
  readonly input: number
  readonly cacheRead: number
  readonly cacheWrite: number
  /** Output tokens written so far. */
  readonly output: number
}

export interface StreamLine {
  readonly events: readonly TimelessEvent[]
  /** The tool call whose sub-agent wrote it; '': the agent itself. */
  readonly agentCall: string
  /** The session id in the line; '' when the line has none. */
  readonly sessionId: string
  /** The model that wrote the reply; '' when the line does not name one. */
  readonly model: string
  readonly usage?: ReplyUsage
  /** US dollars of the whole session until now; the price of a line is what it adds. */
  readonly totalCost?: number
  /** The line says again what a person said before. */
  readonly isReplay: boolean
  /** The client said it, not a person. */
  readonly isSynthetic: boolean
  /** The client calls it the summary of a compaction. */
  readonly isCompactSummary: boolean
}

const copyOf = (bytes: Uint8Array): Uint8Array => Uint8Array.from(bytes)

const output = (raw: Uint8Array): TimelessEvent => ({ type: 'output', payload: { raw: copyOf(raw) } })

const response = (content: string): TimelessEvent => ({ type: 'response', payload: { content } })

const thinking = (fields: Fields): TimelessEvent => ({
  type: 'thinking',
  payload: { content: fields.text('thinking'), signature: fields.text('signature') },
})

const toolCall = (fields: Fields, isServerTool: boolean): TimelessEvent => {
  const input = fields.raw('input')
  return {
    type: 'tool_call',
    payload: {
      id: fields.text('tool_use_id') || fields.text('id'),
      name: fields.text('name'),
      ...(input === undefined ? {} : { input: copyOf(input) }),
      ...(isServerTool ? { server_tool: true } : {}),
    },
  }
}

/** Text blocks of a list, one a line; empty ones are skipped. */
const joinedTexts = (items: readonly Uint8Array[]): string =>
  items
    .map((item) => new Fields(item))
    .flatMap((block) => (block.text('type') === 'text' ? block.text('text') : []))
    .filter((text) => text !== '')
    .join('\n')

const isTextBlock = (item: Uint8Array): boolean => new Fields(item).text('type') === 'text'

/** The text of a result; a list with other items than text stays JSON. */
const resultText = (fields: Fields): string => {
  const items = fields.list('content')
  if (items === undefined) return fields.text('content')
  return items.every(isTextBlock) ? joinedTexts(items) : Buffer.from(fields.raw('content') ?? '').toString('utf8')
}

const toolResult = (fields: Fields): TimelessEvent => ({
  type: 'tool_result',
  payload: { id: fields.text('tool_use_id'), is_error: fields.flag('is_error'), output: resultText(fields) },
})

/** A part of a reply; undefined: none that the format knows. */
const replyPart = (kind: string, fields: Fields): TimelessEvent | undefined => {
  switch (kind) {
    case 'text':
      return response(fields.text('text'))
    case 'thinking':
      return thinking(fields)
    case 'tool_use':
      return toolCall(fields, false)
    case 'server_tool_use':
      return toolCall(fields, true)
    default:
      return undefined
  }
}

/** The same part with the model that wrote it; output has no place for one. */
const withModel = (part: TimelessEvent, model: string): TimelessEvent =>
  model !== '' && (part.type === 'response' || part.type === 'thinking' || part.type === 'tool_call')
    ? ({ ...part, payload: { ...part.payload, model } } as TimelessEvent)
    : part

const modelOf = (line: Fields): string => (line.text('type') === 'assistant' ? (line.object('message')?.text('model') ?? '') : '')

const replyEvents = (line: Fields, bytes: Uint8Array): readonly TimelessEvent[] => {
  const items = line.object('message')?.list('content')
  if (items === undefined || items.length === 0) return [replyPart(line.text('subtype'), line) ?? output(bytes)]
  return items.map((item) => {
    const block = new Fields(item)
    return withModel(replyPart(block.text('type'), block) ?? output(item), modelOf(line))
  })
}

const prompt = (source: string, content: string): TimelessEvent => ({ type: 'prompt', payload: { source, content } })

const promptEvents = (line: Fields): readonly TimelessEvent[] => {
  const source = line.flag('issynthetic') ? 'injected' : 'user'
  const message = line.object('message') ?? line
  const items = message.list('content')
  if (items === undefined) return [prompt(source, message.text('content'))]
  const results = items.map((item) => new Fields(item)).filter((block) => block.text('type') === 'tool_result')
  if (results.length === 0) return [prompt(source, joinedTexts(items))]
  const text = joinedTexts(items)
  return [...results.map(toolResult), ...(text === '' ? [] : [prompt('injected', text)])]
}

/** The first that is not 0. */
const either = (first: number, second: number): number => (first === 0 ? second : first)

const metric = (line: Fields): TimelessEvent => {
  const usage = line.object('usage') ?? new Fields(new Uint8Array())
  const tokens = (name: string): number => either(line.whole(name), usage.whole(name))
  const stopReason = line.text('stop_reason')
  return {
    type: 'metric',
    payload: {
      status: line.text('subtype'),
      cost_usd: line.number('cost_usd'),
      turn_count: line.whole('num_turns'),
      input_tokens: tokens('input_tokens'),
      output_tokens: tokens('output_tokens'),
      cache_read_tokens: tokens('cache_read_input_tokens'),
      cache_write_tokens: tokens('cache_creation_input_tokens'),
      duration_seconds: either(line.number('duration_seconds'), line.number('duration_ms') / 1000),
      ...(stopReason === '' ? {} : { stop_reason: stopReason }),
    },
  }
}

const system = (line: Fields, bytes: Uint8Array): TimelessEvent => ({
  type: 'system',
  payload: { subtype: line.text('subtype'), message: line.text('message'), metadata: copyOf(bytes) },
})

const eventsOf = (line: Fields, bytes: Uint8Array): readonly TimelessEvent[] => {
  if (line.isWrong('type') || line.isWrong('subtype')) return [output(bytes)]
  switch (line.text('type')) {
    case 'system':
      return [system(line, bytes)]
    case 'assistant':
      return replyEvents(line, bytes)
    case 'tool':
      return [line.text('subtype') === 'result' ? toolResult(line) : output(bytes)]
    case 'user':
      return promptEvents(line)
    case 'result':
      return [metric(line)]
    default:
      return [output(bytes)]
  }
}

const usageOf = (line: Fields): ReplyUsage | undefined => {
  const message = line.text('type') === 'assistant' ? line.object('message') : undefined
  const usage = message?.object('usage')
  const replyId = message?.text('id') ?? ''
  if (usage === undefined || replyId === '') return undefined
  return {
    replyId,
    input: usage.whole('input_tokens'),
    cacheRead: usage.whole('cache_read_input_tokens'),
    cacheWrite: usage.whole('cache_creation_input_tokens'),
    output: usage.whole('output_tokens'),
  }
}

/** Whether the bytes are JSON; a text that no string can hold is not read. */
const isJson = (bytes: Uint8Array): boolean => {
  try {
    JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8'))
    return true
  } catch {
    return false
  }
}

/** @param bytes a line without its end; never empty. */
export const readStreamLine = (bytes: Uint8Array): StreamLine => {
  const plain = { agentCall: '', sessionId: '', model: '', isReplay: false, isSynthetic: false, isCompactSummary: false }
  if (!isJson(bytes)) return { ...plain, events: [output(bytes)] }
  const line = new Fields(bytes)
  const usage = usageOf(line)
  const totalCost = line.text('type') === 'result' && line.number('cost_usd') === 0 ? line.number('total_cost_usd') : 0
  return {
    events: eventsOf(line, bytes),
    agentCall: line.text('parent_tool_use_id'),
    sessionId: line.text('session_id'),
    model: modelOf(line),
    isReplay: line.flag('isreplay'),
    isSynthetic: line.flag('issynthetic'),
    isCompactSummary: line.flag('iscompactsummary'),
    ...(usage === undefined ? {} : { usage }),
    ...(totalCost === 0 ? {} : { totalCost }),
  }
}
