/**
 * What a request contained, item by item: the conversation that it continued, with what the client announced, in the order in which the
 * model read it. The rules for what is part of a conversation are those of `readConversation`.
 */
import type { ContextOwner } from '../model/context-owner.ts'
import { clientOwner, isInstructions, isListing, model, ownerOfAttachment, ownerOfText, ownerOfTool } from '../model/context-owner.ts'
import { objectIn, textIn, type JsonObject } from '../model/json-object.ts'
import { mediaTokens } from '../model/estimate-tokens.ts'
import { typedByHuman, type RecordClass } from '../model/record-class.ts'
import type { GoneReason, RequestPartKind } from '../model/request-part.ts'
import { attachmentParts } from './attachment-parts.ts'
import type { ChainLine } from './chain-line.ts'
import type { Conversation } from './conversation.ts'
import type { ConversationRow } from './conversation-row.ts'
import { contentBlocks } from './message-content.ts'
import { clearedIn, clearedText, type Cleared } from './microcompactions.ts'
import { resultWords } from './result-text.ts'

export type RequestItemKind = Exclude<RequestPartKind, 'system_prompt' | 'tools' | 'not_recorded'>

export interface RequestItem {
  readonly kind: RequestItemKind
  readonly owner: ContextOwner
  /** The beginning of the text, or what the call is about. */
  readonly about: string | null
  readonly tool: string | null
  readonly path: string | null
  readonly callId: string | null
  /** What was sent, of a picture its data; '': it is not recorded. */
  readonly text: string
  /** UTF-16 code units of what was sent; of a picture 0. */
  readonly chars: number
  /** Tokens that are known otherwise than by the characters: of a picture, of thinking without its text; null: by the characters. */
  readonly aboutTokens: number | null
  /** Turns of a person since. */
  readonly age: number
  /** What came after the last reply. */
  readonly isCurrent: boolean
  /** A compaction kept it word for word. */
  readonly isPreserved: boolean
  /** Undefined: the client added it without a record. */
  readonly line: ChainLine | undefined
}

/** Something that is not part of the request any more. */
export interface GoneItem {
  readonly reason: Exclude<GoneReason, 'compaction'>
  readonly item: RequestItem
}

export interface RequestItems {
  readonly items: readonly RequestItem[]
  readonly gone: readonly GoneItem[]
  readonly microcompactions: Cleared
}

export interface RequestFacts {
  /** Class of the record of a line; null: not known. */
  readonly classOf: (line: ChainLine | undefined) => RecordClass | null
  /** Whether the service excludes the thinking of earlier turns. */
  readonly dropsThinking: boolean
}

const aboutChars = 120

const beginning = (text: string): string | null => {
  const trimmed = text.trim().slice(0, aboutChars)
  return trimmed === '' ? null : trimmed
}

type Part = Pick<RequestItem, 'kind' | 'owner' | 'about' | 'tool' | 'path' | 'callId' | 'text' | 'chars' | 'aboutTokens'>

const none = { about: null, tool: null, path: null, callId: null, text: '', chars: 0, aboutTokens: null } as const
const sized = (text: string): Pick<Part, 'text' | 'chars'> => ({ text, chars: text.length })

const texts = ['command', 'pattern', 'url', 'query', 'description', 'prompt', 'skill'] as const
const paths = ['file_path', 'notebook_path', 'path'] as const

interface Call {
  readonly owner: ContextOwner
  readonly tool: string
  readonly path: string | null
  readonly about: string | null
}

const callOf = (block: JsonObject): Call => {
  const input = objectIn(block, 'input')
  const tool = textIn(block, 'name') ?? ''
  const path = paths.map((name) => textIn(input, name)).find((name) => name !== undefined) ?? null
  const about = texts.map((name) => textIn(input, name)).find((name) => name !== undefined)
  return { owner: ownerOfTool(tool, input), tool, path, about: about === undefined ? null : beginning(about) }
}

const mediaKinds: ReadonlySet<unknown> = new Set(['image', 'document'])

const mediaPart = (block: JsonObject, of: Omit<Part, 'kind' | 'text' | 'chars' | 'aboutTokens'>): Part => {
  const source = objectIn(block, 'source')
  const data = textIn(source, 'data')
  const isText = source['type'] === 'text' && data !== undefined
  const kind = block['type'] === 'image' ? 'image' : 'document'
  return { ...of, kind, text: data ?? '', chars: isText ? data.length : 0, aboutTokens: isText ? null : mediaTokens }
}

/** Adds up the items of a conversation row by row. */
class Reader {
  readonly items: RequestItem[] = []
  readonly gone: GoneItem[] = []
  readonly #calls = new Map<string, Call>()
  readonly #facts: RequestFacts
  readonly #cleared: ReadonlySet<string>
  readonly #preserved: ReadonlySet<string>
  readonly #turns: number
  readonly #thought = new Set<string>()
  #turn = 0
  #lastReply = 0
  #before: ContextOwner | undefined

  constructor({ rows, lines }: Conversation, facts: RequestFacts, cleared: ReadonlySet<string>) {
    this.#facts = facts
    this.#cleared = cleared
    this.#preserved = new Set(lines.flatMap(({ record }) => keptUuids(record)))
    this.#turns = rows.filter(beginsTurn).length
  }

  row(row: ConversationRow): void {
    if (beginsTurn(row)) this.#turn += 1
    if (row.role === 'assistant') for (const block of row.blocks) this.#reply(row, block)
    else for (const block of row.blocks) this.#user(row, block)
    if (row.role === 'assistant') this.#lastReply = this.items.length
  }

  /** Items in order; those behind the last reply are the current event. */
  end(): readonly RequestItem[] {
    return this.items.map((item, at) => (at >= this.#lastReply ? { ...item, isCurrent: true } : item))
  }

  attached(line: ChainLine): void {
    const { record } = line
    const attachment = objectIn(record, 'attachment')
    const uuid = line.uuid ?? ''
    for (const { text, path } of attachmentParts(record)) {
      const owner = path === null ? ownerOfAttachment(attachment) : ({ kind: 'file', name: path } as const)
      const kind = path !== null || isInstructions(attachment) ? 'instructions' : isListing(attachment) ? 'listing' : 'injection'
      const part = {
        ...none,
        kind,
        owner,
        about: beginning(bare(text)),
        path: owner.kind === 'file' ? owner.name : null,
        ...sized(text),
      } as const
      if (this.#cleared.has(uuid)) this.#clear(part, line)
      else this.#add(part, line)
    }
  }

  #reply({ line }: ConversationRow, block: JsonObject): void {
    const name = textIn(objectIn(line?.record ?? {}, 'message'), 'model') ?? '(none)'
    const type = String(block['type'])
    if (type === 'thinking' || type === 'redacted_thinking') this.#thinking(block, model(name), line)
    else if (type === 'tool_use' || type === 'server_tool_use' || type === 'mcp_tool_use') {
      const call = callOf(block)
      const callId = textIn(block, 'id') ?? null
      if (callId !== null) this.#calls.set(callId, call)
      this.#add({ ...none, ...call, kind: 'call', callId, ...sized(`${call.tool}${JSON.stringify(block['input'] ?? {})}`) }, line)
    } else if (type.endsWith('_tool_result')) this.#result(block, line)
    else {
      const text = type === 'text' ? (textIn(block, 'text') ?? '') : JSON.stringify(block)
      this.#add({ ...none, kind: 'response', owner: model(name), about: beginning(text), ...sized(text) }, line)
    }
  }

  #thinking(block: JsonObject, owner: ContextOwner, line: ChainLine | undefined): void {
    const text = textIn(block, 'thinking') ?? ''
    const part = {
      ...none,
      kind: 'thinking',
      owner,
      about: beginning(text),
      ...sized(text),
      aboutTokens: text === '' ? this.#hidden(line) : null,
    } as const
    const isEarlier = this.#turn < this.#turns
    if (isEarlier && this.#facts.dropsThinking) this.gone.push({ reason: 'thinking_dropped', item: this.#item(part, line) })
    else this.#add(part, line)
  }

  /** Tokens of thinking whose text the client did not write down, once for each reply. */
  #hidden(line: ChainLine | undefined): number {
    const tokens = objectIn(objectIn(objectIn(line?.record ?? {}, 'message'), 'usage'), 'output_tokens_details')['thinking_tokens']
    const reply = line?.messageId ?? line?.uuid ?? ''
    if (typeof tokens !== 'number' || tokens < 0 || this.#thought.has(reply)) return 0
    this.#thought.add(reply)
    return tokens
  }

  #user(row: ConversationRow, block: JsonObject): void {
    const { line } = row
    if (block['type'] === 'tool_result') {
      this.#result(block, line)
      return
    }
    // What the client attached is read from its lines.
    if (line?.type === 'attachment' && !row.typed) return
    const text = textIn(block, 'text') ?? ''
    const recordClass = this.#classOf(row)
    const owner = line === undefined ? clientOwner('added by the client') : ownerOfText(recordClass, text, this.#before)
    this.#before = owner
    if (mediaKinds.has(block['type'])) {
      this.#add(mediaPart(block, { ...none, owner }), line)
      return
    }
    const whole = block['type'] === 'text' ? text : JSON.stringify(block)
    this.#add({ ...none, kind: kindOf(recordClass), owner, about: beginning(whole), ...sized(whole) }, line)
  }

  #classOf({ isSummary, line }: ConversationRow): RecordClass {
    if (isSummary) return 'compaction_summary'
    if (line?.type === 'attachment') return 'queued_prompt'
    return line?.type === 'system' ? 'local_command' : (this.#facts.classOf(line) ?? 'unknown')
  }

  #result(block: JsonObject, line: ChainLine | undefined): void {
    const callId = textIn(block, 'tool_use_id') ?? null
    const known = this.#calls.get(callId ?? '')
    const of = known ?? { owner: ownerOfTool('', {}), tool: '', path: null, about: null }
    const text = resultWords(block['content'])
    const part = { ...none, ...of, tool: of.tool === '' ? null : of.tool, kind: 'result', callId, ...sized(text) } as const
    if (callId !== null && this.#cleared.has(callId)) {
      this.#clear(part, line)
      return
    }
    this.#add(part, line)
    for (const media of contentBlocks(block['content']))
      if (mediaKinds.has(media['type'])) this.#add(mediaPart(media, { ...none, ...of, callId }), line)
  }

  /** What is left of something that a microcompaction cleared. */
  #clear(part: Part, line: ChainLine | undefined): void {
    this.gone.push({ reason: 'microcompaction', item: this.#item(part, line) })
    if (part.kind === 'result') this.#add({ ...part, text: '', chars: Math.min(part.chars, clearedText.length) }, line)
  }

  #add(part: Part, line: ChainLine | undefined): void {
    this.items.push(this.#item(part, line))
  }

  #item(part: Part, line: ChainLine | undefined): RequestItem {
    const isPreserved = line?.uuid !== undefined && this.#preserved.has(line.uuid)
    return { ...part, age: this.#turns - this.#turn, isCurrent: false, isPreserved, line }
  }
}

const asked: ReadonlySet<RecordClass> = new Set<RecordClass>([...typedByHuman, 'sidechain_prompt', 'agent_message'])

const kindOf = (recordClass: RecordClass): RequestItemKind => {
  if (recordClass === 'compaction_summary') return 'summary'
  return asked.has(recordClass) ? 'prompt' : 'injection'
}

const bare = (text: string): string => text.replace(/^\s*<system-reminder>\s*/, '')

/** A person, or the caller of a sub-agent, asks for something. */
const beginsTurn = ({ role, typed, isSummary }: ConversationRow): boolean => role === 'user' && typed && !isSummary

const keptUuids = (record: JsonObject): readonly string[] => {
  const uuids = objectIn(objectIn(record, 'compactMetadata'), 'preservedMessages')['uuids']
  return Array.isArray(uuids) ? uuids.filter((uuid) => typeof uuid === 'string') : []
}

/** @param conversation up to the reply, which is excluded */
export const requestItems = (conversation: Conversation, facts: RequestFacts): RequestItems => {
  const microcompactions = clearedIn(conversation.lines)
  const reader = new Reader(conversation, facts, microcompactions.ids)
  const place = new Map(conversation.lines.map((line, at) => [line, at]))
  const attached = attachedLines(conversation)
  let next = 0
  const attachBefore = (at: number): void => {
    for (let line = attached[next]; line !== undefined && (place.get(line) ?? 0) < at; line = attached[next]) {
      reader.attached(line)
      next += 1
    }
  }
  for (const row of conversation.rows) {
    if (row.line !== undefined) attachBefore(placeOf(row.line, place))
    reader.row(row)
  }
  attachBefore(Infinity)
  return { items: reader.end(), gone: reader.gone, microcompactions }
}

const placeOf = (line: ChainLine, place: ReadonlyMap<ChainLine, number>): number => place.get(line) ?? 0

/** What the client attached; where it writes down what it sends, only that. */
const attachedLines = ({ lines, rows }: Conversation): readonly ChainLine[] => {
  const typed = new Set(rows.flatMap(({ line, typed: isTyped }) => (isTyped && line !== undefined ? [line] : [])))
  const all = lines.filter((line) => line.type === 'attachment' && !typed.has(line))
  const writesDown = all.some(({ record }) => record['rendered'] !== undefined)
  return writesDown ? all.filter(({ record }) => record['rendered'] !== undefined) : all
}
