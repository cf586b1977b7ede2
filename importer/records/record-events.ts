/** Everything that one record says, as events of the format events-v1: whole texts, where normalise has what the tables need. */
import type { ChainEvent } from '../../app/model/chain-event.ts'
import type { Event } from '../../app/model/event.ts'
import type { Losses } from '../../app/model/losses.ts'
import type { RecordClass } from '../../app/model/record-class.ts'
import { typedByHuman } from '../../app/model/record-class.ts'
import { blockEvent, contentText } from './block-events.ts'
import type { ReadLine } from './record-lines.ts'
import { isObject, type JsonObject } from '../../app/model/json-object.ts'
import { blockObjects, contentList, contentOf, readRecord, type TranscriptRecord } from '../../app/model/record.ts'

interface SourceRecord {
  readonly record: TranscriptRecord
  readonly class: RecordClass
  readonly bytes: Buffer
  /** Seconds since 1970. */
  readonly timestamp: number | null
}

const sourceOf = (recordClass: RecordClass): 'user' | 'injected' => (typedByHuman.has(recordClass) ? 'user' : 'injected')

const prompt = (source: SourceRecord, content: string): Event => ({
  type: 'prompt',
  timestamp: source.timestamp,
  payload: { source: sourceOf(source.class), content },
})

const withoutLineEnd = (bytes: Buffer): Uint8Array => {
  let end = bytes.length
  while (end > 0 && (bytes[end - 1] === 0x0a || bytes[end - 1] === 0x0d)) end -= 1
  return Uint8Array.from(bytes.subarray(0, end))
}

/** A line that says nothing we know, as it is. */
const output = (source: SourceRecord): Event => ({
  type: 'output',
  timestamp: source.timestamp,
  payload: { raw: withoutLineEnd(source.bytes) },
})

const systemText = ({ content }: TranscriptRecord): string => (typeof content === 'string' ? content : '')

/** As the reference's driver has it: the whole line is the event's metadata. */
const systemEvent = (source: SourceRecord): Event => {
  const message = systemText(source.record)
  const payload = { subtype: source.record.subtype ?? '', metadata: withoutLineEnd(source.bytes), ...(message === '' ? {} : { message }) }
  return { type: 'system', timestamp: source.timestamp, payload }
}

const errorEvent = (source: SourceRecord, losses: Losses): Event => {
  const message = contentText(source.record.message?.['content'], losses) ?? systemText(source.record)
  return { type: 'error', timestamp: source.timestamp, payload: { message } }
}

const numberIn = (place: JsonObject, field: string): number | undefined => {
  const value = place[field]
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

const whole = (value: number | undefined): number | undefined => (Number.isSafeInteger(value) ? value : undefined)

const named = (fields: Readonly<Record<string, number | string | undefined>>): Readonly<Record<string, number | string>> =>
  Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, number | string] => entry[1] !== undefined))

const durationOf = (json: JsonObject): number | undefined => {
  const milliseconds = numberIn(json, 'duration_ms')
  return numberIn(json, 'duration_seconds') ?? (milliseconds === undefined ? undefined : milliseconds / 1000)
}

/** The totals of a run, which the client writes at its end. */
const metricEvent = (source: SourceRecord, json: JsonObject): Event => {
  const usage = isObject(json['usage']) ? json['usage'] : json
  const payload = named({
    status: source.record.subtype,
    cost_usd: numberIn(json, 'total_cost_usd') ?? numberIn(json, 'cost_usd'),
    turn_count: whole(numberIn(json, 'num_turns')),
    input_tokens: whole(numberIn(usage, 'input_tokens')),
    output_tokens: whole(numberIn(usage, 'output_tokens')),
    cache_read_tokens: whole(numberIn(usage, 'cache_read_input_tokens')),
    cache_write_tokens: whole(numberIn(usage, 'cache_creation_input_tokens')),
    duration_seconds: durationOf(json),
  })
  return { type: 'metric', timestamp: source.timestamp, payload }
}

const textIn = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** Events for the text that the client gave to the model beside the conversation. */
const attached = (source: SourceRecord, losses: Losses): readonly Event[] => {
  const rendered = contentList(source.record.attachment?.['rendered']) ?? []
  const contents = rendered.flatMap((one) => (isObject(one) ? (textIn(contentText(one['content'], losses)) ?? []) : []))
  if (contents.length === 0)
    losses.add(`attachment “${jsonName(source.record.attachment?.['type'])}”`, 'the record has no text that the model saw')
  return contents.map((content) => prompt({ ...source, class: 'meta' }, content))
}

const jsonName = (value: unknown): string => (typeof value === 'string' ? value : 'without a type')

const blocks = (source: SourceRecord, content: unknown, losses: Losses): readonly ChainEvent[] => {
  const role = source.record.type === 'assistant' ? 'assistant' : 'user'
  const context = { role, timestamp: source.timestamp, source: sourceOf(source.class), losses } as const
  if (typeof content === 'string') return [blockEvent({ type: 'text', text: content }, context)]
  const events = joinTexts((blockObjects(content) ?? []).map((block) => blockEvent(block, context)))
  const id = source.record.message?.['id']
  const reply = role === 'assistant' ? textIn(id) : events.length > 1 ? source.record.uuid : undefined
  return events.map((event) => ({ ...event, ...(reply === undefined ? {} : { reply }) }))
}

/** The texts of one prompt are one prompt, as the reference reads them. */
const joinTexts = (events: readonly Event[]): readonly Event[] => {
  const joined: Event[] = []
  for (const event of events) {
    const last = joined.at(-1)
    if (event.type !== 'prompt' || last?.type !== 'prompt') joined.push(event)
    else {
      const content = `${last.payload.content}\n${event.payload.content}`
      joined[joined.length - 1] = { ...last, payload: { source: last.payload.source, content } }
    }
  }
  return joined
}

/** The message that an agent_progress record carries. */
const carried = (source: SourceRecord, losses: Losses): readonly ChainEvent[] => {
  const inner = source.record.data?.['message']
  if (!isObject(inner)) return [output(source)]
  const record = readRecord(inner)
  return blocks(
    { ...source, record, class: record.type === 'assistant' ? 'reply' : 'sidechain_prompt' },
    record.message?.['content'],
    losses,
  )
}

const messageEvents = (source: SourceRecord, losses: Losses): readonly ChainEvent[] => {
  if (source.class === 'agent_message') return carried(source, losses)
  if (source.record.type === 'summary') return [prompt(source, source.record.summary ?? '')]
  const content = source.record.type === 'queue-operation' ? source.record.content : contentOf(source.record)
  return blocks(source, content, losses)
}

const bookkeeping = (source: SourceRecord, losses: Losses): readonly Event[] => {
  if (source.record.type === 'attachment') return attached(source, losses)
  losses.add(`record “${jsonName(source.record.type)}”`, 'it is what the client notes for itself, no part of the conversation')
  return []
}

const kept = (source: SourceRecord): readonly Event[] => [output(source)]

/** Classes whose events do not come from the content of a message. */
const byClass: Partial<Record<RecordClass, (source: SourceRecord, losses: Losses, json: JsonObject) => readonly ChainEvent[]>> = {
  system: (source) => [systemEvent(source)],
  compaction: (source) => [systemEvent(source)],
  error: (source, losses) => [errorEvent(source, losses)],
  metric: (source, _losses, json) => [metricEvent(source, json)],
  title: bookkeeping,
  bookkeeping,
  unknown: kept,
  malformed: kept,
}

/** Events of one line. */
export const recordEvents = ({ line, json, record, bytes }: ReadLine, losses: Losses): readonly ChainEvent[] => {
  const timestamp = line.occurredAt === undefined ? null : line.occurredAt / 1000
  if (json === undefined || record === undefined) return [{ type: 'output', timestamp, payload: { raw: withoutLineEnd(bytes) } }]
  const source: SourceRecord = { record, class: line.class, bytes, timestamp }
  return (byClass[line.class] ?? messageEvents)(source, losses, json)
}
