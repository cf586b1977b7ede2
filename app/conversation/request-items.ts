/**
 * What a request contained, item by item: the conversation that it continued, with what the client announced, in the order in which the
 * model read it. The rules for what is part of a conversation are those of `readConversation`.
 */
import type { ContextOwner } from '../model/context-owner.ts'
import { clientOwner, isInstructions, isListing, model, ownerOfAttachment, ownerOfText, ownerOfTool } from '../model/context-owner.ts'
import { objectIn, textIn, type JsonObject } from '../model/json-object.ts'
import { noSize, sizeOfCall, sizeOfPrompt, sizeOfResult, sizeOfText, sizeOfThinking, type ContentSize } from '../model/text-size.ts'
import type { RecordClass } from '../model/record-class.ts'
import type { GoneReason } from '../model/request-part.ts'
import { sizedParts } from './attachment-parts.ts'
import {
  bare,
  beginning,
  callOf,
  kindOf,
  mediaKinds,
  mediaPart,
  none,
  weightOf,
  without,
  type Call,
  type Part,
  type RequestItem,
} from './request-item.ts'
import type { ChainLine } from './chain-line.ts'
import type { Conversation } from './conversation.ts'
import type { ConversationRow } from './conversation-row.ts'
import { contentBlocks } from './message-content.ts'
import { clearedIn, clearedText, type Cleared } from './microcompactions.ts'
import { resultWords } from './result-text.ts'

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
  /** Uuids of the messages that the compaction at its beginning kept word for word. */
  readonly preserved: ReadonlySet<string>
  /** Class of the record of a line; null: not known. */
  readonly classOf: (line: ChainLine | undefined) => RecordClass | null
  /** Whether the service excludes the thinking of earlier turns. */
  readonly dropsThinking: boolean
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

  constructor({ rows }: Conversation, facts: RequestFacts, cleared: ReadonlySet<string>) {
    this.#facts = facts
    this.#cleared = cleared
    this.#preserved = facts.preserved
    this.#turns = rows.filter(beginsTurn).length
  }

  row(row: ConversationRow): void {
    if (beginsTurn(row)) this.#turn += 1
    if (row.role === 'assistant') {
      for (const block of row.blocks) this.#reply(row, block)
      // What a command puts in is before the next reply.
      this.#before = undefined
    } else for (const block of row.blocks) this.#user(row, block)
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
    for (const { text, path, chars, size } of sizedParts(record)) {
      const owner = path === null ? ownerOfAttachment(attachment) : ({ kind: 'file', name: path } as const)
      const kind = path !== null || isInstructions(attachment) ? 'instructions' : isListing(attachment) ? 'listing' : 'injection'
      const part = {
        ...none,
        kind,
        owner,
        about: beginning(bare(text)),
        path: owner.kind === 'file' ? owner.name : null,
        text,
        chars,
        size,
        sent: { type: 'text', text },
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
      const input = block['input'] === undefined ? '' : JSON.stringify(block['input'])
      const size = sizeOfCall(call.tool, input)
      this.#add(
        {
          ...none,
          ...call,
          kind: 'call',
          callId,
          text: call.tool + input,
          chars: call.tool.length + input.length,
          size,
          as: 'tool_call',
          sent: block,
        },
        line,
      )
    } else if (type.endsWith('_tool_result')) this.#result(block, line)
    else {
      const text = type === 'text' ? (textIn(block, 'text') ?? '') : JSON.stringify(block)
      this.#add(
        {
          ...none,
          kind: 'response',
          owner: model(name),
          about: beginning(text),
          text,
          chars: text.length,
          size: sizeOfText(text),
          as: 'response',
          sent: block,
        },
        line,
      )
    }
  }

  #thinking(block: JsonObject, owner: ContextOwner, line: ChainLine | undefined): void {
    const text = textIn(block, 'thinking') ?? ''
    const part = {
      ...none,
      kind: 'thinking',
      owner,
      about: beginning(text),
      text,
      chars: text.length,
      size: text === '' ? this.#hidden(block, line) : sizeOfThinking(block),
      as: 'thinking',
      sent: block,
    } as const
    const isEarlier = this.#turn < this.#turns
    if (isEarlier && this.#facts.dropsThinking) this.gone.push({ reason: 'thinking_dropped', item: this.#item(part, line) })
    else this.#add(part, line)
  }

  /** Size of thinking whose text the client did not write down: its tokens as the usage says them, once for each reply. */
  #hidden(block: JsonObject, line: ChainLine | undefined): ContentSize {
    const tokens = objectIn(objectIn(objectIn(line?.record ?? {}, 'message'), 'usage'), 'output_tokens_details')['thinking_tokens']
    const reply = line?.messageId ?? line?.uuid ?? ''
    if (typeof tokens !== 'number' || tokens < 0) return sizeOfThinking(block)
    if (this.#thought.has(reply)) return noSize
    this.#thought.add(reply)
    return { weighed: 0, counted: tokens }
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
    const owner = line === undefined ? clientOwner('added by the client') : this.#ownerOf(recordClass, text, line)
    this.#before = owner
    if (mediaKinds.has(block['type'])) {
      this.#add(mediaPart(block, { ...none, owner, as: weightOf(recordClass), sent: block }), line)
      return
    }
    const whole = block['type'] === 'text' ? text : JSON.stringify(block)
    const sized = { text: whole, chars: whole.length, size: sizeOfPrompt(block), as: weightOf(recordClass), sent: block } as const
    this.#add({ ...none, kind: kindOf(recordClass), owner, about: beginning(whole), ...sized }, line)
  }

  /** Owner of a text; one that a call put in has the owner of the call, where the client says which one it was. */
  #ownerOf(recordClass: RecordClass, text: string, { record }: ChainLine): ContextOwner {
    const call = recordClass === 'meta' ? this.#calls.get(textIn(record, 'sourceToolUseID') ?? '') : undefined
    return call?.owner ?? ownerOfText(recordClass, text, this.#before)
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
    const media = contentBlocks(block['content']).filter(({ type }) => mediaKinds.has(type))
    const size = without(sizeOfResult(block['content']), media)
    const sized = { text, chars: text.length, size, as: 'tool_result', sent: block } as const
    const part = { ...none, ...of, tool: of.tool === '' ? null : of.tool, kind: 'result', callId, ...sized } as const
    if (callId !== null && this.#cleared.has(callId)) {
      this.#clear(part, line)
      return
    }
    this.#add(part, line)
    for (const one of media) this.#add(mediaPart(one, { ...none, ...of, callId, as: 'tool_result' }), line)
  }

  /** What is left of something that a microcompaction cleared. */
  #clear(part: Part, line: ChainLine | undefined): void {
    this.gone.push({ reason: 'microcompaction', item: this.#item(part, line) })
    if (part.kind === 'result')
      this.#add({ ...part, text: '', chars: clearedText.length, size: sizeOfText(clearedText), sent: undefined }, line)
  }

  #add(part: Part, line: ChainLine | undefined): void {
    this.items.push(this.#item(part, line))
  }

  #item(part: Part, line: ChainLine | undefined): RequestItem {
    const isPreserved = line?.uuid !== undefined && this.#preserved.has(line.uuid)
    return { ...part, age: this.#turns - this.#turn, isCurrent: false, isPreserved, line }
  }
}

/** A person, or the caller of a sub-agent, asks for something. */
const beginsTurn = ({ role, typed, isSummary }: ConversationRow): boolean => role === 'user' && typed && !isSummary

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
