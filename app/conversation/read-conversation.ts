/** Reads the bytes of a commit as a conversation: who said what, tool results beside their calls, bookkeeping only counted. */
import type { CommitReading, ConversationBlock, ConversationItem, ToolResultView } from '../contract/reader.ts'
import type { RecordClass } from '../model/record-class.ts'
import { typedByHuman } from '../model/record-class.ts'
import { CallPairing } from '../model/call-pairing.ts'
import { recordsInLine } from '../model/records-in-line.ts'
import { blockObjects, isObject, readRecord } from '../../importer/claude-code/record-schema.ts'
import type { TranscriptRecord } from '../../importer/claude-code/record-schema.ts'
import { blocksOf, resultsIn } from './conversation-blocks.ts'

const newline = 0x0a

/** A record of the commit as the projection knows it, in the order of the artifact. */
export interface RecordPlace {
  readonly sourceFile: string
  readonly sourceId: string | null
  readonly line: number
  readonly subtype: string | null
  readonly class: RecordClass
  readonly classByRule: string | null
  readonly rule: string
  readonly occurredAt: number | null
}

export interface Conversation {
  readonly items: readonly ConversationItem[]
  readonly bookkeeping: CommitReading['bookkeeping']
}

interface Said {
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

const speakerOf = ({ record, place }: Said): ConversationItem['speaker'] => {
  if (typedByHuman.has(place.class)) return 'human'
  if (place.class === 'agent_message') return record.type === 'assistant' ? 'agent' : 'injected'
  return speakers[place.class] ?? 'injected'
}

const systemText = (record: TranscriptRecord): string => {
  const content = typeof record.content === 'string' ? record.content : ''
  return record.subtype === undefined ? content : content === '' ? record.subtype : `${record.subtype}: ${content}`
}

const contentOf = ({ record, place }: Said): unknown => {
  if (record.type === 'attachment') return record.attachment?.['prompt']
  if (record.type === 'queue-operation') return record.content
  if (record.type === 'summary') return record.summary ?? ''
  if (place.class === 'metric') return `Result: ${record.subtype ?? 'unknown'}`
  return record.type === 'system' ? systemText(record) : record.message?.['content']
}

const isBookkeeping = ({ place }: Said): boolean => place.class === 'bookkeeping' || place.class === 'title' || place.class === 'unknown'

const kindOf = ({ record }: Said): string => {
  const inner = record.attachment?.['type'] ?? record.data?.['type'] ?? record.operation
  return typeof inner === 'string' ? `${record.type ?? ''}/${inner}` : (record.type ?? '(no type)')
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const isShownWithCall = (block: ConversationBlock, calls: ReadonlySet<string>): boolean =>
  block.kind === 'tool_result' && calls.has(block.toolUseId)

const itemOf = (said: Said, results: ReadonlyMap<string, ToolResultView>, calls: ReadonlySet<string>): ConversationItem => ({
  speaker: speakerOf(said),
  line: said.place.line,
  sourceFile: said.place.sourceFile,
  sourceId: said.place.sourceId,
  recordType: said.record.type ?? '',
  subtype: said.place.subtype,
  class: said.place.class,
  rule: said.place.rule,
  classByRule: said.place.classByRule,
  occurredAt: said.place.occurredAt,
  uuid: said.record.uuid ?? null,
  model: text(said.record.message?.['model']),
  blocks: blocksOf(contentOf(said), results, said.record).filter((block) => !isShownWithCall(block, calls)),
})

/** Lines of one reply, one for each block, read as one. */
const joinReplies = (items: readonly ConversationItem[], said: readonly Said[]): readonly ConversationItem[] => {
  const joined: { item: ConversationItem; messageId: string | null }[] = []
  items.forEach((item, index) => {
    const messageId = item.class === 'reply' || item.class === 'agent_message' ? text(said[index]?.record.message?.['id']) : null
    const last = joined.at(-1)
    if (item.blocks.length === 0 && item.class !== 'reply') return
    if (messageId !== null && last?.messageId === messageId) last.item = { ...last.item, blocks: [...last.item.blocks, ...item.blocks] }
    else joined.push({ item, messageId })
  })
  return joined.map(({ item }) => item)
}

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8')

/** The records of an artifact. A commit may hold very many blank lines. */
const recordsIn = (bytes: Buffer): readonly TranscriptRecord[] => {
  const records: TranscriptRecord[] = []
  for (let from = 0; from < bytes.length;) {
    const at = bytes.indexOf(newline, from)
    const end = at === -1 ? bytes.length : at
    for (const { json } of recordsInLine(bytes.subarray(from, end), textOf)) records.push(readRecord(json))
    from = end + 1
  }
  return records
}

const callTypes: ReadonlySet<unknown> = new Set(['tool_use', 'server_tool_use'])

/** The same records with ids that join each call with its own result: some models use one id for several calls. */
const withOwnCallIds = (said: readonly Said[]): readonly Said[] => {
  const pairing = new CallPairing()
  return said.map((one, at) => {
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

const callIds = (said: readonly Said[]): ReadonlySet<string> =>
  new Set(
    said.flatMap(({ record }) =>
      blocksOf(record.message?.['content'], new Map(), undefined).flatMap((block) => (block.kind === 'tool_call' ? [block.toolUseId] : [])),
    ),
  )

/**
 * @param bytes the commit's artifact: JSONL.
 * @param places its records in the same order; lines that hold no record have none.
 */
export const readConversation = (bytes: Buffer, places: readonly RecordPlace[]): Conversation => {
  const records = recordsIn(bytes)
  const said = records.flatMap((record, index): readonly Said[] => {
    const place = places[index]
    return place === undefined ? [] : [{ record: place.class === 'agent_message' ? carried(record) : record, place }]
  })
  const spoken = withOwnCallIds(said.filter((one) => !isBookkeeping(one)))
  const results = new Map(spoken.flatMap(({ record }) => resultsIn(record)))
  const calls = callIds(spoken)
  const items = joinReplies(
    spoken.map((one) => itemOf(one, results, calls)),
    spoken,
  )
  const counts = new Map<string, number>()
  for (const one of said.filter(isBookkeeping)) counts.set(kindOf(one), (counts.get(kindOf(one)) ?? 0) + 1)
  return { items, bookkeeping: [...counts].map(([kind, count]) => ({ kind, count })).sort((a, b) => b.count - a.count) }
}
