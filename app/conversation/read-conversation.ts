/** Reads the bytes of a commit as a conversation: who said what, tool results beside their calls, bookkeeping only counted. */
import type { CommitReading, ConversationItem, ToolResultView } from '../contract/reader.ts'
import type { RecordClass } from '../model/record-class.ts'
import { typedByHuman } from '../model/record-class.ts'
import { CallPairing } from '../model/call-pairing.ts'
import { isObject } from '../model/json-object.ts'
import { blockObjects, readRecord, type TranscriptRecord } from '../model/record.ts'
import { attachmentText } from './attachment-block.ts'
import { linesIn, recordsOn } from './artifact-lines.ts'
import { blocksOf, resultsIn } from './conversation-blocks.ts'
import { shownPlaces, type ItemPlace, type ShownPlace } from './shown-places.ts'

/** A record of the commit as the projection knows it, in the order of the artifact. */
export interface RecordPlace {
  readonly sourceFile: string
  readonly sourceId: string | null
  readonly line: number
  /** Number of its line in the file. */
  readonly fileLine: number
  readonly subtype: string | null
  readonly class: RecordClass
  readonly classByRule: string | null
  readonly rule: string
  readonly occurredAt: number | null
}

export interface Conversation {
  readonly items: readonly ConversationItem[]
  readonly bookkeeping: CommitReading['bookkeeping']
  readonly places: readonly ShownPlace[]
}

interface PlacedRecord {
  readonly record: TranscriptRecord
  readonly place: RecordPlace
}

const speakers: Partial<Record<RecordClass, ConversationItem['speaker']>> = {
  reply: 'agent',
  error: 'error',
  system: 'system',
  compaction: 'system',
  metric: 'system',
  compaction_summary: 'summary',
  tool_result: 'agent',
}

/** A message that an agent_progress record carries, as if it stood alone. */
const carried = (record: TranscriptRecord): TranscriptRecord => {
  const inner = record.data?.['message']
  return isObject(inner) ? readRecord(inner) : record
}

const speakerOf = ({ record, place }: PlacedRecord): ConversationItem['speaker'] => {
  if (typedByHuman.has(place.class)) return 'human'
  if (place.class === 'agent_message') return record.type === 'assistant' ? 'agent' : 'injected'
  return speakers[place.class] ?? 'injected'
}

const systemText = (record: TranscriptRecord): string => {
  const content = typeof record.content === 'string' ? record.content : ''
  return record.subtype === undefined ? content : content === '' ? record.subtype : `${record.subtype}: ${content}`
}

const contentOf = ({ record, place }: PlacedRecord): unknown => {
  if (record.type === 'attachment') return record.attachment?.['prompt']
  if (record.type === 'queue-operation') return record.content
  if (record.type === 'summary') return record.summary ?? ''
  if (place.class === 'metric') return `Result: ${record.subtype ?? 'unknown'}`
  return record.type === 'system' ? systemText(record) : record.message?.['content']
}

/** Attachments that carry content are read beside the messages. */
const isBookkeeping = ({ place, record }: PlacedRecord): boolean =>
  (place.class === 'bookkeeping' && attachmentText(record) === '') || place.class === 'title' || place.class === 'unknown'

const kindOf = ({ record }: PlacedRecord): string => {
  const inner = record.attachment?.['type'] ?? record.data?.['type'] ?? record.operation
  return typeof inner === 'string' ? `${record.type ?? ''}/${inner}` : (record.type ?? '(no type)')
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const itemOf = (
  placed: PlacedRecord,
  results: ReadonlyMap<string, ToolResultView>,
  isShownElsewhere: (call: string) => boolean,
): ConversationItem => ({
  speaker: speakerOf(placed),
  line: placed.place.line,
  fileLine: placed.place.fileLine,
  sourceFile: placed.place.sourceFile,
  sourceId: placed.place.sourceId,
  recordType: placed.record.type ?? '',
  subtype: placed.place.subtype,
  class: placed.place.class,
  rule: placed.place.rule,
  classByRule: placed.place.classByRule,
  occurredAt: placed.place.occurredAt,
  uuid: placed.record.uuid ?? null,
  model: text(placed.record.message?.['model']),
  blocks: blocksOf(contentOf(placed), results, placed.record).filter(
    (block) => block.kind !== 'tool_result' || !isShownElsewhere(block.toolUseId),
  ),
})

interface JoinedItems {
  readonly items: readonly ConversationItem[]
  /** Where each record is in them; undefined: nowhere. */
  readonly places: readonly (ItemPlace | undefined)[]
}

/** Lines of one reply, one for each block, read as one. */
const joinReplies = (items: readonly ConversationItem[], placed: readonly PlacedRecord[]): JoinedItems => {
  const joined: { item: ConversationItem; messageId: string | null }[] = []
  const places = items.map((item, index): ItemPlace | undefined => {
    const messageId = item.class === 'reply' || item.class === 'agent_message' ? text(placed[index]?.record.message?.['id']) : null
    const last = joined.at(-1)
    if (item.blocks.length === 0 && item.class !== 'reply') return undefined
    if (messageId === null || last?.messageId !== messageId) return { item: joined.push({ item, messageId }) - 1, block: 0 }
    const block = last.item.blocks.length
    last.item = { ...last.item, blocks: [...last.item.blocks, ...item.blocks] }
    return { item: joined.length - 1, block }
  })
  return { items: joined.map(({ item }) => item), places }
}

/** The records of an artifact. */
const recordsIn = (bytes: Buffer): readonly TranscriptRecord[] => {
  const records: TranscriptRecord[] = []
  for (const line of linesIn(bytes)) records.push(...recordsOn(line))
  return records
}

const callTypes: ReadonlySet<unknown> = new Set(['tool_use', 'server_tool_use'])

/** The record with these ids instead of those in its blocks: one for each call and one for each result, in their order. */
const withIds = (record: TranscriptRecord, calls: readonly string[], results: readonly string[]): TranscriptRecord => {
  const { message } = record
  const blocks = message === undefined ? undefined : blockObjects(message['content'])
  if (message === undefined || blocks === undefined) return record
  let call = 0
  let result = 0
  const content = blocks.map((block) => {
    if (callTypes.has(block['type'])) return { ...block, id: calls[call++] ?? block['id'] }
    return block['type'] === 'tool_result' ? { ...block, tool_use_id: results[result++] ?? block['tool_use_id'] } : block
  })
  return { ...record, message: { ...message, content } }
}

/** A record of a transcript, and the ids that join its calls with their results wherever these are. */
export interface JoinedRecord {
  readonly record: TranscriptRecord
  readonly place: RecordPlace
  readonly calls: readonly string[]
  readonly results: readonly string[]
}

const joined = ({ record, place, calls, results }: JoinedRecord): PlacedRecord => ({
  record: withIds(place.class === 'agent_message' ? carried(record) : record, calls, results),
  place,
})

/**
 * One record as an item.
 * @param results results of its calls.
 * @param isShownElsewhere whether a call that a result in it belongs to shows that result.
 */
export const readItem = (
  record: JoinedRecord,
  results: ReadonlyMap<string, ToolResultView>,
  isShownElsewhere: (call: string) => boolean,
): ConversationItem => itemOf(joined(record), results, isShownElsewhere)

/** Results in a record, by the id of their call. */
export const resultsOf = (record: JoinedRecord): ReadonlyMap<string, ToolResultView> => new Map(resultsIn(joined(record).record))

/** The same records with ids that join each call with its own result: some models use one id for several calls. */
const withOwnCallIds = (placed: readonly PlacedRecord[]): readonly PlacedRecord[] => {
  const pairing = new CallPairing()
  return placed.map((one, at) => {
    const { record } = one
    const { message } = record
    const blocks = message === undefined ? undefined : blockObjects(message['content'])
    if (blocks === undefined) return one
    const reply = text(message?.['id']) ?? `record ${at}`
    const content = blocks.map((block) => {
      if (callTypes.has(block['type']))
        return { ...block, id: pairing.call(text(block['id']) ?? '', { reply, record: record.uuid, input: inputKey(block['input']) }) }
      if (block['type'] !== 'tool_result') return block
      const written = text(block['tool_use_id']) ?? ''
      return { ...block, tool_use_id: pairing.result(written, [text(record.parentUuid) ?? undefined]) ?? written }
    })
    return { ...one, record: { ...record, message: { ...message, content } } }
  })
}

const inputKey = (input: unknown): string | undefined => {
  try {
    return JSON.stringify(input)
  } catch {
    return undefined
  }
}

const callIds = (placed: readonly PlacedRecord[]): ReadonlySet<string> =>
  new Set(
    placed.flatMap(({ record }) =>
      blocksOf(record.message?.['content'], new Map(), undefined).flatMap((block) => (block.kind === 'tool_call' ? [block.toolUseId] : [])),
    ),
  )

/**
 * @param bytes the commit's artifact: JSONL.
 * @param places its records in the same order; lines that hold no record have none.
 */
export const readConversation = (bytes: Buffer, places: readonly RecordPlace[]): Conversation => {
  const records = recordsIn(bytes)
  const placed = records.flatMap((record, index): readonly PlacedRecord[] => {
    const place = places[index]
    return place === undefined ? [] : [{ record: place.class === 'agent_message' ? carried(record) : record, place }]
  })
  const shown = withOwnCallIds(placed.filter((one) => !isBookkeeping(one)))
  const results = new Map(shown.flatMap(({ record }) => resultsIn(record)))
  const calls = callIds(shown)
  const { items, places: own } = joinReplies(
    shown.map((one) => itemOf(one, results, (call) => calls.has(call))),
    shown,
  )
  const counts = new Map<string, number>()
  for (const one of placed.filter(isBookkeeping)) counts.set(kindOf(one), (counts.get(kindOf(one)) ?? 0) + 1)
  const lines = shown.map(({ record, place }, at) => {
    return { source: place.sourceId ?? place.sourceFile, line: place.line, own: own[at], resultsOf: resultsIn(record).map(([id]) => id) }
  })
  return {
    items,
    bookkeeping: [...counts].map(([kind, count]) => ({ kind, count })).sort((a, b) => b.count - a.count),
    places: shownPlaces(items, lines),
  }
}
