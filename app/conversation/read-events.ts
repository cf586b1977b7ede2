/** Reads the events of a made commit as a conversation: messages, and tool results beside their calls. */
import { parseBounded } from '../model/bounded-depth.ts'
import { toolKind } from '../../importer/agents.ts'
import type { ConversationBlock, ConversationItem, ToolResultView } from '../contract/reader.ts'
import { timeOf } from '../chains/describe-events.ts'
import { jsonOf } from '../chains/read-system-events.ts'
import type { Event } from '../model/event.ts'
import type { RecordClass } from '../model/record-class.ts'
import { withOwnCallIds } from '../chains/own-call-ids.ts'
import { resultRefusal } from '../model/refusal.ts'
import { classOf } from './event-rows.ts'
import { shownChars } from './media-blocks.ts'
import { exitCodeIn } from './tool-result-view.ts'
import { limitOf } from '../../importer/records/tool-permission.ts'
import type { Conversation } from './read-conversation.ts'
import { shownPlaces } from './shown-places.ts'

type Payload<T extends Event['type']> = Extract<Event, { readonly type: T }>['payload']

/** Fields of a result that events do not contain. */
const unsaid = {
  patch: null,
  images: [],
  documents: [],
  cells: null,
  cellBefore: null,
  todosBefore: null,
  tasks: null,
  stateBefore: null,
  answers: null,
  isNewFile: false,
  persisted: null,
  exitMeaning: null,
  backgroundId: null,
  runMs: null,
  recordUuid: null,
} as const

const resultView = (payload: Payload<'tool_result'>, answeredAt: number | null): ToolResultView => {
  const text = payload.output ?? ''
  const refusal = resultRefusal(payload) ?? null
  const isError = payload.is_error === true && refusal === null
  const exitCode = payload.is_error === true ? exitCodeIn({}, text) : null
  return { ...unsaid, isError, refusal, text: text.slice(0, shownChars), chars: text.length, exitCode, answeredAt }
}

/** Results by the id of their call, the first of each. */
export const resultsOf = (events: readonly Event[]): ReadonlyMap<string, ToolResultView> => {
  const results = new Map<string, ToolResultView>()
  for (const event of events) {
    const id = event.type === 'tool_result' ? (event.payload.id ?? '') : ''
    if (event.type === 'tool_result' && id !== '' && !results.has(id)) results.set(id, resultView(event.payload, timeOf(event) ?? null))
  }
  return results
}

const inputOf = (json: string | undefined): unknown => {
  try {
    return parseBounded(json ?? 'null')
  } catch {
    return json
  }
}

const counted = (name: string, value: number | undefined): string => (value === undefined ? '' : `${name} ${value}`)

const metricText = (payload: Payload<'metric'>): string =>
  [
    `Result: ${payload.status ?? 'unknown'}`,
    counted('turns', payload.turn_count),
    counted('input tokens', payload.input_tokens),
    counted('output tokens', payload.output_tokens),
    counted('US dollars', payload.cost_usd),
    counted('seconds', payload.duration_seconds),
  ]
    .filter((part) => part !== '')
    .join(', ')

const systemText = (payload: Payload<'system'>): string =>
  [payload.subtype, payload.message ?? '', jsonOf(payload.metadata) ?? ''].filter((part) => part !== '').join(': ')

const textBlock = (text: string): ConversationBlock => ({ kind: 'text', text })

/** One block for each event. */
type BlockReaders = {
  readonly [T in Event['type']]: (payload: Payload<T>, results: ReadonlyMap<string, ToolResultView>, at: number | null) => ConversationBlock
}

const blocks: BlockReaders = {
  prompt: ({ content }) => textBlock(content),
  response: ({ content }) => textBlock(content),
  thinking: ({ content }) => ({ kind: 'thinking', text: content, redacted: false, chars: content.length }),
  tool_call: ({ id = '', name, input: json }, results, calledAt) => {
    const input = inputOf(jsonOf(json))
    const limitMs = limitOf(name, input) ?? null
    return {
      kind: 'tool_call',
      toolUseId: id,
      name,
      tool: toolKind(name),
      input,
      result: results.get(id) ?? null,
      cwd: null,
      calledAt,
      limitMs,
    }
  },
  tool_result: (payload, _, at) => ({ kind: 'tool_result', toolUseId: payload.id ?? '', result: resultView(payload, at) }),
  system: (payload) => textBlock(systemText(payload)),
  metric: (payload) => textBlock(metricText(payload)),
  error: ({ message }) => textBlock(message),
  output: ({ raw }) => {
    const json = jsonOf(raw) ?? ''
    return { kind: 'raw', json: json.slice(0, shownChars), chars: json.length }
  },
}

type BlockReader = (payload: Event['payload'], results: ReadonlyMap<string, ToolResultView>, at: number | null) => ConversationBlock

const blockOf = (event: Event, results: ReadonlyMap<string, ToolResultView>): ConversationBlock =>
  (blocks[event.type] as BlockReader)(event.payload, results, timeOf(event) ?? null)

const speakers: Partial<Record<RecordClass, ConversationItem['speaker']>> = { human_prompt: 'human', compaction_summary: 'summary' }

const speakerOf = (event: Event): ConversationItem['speaker'] => {
  if (event.type === 'prompt') return speakers[classOf(event)] ?? 'injected'
  if (event.type === 'error') return 'error'
  return event.type === 'system' || event.type === 'metric' ? 'system' : 'agent'
}

/**
 * One event as an item. Its line is its number in the commit, from 1.
 * @param results results of its call.
 */
export const eventItem = (
  event: Event,
  line: number,
  commitId: string,
  results: ReadonlyMap<string, ToolResultView>,
): ConversationItem => ({
  speaker: speakerOf(event),
  line,
  fileLine: line,
  sourceFile: commitId,
  sourceId: null,
  recordType: event.type,
  subtype: event.type === 'system' ? event.payload.subtype : null,
  class: classOf(event),
  rule: `events-v1/${event.type}`,
  classByRule: null,
  occurredAt: timeOf(event) ?? null,
  uuid: null,
  model: 'model' in event.payload ? (event.payload.model ?? null) : null,
  blocks: [blockOf(event, results)],
})

/** One item for each event, but for results that stand beside their calls. */
export const readEvents = (written: readonly Event[], commitId: string): Conversation => {
  const events = withOwnCallIds(written)
  const results = resultsOf(events)
  const calls = new Set(events.flatMap((event) => (event.type === 'tool_call' ? [event.payload.id ?? ''] : [])))
  const items = events.flatMap((event, at): readonly ConversationItem[] => {
    if (event.type === 'tool_result' && event.payload.id !== undefined && calls.has(event.payload.id)) return []
    return [eventItem(event, at + 1, commitId, results)]
  })
  const rows = new Map(items.map(({ line }, item) => [line, { item, block: 0 }]))
  const lines = events.map((event, at) => {
    const resultsOf = event.type === 'tool_result' && event.payload.id !== undefined ? [event.payload.id] : []
    return { source: commitId, line: at + 1, own: rows.get(at + 1), resultsOf }
  })
  return { items, bookkeeping: [], places: shownPlaces(items, lines) }
}
