/** Events as lines of a transcript: one strictly linear chain of messages that the client resumes, and notes beside it. */
import type { ChainEvent } from '../../../model/chain-event.ts'
import type { Losses } from '../../../model/losses.ts'
import { callBlock, outputBlock, resultBlock, serverResultBlock, thinkingBlock } from './content-blocks.ts'
import type { JsonBlock } from './content-blocks.ts'
import { lineUuid, madeId } from './line-uuid.ts'
import { boundaryLine, errorLine, resultLine, systemLine, usageOf } from './note-lines.ts'

type EventOf<T extends ChainEvent['type']> = Extract<ChainEvent, { readonly type: T }>

/** The place that the lines continue from. */
export interface TranscriptPlace {
  readonly uuid: string | undefined
  readonly sessionId: string | undefined
  /** Milliseconds since 1970. */
  readonly at: number | undefined
}

interface Reply {
  readonly reply: string | undefined
  readonly blocks: { readonly block: JsonBlock; readonly timestamp: number | null }[]
  usage: EventOf<'metric'> | undefined
}

const boundaries: ReadonlySet<string> = new Set(['compact_boundary'])

export class TranscriptWriter {
  readonly #losses: Losses
  #place: TranscriptPlace = { uuid: undefined, sessionId: undefined, at: undefined }
  #lines: string[] = []
  #reply: Reply | undefined
  #afterBoundary = false
  /** Calls of tools that the model's service ran, by id: the tool's name. */
  readonly #serverCalls = new Map<string, string>()
  /** Calls that came without an id wait for results that come without one. */
  readonly #unnamed: string[] = []

  constructor(losses: Losses) {
    this.#losses = losses
  }

  get place(): TranscriptPlace {
    return this.#place
  }

  /** Lines that were copied stand before what is written next. */
  resumeAt(place: TranscriptPlace): void {
    this.#place = {
      uuid: place.uuid ?? this.#place.uuid,
      sessionId: place.sessionId ?? this.#place.sessionId,
      at: place.at ?? this.#place.at,
    }
  }

  /** Lines without line ends, for events that follow those before. */
  write(events: readonly ChainEvent[]): readonly string[] {
    this.#lines = []
    for (const event of events) this.#event(event)
    this.#endReply()
    return this.#lines
  }

  #event(event: ChainEvent): void {
    if (event.type === 'metric') this.#metric(event)
    else if (this.#isMessage(event)) this.#say(event)
    else {
      this.#endReply()
      this.#heard(event)
    }
  }

  #isMessage(event: ChainEvent): event is EventOf<'response' | 'thinking' | 'tool_call' | 'output' | 'tool_result'> {
    if (event.type === 'tool_result') return this.#serverCalls.has(event.payload.id ?? '')
    return event.type === 'response' || event.type === 'thinking' || event.type === 'tool_call' || event.type === 'output'
  }

  #say(event: EventOf<'response' | 'thinking' | 'tool_call' | 'output' | 'tool_result'>): void {
    if (this.#reply !== undefined && (this.#reply.reply !== event.reply || this.#reply.usage !== undefined)) this.#endReply()
    this.#reply ??= { reply: event.reply, blocks: [], usage: undefined }
    this.#reply.blocks.push({ block: this.#blockOf(event), timestamp: event.timestamp })
  }

  #blockOf(event: EventOf<'response' | 'thinking' | 'tool_call' | 'output' | 'tool_result'>): JsonBlock {
    switch (event.type) {
      case 'response':
        return { type: 'text', text: event.payload.content }
      case 'thinking':
        return thinkingBlock(event)
      case 'tool_call':
        return callBlock(event, this.#callId(event), this.#losses)
      case 'output':
        return outputBlock(event, this.#losses)
      case 'tool_result': {
        const id = event.payload.id ?? ''
        return serverResultBlock(event, id, this.#serverCalls.get(id) ?? '')
      }
    }
  }

  #callId({ payload }: EventOf<'tool_call'>): string {
    const id = payload.id ?? ''
    if (id !== '') {
      if (payload.server_tool === true) this.#serverCalls.set(id, payload.name)
      return id
    }
    this.#losses.add('added: ids of tool calls', 'transcripts need one; it is derived from the place of the call')
    const made = madeId('toolu', this.#place.uuid ?? '', String(this.#reply?.blocks.length ?? 0), String(this.#lines.length))
    this.#unnamed.push(made)
    return made
  }

  #resultId({ payload }: EventOf<'tool_result'>): string {
    const id = payload.id ?? ''
    return id === '' ? (this.#unnamed.shift() ?? '') : id
  }

  /** Tokens of one call of the model belong to the reply before; anything else is what a run came to. */
  #metric(event: EventOf<'metric'>): void {
    const { status = '', turn_count: turns = 1 } = event.payload
    if (this.#reply !== undefined && this.#reply.usage === undefined && status === '' && turns === 1) {
      this.#reply.usage = event
      this.#noteCost(event)
      return
    }
    this.#endReply()
    this.#note(resultLine(event), event.timestamp)
  }

  #noteCost({ payload }: EventOf<'metric'>): void {
    if ((payload.cost_usd ?? 0) !== 0) this.#losses.add('cost of a reply', 'transcripts state tokens only')
    if ((payload.duration_seconds ?? 0) !== 0) this.#losses.add('duration of a reply', 'transcripts state tokens only')
  }

  #endReply(): void {
    const reply = this.#reply
    this.#reply = undefined
    if (reply === undefined) return
    const about = JSON.stringify(reply.blocks[0]?.block)
    const id = madeId('msg', this.#place.uuid ?? '', about)
    const requestId = madeId('req', this.#place.uuid ?? '', about)
    const usage = reply.usage === undefined ? {} : { usage: usageOf(reply.usage) }
    for (const { block, timestamp } of reply.blocks) {
      const message = { id, type: 'message', role: 'assistant', content: [block], ...usage }
      this.#chain('assistant', { message, requestId }, timestamp)
    }
  }

  #heard(event: EventOf<'prompt' | 'tool_result' | 'system' | 'error'>): void {
    if (event.type === 'prompt') this.#prompt(event)
    else if (event.type === 'tool_result') {
      const content = [resultBlock(event, this.#resultId(event))]
      this.#chain('user', { message: { role: 'user', content } }, event.timestamp)
    } else if (event.type === 'error') this.#note(errorLine(event), event.timestamp)
    else if (boundaries.has(event.payload.subtype)) this.#boundary(event)
    else this.#note(systemLine(event), event.timestamp)
  }

  #prompt({ payload, timestamp }: EventOf<'prompt'>): void {
    const injected = payload.source === 'injected'
    const marks = !injected ? {} : this.#afterBoundary ? { isCompactSummary: true, isVisibleInTranscriptOnly: true } : { isMeta: true }
    this.#chain('user', { message: { role: 'user', content: payload.content }, ...marks }, timestamp)
  }

  #boundary(event: EventOf<'system'>): void {
    const logicalParentUuid = this.#place.uuid
    this.#place = { ...this.#place, uuid: undefined }
    const above = logicalParentUuid === undefined ? {} : { logicalParentUuid }
    this.#chain('system', { ...above, ...boundaryLine(event) }, event.timestamp)
    this.#afterBoundary = true
  }

  /** A line of the chain. */
  #chain(type: string, fields: JsonBlock, timestamp: number | null): void {
    this.#afterBoundary = false
    const at = this.#timeOf(timestamp)
    const parentUuid = this.#place.uuid ?? null
    const content = JSON.stringify({ type, ...fields })
    const sessionId = this.#place.sessionId ?? lineUuid('session', content, String(at))
    const uuid = lineUuid(parentUuid ?? '', content, String(at))
    const envelope = { parentUuid, isSidechain: false, userType: 'external', sessionId, type }
    this.#lines.push(JSON.stringify({ ...envelope, ...fields, uuid, timestamp: new Date(at).toISOString() }))
    this.#place = { uuid, sessionId, at }
  }

  /** A line beside the chain. */
  #note(fields: JsonBlock, timestamp: number | null): void {
    const at = timestamp === null ? {} : { timestamp: new Date(timestamp * 1000).toISOString() }
    this.#lines.push(JSON.stringify({ ...fields, ...at }))
  }

  /** Times of the chain's lines increase strictly: the client orders by them. */
  #timeOf(timestamp: number | null): number {
    const next = (this.#place.at ?? -1) + 1
    if (timestamp === null) {
      this.#losses.add('added: times', 'the events have none; their lines count on from the line before, a millisecond each')
      return next
    }
    return Math.max(next, Math.round(timestamp * 1000))
  }
}
