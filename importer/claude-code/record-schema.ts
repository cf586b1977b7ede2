/** The tolerant schema of a transcript record: each known field is read when it has the right kind and left out when not; unknown fields stay in the bytes. */
import { UnreadText } from '../skim/left-out-strings.ts'

type Json = unknown
export type JsonObject = Readonly<Record<string, Json>>

export const isObject = (value: Json): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)

const text = (value: Json): string | undefined => (typeof value === 'string' ? value : undefined)
const flag = (value: Json): boolean => value === true
const object = (value: Json): JsonObject | undefined => (isObject(value) ? value : undefined)
const anything = (value: Json): Json => value
const list = (value: Json): readonly Json[] | undefined => (Array.isArray(value) ? (value as readonly Json[]) : undefined)

/** Fields of the envelope, by client version in the format's field lists. */
const recordFields = {
  type: text,
  subtype: text,
  uuid: text,
  parentUuid: anything,
  logicalParentUuid: text,
  timestamp: anything,
  sessionId: text,
  agentId: text,
  isSidechain: flag,
  isMeta: flag,
  isCompactSummary: flag,
  isApiErrorMessage: flag,
  requestId: text,
  cwd: text,
  gitBranch: text,
  version: text,
  entrypoint: text,
  promptSource: text,
  turnOrigin: text,
  origin: object,
  message: object,
  content: anything,
  toolUseResult: anything,
  compactMetadata: object,
  compact_metadata: object,
  attachment: object,
  data: object,
  forkedFrom: object,
  operation: text,
  reason: text,
  summary: text,
  leafUuid: text,
  customTitle: text,
  aiTitle: text,
  agentName: text,
  parentToolUseID: text,
  costUSD: anything,
  total_cost_usd: anything,
} as const

const messageFields = { id: text, model: text, content: anything, usage: object } as const

const blockFields = {
  type: text,
  text,
  thinking: text,
  id: text,
  name: text,
  input: anything,
  tool_use_id: text,
  content: anything,
  is_error: flag,
} as const

type Fields = Readonly<Record<string, (value: Json) => unknown>>
type Read<Known extends Fields> = { readonly [Key in keyof Known]: ReturnType<Known[Key]> }

/** A reader for objects with these fields. It goes by the fields an object has, which are few, and starts from a copy of the empty result. */
const reader = <Known extends Fields>(fields: Known): ((value: JsonObject) => Read<Known>) => {
  const readers = new Map<string, (value: Json) => unknown>(Object.entries(fields))
  const empty = Object.fromEntries([...readers].map(([key, read]) => [key, read(undefined)]))
  return (value) => {
    const result = { ...empty }
    for (const key of Object.keys(value)) {
      const read = readers.get(key)
      if (read !== undefined) result[key] = read(value[key])
    }
    return result as Read<Known>
  }
}

export type TranscriptRecord = Read<typeof recordFields>
export type RecordMessage = Read<typeof messageFields>
export type ContentBlock = Read<typeof blockFields>

export const readRecord: (value: JsonObject) => TranscriptRecord = reader(recordFields)
const readMessageFields = reader(messageFields)
const readBlock = reader(blockFields)

export const readMessage = (value: JsonObject | undefined): RecordMessage | undefined =>
  value === undefined ? undefined : readMessageFields(value)
export const readBlocks = (content: Json): readonly ContentBlock[] | undefined => list(content)?.filter(isObject).map(readBlock)

/** The list itself, blocks of any kind included; undefined when the content is no list. */
export const contentList = list

/** A count of tokens: a safe, non-negative integer; undefined otherwise. */
export const tokenCount = (value: Json): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined

/** Text of a content field: the string itself, or its text blocks joined by newlines; undefined when it has neither. */
export const textOf = (content: Json): string | undefined => {
  if (typeof content === 'string') return content
  const texts = readBlocks(content)?.flatMap((block) => (block.type === 'text' && block.text !== undefined ? [block.text] : [])) ?? []
  return texts.length === 0 ? undefined : texts.join('\n')
}

const lengthOf = (text: Json): number | undefined => (typeof text === 'string' || text instanceof UnreadText ? text.length : undefined)

/** Length of what textOf gives, 0 when it gives nothing; texts may be left out. UTF-16 code units. */
export const textLength = (content: Json): number => {
  const own = lengthOf(content)
  if (own !== undefined) return own
  const lengths = (list(content) ?? []).flatMap((block) =>
    isObject(block) && block['type'] === 'text' ? (lengthOf(block['text']) ?? []) : [],
  )
  return lengths.reduce((sum, length) => sum + length + 1, lengths.length === 0 ? 0 : -1)
}

/** What a record says: the content of its message, or the prompt of a queued command. */
export const contentOf = (record: TranscriptRecord): Json =>
  record.type === 'attachment' ? record.attachment?.['prompt'] : record.message?.['content']
