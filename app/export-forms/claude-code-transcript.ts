/** A transcript that Claude Code resumes: one straight line of rows, by the rules that its versions 1.0.128 to 2.1.330 agree on. */
import type { Conversation } from '../conversation/conversation.ts'
import { addedRow, type ConversationRow } from '../conversation/conversation-row.ts'
import type { Sliced } from '../model/sliced.ts'
import { objectIn, textIn, type JsonObject } from '../model/json-object.ts'
import type { Lost } from '../model/chain-event.ts'
import { Losses } from '../model/losses.ts'
import { validConversation } from './valid-conversation.ts'
import { wellFormed } from './well-formed.ts'
import { createHash } from 'node:crypto'

export interface TranscriptRules {
  /** New: no client has a session of this name. */
  readonly sessionId: string
  readonly cwd: string
  readonly gitBranch: string
  /** Session and record that are copied, where the records themselves do not say which session they are of. */
  readonly forkedFrom: string
}

export interface Transcript {
  readonly bytes: Buffer
  /** Uuids in the order of the rows. */
  readonly uuids: readonly string[]
  /** The uuids that no line of the source has. */
  readonly made: readonly string[]
  /** Number of rows that represent the conversation; the rows after them belong to the new session. */
  readonly representing: number
  /** Parts that were excluded, changed or added. */
  readonly lost: readonly Lost[]
}

/** The text that the client appends to a conversation that ends with the user when it resumes the conversation. */
const noResponse = 'No response requested.'

const closing = (): ConversationRow => addedRow('assistant', [{ type: 'text', text: noResponse }])

const needsClosing = (rows: readonly ConversationRow[]): boolean => rows.at(-1)?.role === 'user'

/** Fields of a record that clients read when they resume or show it. */
const copiedFields = [
  'isMeta',
  'isCompactSummary',
  'isVisibleInTranscriptOnly',
  'requestId',
  'toolUseResult',
  'sourceToolAssistantUUID',
  'promptId',
  'promptSource',
  'turnOrigin',
  'origin',
  'permissionMode',
  'todos',
] as const

const copied = (record: JsonObject): JsonObject =>
  Object.fromEntries(copiedFields.flatMap((name) => (record[name] === undefined ? [] : [[name, record[name]] as const])))

const instantOf = (text: string | undefined): number | undefined => {
  const at = text === undefined ? NaN : Date.parse(text)
  return Number.isNaN(at) ? undefined : at
}

/** Later than the row before, and its own time where that is so. */
class Clock {
  #last = -Infinity

  next(own: number | undefined): string {
    const at = Math.max(own ?? this.#last, this.#last + 1)
    this.#last = Number.isFinite(at) ? at : 0
    return new Date(this.#last).toISOString()
  }
}

/**
 * The tokens were used in another session. A client takes those of the last reply for the size of the context: it would immediately compact
 * the conversation that it should continue.
 */
const noUsage = { input_tokens: 0, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 0 }

/** The message of an assistant row: what the API answered, as far as it is known. */
const assistantMessage = (row: ConversationRow, uuid: string): JsonObject => {
  const message = row.line === undefined ? {} : objectIn(row.line.record, 'message')
  return {
    id: textIn(message, 'id') ?? `msg_${uuid.replaceAll('-', '').slice(0, 24)}`,
    type: 'message',
    role: 'assistant',
    model: textIn(message, 'model') ?? '<synthetic>',
    content: row.blocks,
    stop_reason: message['stop_reason'] ?? null,
    stop_sequence: message['stop_sequence'] ?? null,
    usage: noUsage,
  }
}

const userMessage = ({ blocks, isPlain }: ConversationRow): JsonObject => {
  const only = blocks.length === 1 ? blocks[0] : undefined
  return { role: 'user', content: isPlain && only !== undefined ? only['text'] : blocks }
}

const boundary = (row: ConversationRow): JsonObject => {
  const { trigger, preTokens } = row.line === undefined ? {} : objectIn(row.line.record, 'compactMetadata')
  return {
    type: 'system',
    subtype: 'compact_boundary',
    content: 'Conversation compacted',
    isMeta: false,
    level: 'info',
    compactMetadata: { trigger: trigger ?? 'manual', preTokens: preTokens ?? 0 },
  }
}

const hasResult = ({ blocks }: ConversationRow): boolean => blocks.some(({ type }) => type === 'tool_result')

/** `isMeta` marks added text, so that it does not count as a prompt. */
const bodyOf = (row: ConversationRow, uuid: string): JsonObject => {
  if (row.role === 'boundary') return boundary(row)
  if (row.role === 'assistant') return { type: 'assistant', message: assistantMessage(row, uuid) }
  const isNote = row.line === undefined ? !hasResult(row) : row.line.type !== 'user' && !row.typed
  return { type: 'user', ...(isNote ? { isMeta: true } : {}), message: userMessage(row) }
}

const lastVersion = (rows: readonly ConversationRow[]): string => {
  for (const { line } of [...rows].reverse()) {
    const version = line === undefined ? undefined : textIn(line.record, 'version')
    if (version !== undefined) return version
  }
  return '2.1.330'
}

class TranscriptWriter {
  readonly uuids: string[] = []
  readonly made: string[] = []
  readonly #rules: TranscriptRules
  readonly #version: string
  readonly #losses: Losses
  readonly #clock = new Clock()
  readonly #taken = new Set<string>()

  constructor(rules: TranscriptRules, version: string, losses: Losses) {
    this.#rules = rules
    this.#version = version
    this.#losses = losses
  }

  line(row: ConversationRow): string {
    const { sessionId, cwd, gitBranch, forkedFrom } = this.#rules
    const record = row.line?.record ?? {}
    const parentUuid = this.uuids.at(-1) ?? null
    const uuid = this.#uuidOf(row)
    const written = {
      parentUuid,
      isSidechain: false,
      userType: 'external',
      cwd,
      sessionId,
      version: textIn(record, 'version') ?? this.#version,
      gitBranch: textIn(record, 'gitBranch') ?? gitBranch,
      ...copied(record),
      ...bodyOf(row, uuid),
      uuid,
      timestamp: this.#clock.next(instantOf(row.line?.timestamp)),
      ...(uuid === row.line?.uuid ? { forkedFrom: { sessionId: textIn(record, 'sessionId') ?? forkedFrom, messageUuid: uuid } } : {}),
    }
    return JSON.stringify(wellFormed(written, this.#losses))
  }

  #uuidOf({ line }: ConversationRow): string {
    const own = line?.uuid
    const isFree = own !== undefined && !this.#taken.has(own)
    const uuid = isFree ? own : madeUuid(this.#rules.sessionId, String(this.uuids.length))
    if (!isFree) this.made.push(uuid)
    this.#taken.add(uuid)
    this.uuids.push(uuid)
    return uuid
  }
}

/** Deterministic: the same conversation under the same rules gives the same bytes. What the client sends of it keeps the rules of the API. */
export function* claudeCodeTranscript(conversation: Conversation, rules: TranscriptRules): Sliced<Transcript> {
  const valid = validConversation(conversation)
  const losses = new Losses()
  losses.addAll(valid.lost)
  const isOpen = needsClosing(valid.rows)
  if (isOpen) losses.add(`added: “${noResponse}”`, 'the conversation ends before the model answers')
  const rows = isOpen ? [...valid.rows, closing()] : valid.rows
  const writer = new TranscriptWriter(rules, lastVersion(rows), losses)
  const lines: Buffer[] = []
  for (const row of rows) {
    lines.push(Buffer.from(`${writer.line(row)}\n`))
    yield
  }
  const own = rows.findIndex(({ isOfNewSession }) => isOfNewSession)
  const representing = own === -1 ? rows.length : own
  return { bytes: Buffer.concat(lines), uuids: writer.uuids, made: writer.made, representing, lost: losses.list() }
}

/** @param place what the line is for, different for every line of the session. */
export const madeUuid = (sessionId: string, place: string): string => {
  const hex = createHash('sha256').update(`${sessionId}\0${place}`).digest('hex')
  const variant = ((Number.parseInt(hex[16] ?? '0', 16) & 0x3) | 0x8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
