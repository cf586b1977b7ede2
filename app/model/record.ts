/**
 * A record of a transcript: what every agent's folder yields, and what everything above reads. The fields are those of Claude Code, whose
 * records have most of them; another agent's folder gives its records these fields. The schema is tolerant: a known field of the right kind
 * is read, one of another kind is ignored; unknown fields stay in the bytes.
 */
import { isObject, type JsonObject } from './json-object.ts'

/** A text with only a known length, because no code reads the text. */
export class UnreadText {
  /** UTF-16 code units. */
  readonly length: number
  /** Wide letters among them; see text-size.ts. */
  readonly wide: number

  constructor(length: number, wide: number) {
    this.length = length
    this.wide = wide
  }
}

/** Keeps one copy of a text that repeats from record to record: the parser makes a new one each time, and a session has many records. */
const repeatedText = (): ((text: string | undefined) => string | undefined) => {
  let last: string | undefined
  return (text) => {
    if (text === undefined) return undefined
    if (text !== last) last = text
    return last
  }
}

type Json = unknown

const text = (value: Json): string | undefined => (typeof value === 'string' ? value : undefined)
/** A name that names nothing is none. */
const name = (value: Json): string | undefined => (value === '' ? undefined : text(value))
const flag = (value: Json): boolean => value === true
const object = (value: Json): JsonObject | undefined => (isObject(value) ? value : undefined)
const list = (value: Json): readonly Json[] | undefined => (Array.isArray(value) ? (value as readonly Json[]) : undefined)

/** Fields that mostly say what they said in the record before. */
const same = {
  sessionId: repeatedText(),
  agentId: repeatedText(),
  requestId: repeatedText(),
  cwd: repeatedText(),
  gitBranch: repeatedText(),
  version: repeatedText(),
  entrypoint: repeatedText(),
  messageId: repeatedText(),
  model: repeatedText(),
}

/** Fields of the envelope, by client version in the format's field lists. One literal: this runs for every line. */
export const readRecord = (value: JsonObject) => ({
  type: text(value['type']),
  subtype: text(value['subtype']),
  uuid: name(value['uuid']),
  parentUuid: value['parentUuid'],
  logicalParentUuid: text(value['logicalParentUuid']),
  timestamp: value['timestamp'],
  sessionId: same.sessionId(text(value['sessionId'])),
  agentId: same.agentId(text(value['agentId'])),
  isSidechain: flag(value['isSidechain']),
  isMeta: flag(value['isMeta']),
  isCompactSummary: flag(value['isCompactSummary']),
  isApiErrorMessage: flag(value['isApiErrorMessage']),
  requestId: same.requestId(name(value['requestId'])),
  cwd: same.cwd(text(value['cwd'])),
  gitBranch: same.gitBranch(text(value['gitBranch'])),
  version: same.version(text(value['version'])),
  entrypoint: same.entrypoint(text(value['entrypoint'])),
  promptSource: text(value['promptSource']),
  turnOrigin: text(value['turnOrigin']),
  origin: value['origin'],
  planContent: value['planContent'],
  message: object(value['message']),
  content: value['content'],
  toolUseResult: value['toolUseResult'],
  toolDenialKind: text(value['toolDenialKind']),
  permissionDecision: object(value['permissionDecision']),
  compactMetadata: object(value['compactMetadata']),
  compact_metadata: object(value['compact_metadata']),
  attachment: object(value['attachment']),
  data: object(value['data']),
  forkedFrom: object(value['forkedFrom']),
  operation: text(value['operation']),
  summary: text(value['summary']),
  leafUuid: text(value['leafUuid']),
  customTitle: text(value['customTitle']),
  aiTitle: text(value['aiTitle']),
  agentName: text(value['agentName']),
  parentToolUseID: text(value['parentToolUseID']),
  toolUseID: text(value['toolUseID']),
  hookInfos: value['hookInfos'],
  costUSD: value['costUSD'],
  model: same.model(text(value['model'])),
  total_cost_usd: value['total_cost_usd'],
  snapshot: object(value['snapshot']),
  trackingPath: text(value['trackingPath']),
  backup: object(value['backup']),
})

const readMessageFields = (value: JsonObject) => ({
  id: same.messageId(name(value['id'])),
  model: same.model(text(value['model'])),
  content: value['content'],
  usage: object(value['usage']),
  stopReason: text(value['stop_reason']),
})

const readBlock = (value: JsonObject) => ({
  type: text(value['type']),
  text: text(value['text']),
  thinking: text(value['thinking']),
  id: text(value['id']),
  name: text(value['name']),
  input: value['input'],
  tool_use_id: text(value['tool_use_id']),
  content: value['content'],
  is_error: flag(value['is_error']),
  signature: value['signature'],
})

export type TranscriptRecord = Readonly<ReturnType<typeof readRecord>>
export type RecordMessage = Readonly<ReturnType<typeof readMessageFields>>
export type ContentBlock = Readonly<ReturnType<typeof readBlock>>

export const readMessage = (value: JsonObject | undefined): RecordMessage | undefined =>
  value === undefined ? undefined : readMessageFields(value)

/** Other writers put texts and objects without a type where blocks belong: both are texts. Null and numbers say nothing. */
const blockIn = (part: Json): readonly JsonObject[] => {
  if (typeof part === 'string') return [{ type: 'text', text: part }]
  if (!isObject(part)) return []
  return [part['type'] === undefined && typeof part['text'] === 'string' ? { ...part, type: 'text' } : part]
}

const isTypedBlock = (part: Json): part is JsonObject => isObject(part) && part['type'] !== undefined

/** The blocks of a content that is a list or one block, as they are written; undefined for any other. */
export const blockObjects = (content: Json): readonly JsonObject[] | undefined => {
  if (isObject(content)) return blockIn(content)
  const parts = list(content)
  return parts?.every(isTypedBlock) === true ? parts : parts?.flatMap(blockIn)
}

/** The content that was read last: many rules read the same content. */
let lastContent: Json
let lastBlocks: readonly ContentBlock[] | undefined

/** The blocks of a content that is a list or one block; undefined for any other. */
export const readBlocks = (content: Json): readonly ContentBlock[] | undefined => {
  if (typeof content !== 'object' || content === null) return undefined
  if (content !== lastContent) {
    lastBlocks = blockObjects(content)?.map(readBlock)
    lastContent = content
  }
  return lastBlocks
}

/** The blocks of a content that is a list, without what other writers put in place of blocks: the reference rules know no others. */
export const listedBlocks = (content: Json): readonly ContentBlock[] => list(content)?.filter(isObject).map(readBlock) ?? []

/** The list itself, blocks of any kind included; undefined when the content is no list. */
export const contentList = list

/** No reply has as many tokens; the sum of nine million such counts is still an exact number. */
const maxTokens = 1e9

/** A count that the client notes: a non-negative integer of at most a billion; undefined otherwise. */
export const tokenCount = (value: Json): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= maxTokens ? value : undefined

/** Text of a content field: the string itself, or its text blocks joined by newlines; undefined when it has neither. */
export const textOf = (content: Json): string | undefined => {
  if (typeof content === 'string') return content
  let joined: string | undefined
  for (const { type, text: own } of readBlocks(content) ?? []) {
    if (type === 'text' && own !== undefined) joined = joined === undefined ? own : `${joined}\n${own}`
  }
  return joined
}

const lengthOf = (text: Json): number | undefined => (typeof text === 'string' || text instanceof UnreadText ? text.length : undefined)

/** Length of the result of textOf, 0 without a result; it also accepts unread texts. UTF-16 code units. */
export const textLength = (content: Json): number => {
  const own = lengthOf(content)
  if (own !== undefined) return own
  let sum = -1
  for (const block of list(content) ?? []) {
    const length = isObject(block) ? (block['type'] === 'text' ? lengthOf(block['text']) : undefined) : lengthOf(block)
    if (length !== undefined) sum += length + 1
  }
  return Math.max(0, sum)
}

/** The content of a record: that of its message, or the prompt of a queued command. */
export const contentOf = (record: TranscriptRecord): Json =>
  record.type === 'attachment' ? record.attachment?.['prompt'] : record.message?.['content']
