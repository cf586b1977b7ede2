/** A whole stream of stream-json as events with their times: what a line means that depends on the lines before it. */
import { continuationStart } from '../../../app/model/continuation.ts'
import type { Event } from '../../../app/model/event.ts'
import type { Measured, StreamedEvent, StreamReader } from '../../../app/model/streamed-event.ts'
import { LineSplitter } from '../../line-splitter.ts'
import { readStreamLine, type ReplyUsage, type StreamLine, type TimelessEvent } from './read-stream-line.ts'

/** Tokens reported with replies, and the models that wrote them, since the last line with totals. */
class ReplyTokens {
  readonly #replies = new Map<string, ReplyUsage>()
  readonly #models = new Set<string>()

  add(usage: ReplyUsage | undefined, model: string): void {
    if (usage !== undefined) this.#replies.set(usage.replyId, usage)
    if (model !== '' && model !== '<synthetic>') this.#models.add(model)
  }

  clear(): void {
    this.#replies.clear()
    this.#models.clear()
  }

  /** The model of all replies, when there is only one. */
  get model(): { readonly model?: string } {
    const [model, other] = this.#models
    return model === undefined || other !== undefined ? {} : { model }
  }

  /** Only the totals contain all output tokens. */
  metric(): TimelessEvent | undefined {
    const replies = [...this.#replies.values()]
    if (replies.length === 0) return undefined
    const sum = (of: (usage: ReplyUsage) => number): number => replies.reduce((total, usage) => total + of(usage), 0)
    const payload = {
      input_tokens: sum(({ input }) => input),
      cache_read_tokens: sum(({ cacheRead }) => cacheRead),
      cache_write_tokens: sum(({ cacheWrite }) => cacheWrite),
      ...this.model,
    }
    return { type: 'metric', payload }
  }
}

type Metric = Extract<TimelessEvent, { readonly type: 'metric' }>

const isBoundary = (event: TimelessEvent): boolean => event.type === 'system' && event.payload.subtype === 'compact_boundary'

/** The context that a line says the model saw; undefined: it does not say, or the client made the reply up. */
const measuredIn = ({ usage, model }: StreamLine): Measured | undefined => {
  if (usage === undefined || model === '<synthetic>') return undefined
  const { replyId: reply, input, cacheRead, cacheWrite, output } = usage
  const context = input + cacheRead + cacheWrite
  return context === 0 ? undefined : { reply, context, output }
}

const isContinuation = (text: string): boolean => text.trimStart().startsWith(continuationStart)

/** Events that the client writes between a boundary and its summary. */
const isBetween = ({ type }: TimelessEvent): boolean => type === 'output' || type === 'system'

/** Cents and their fractions, without what subtracting adds. */
const difference = (after: number, before: number): number => Number((after - before).toFixed(9))

/** A prompt that no person gave. */
const injected = (event: TimelessEvent): TimelessEvent =>
  event.type === 'prompt' ? { ...event, payload: { ...event.payload, source: 'injected' } } : event

const timed = (event: TimelessEvent, atMs: number): Event => ({ ...event, timestamp: atMs / 1000 })

export class StreamJsonReader implements StreamReader {
  readonly #splitter = new LineSplitter()
  readonly #tokens = new Map<string, ReplyTokens>()
  readonly #sentPrompts = new Set<string>()
  #totalCost = 0
  #isAfterBoundary = false
  #sessionId = ''

  /** The session id of the stream; '' until a line contains it. */
  get sessionId(): string {
    return this.#sessionId
  }

  /** Registers a prompt that was already recorded when it was sent: the stream may repeat it. */
  know(prompt: string): void {
    this.#sentPrompts.add(prompt)
  }

  /** Events of the lines that this piece of the stream ends. @param atMs when it came, milliseconds since 1970 */
  push(piece: Uint8Array, atMs: number): readonly StreamedEvent[] {
    return this.#splitter.push(piece).flatMap((line) => this.#read(line, atMs))
  }

  /** Remaining events when the stream has ended: those of an unterminated last line, and token counts for which no line gave totals. */
  end(atMs: number): readonly StreamedEvent[] {
    const last = this.#splitter.end().flatMap((line) => this.#read(line, atMs))
    return [...last, ...[...this.#tokens.keys()].flatMap((agentCall) => this.endOf(agentCall, atMs))]
  }

  /** The tokens of a sub-agent that has ended; the totals of the stream exclude them. */
  endOf(agentCall: string, atMs: number): readonly StreamedEvent[] {
    const metric = this.#tokens.get(agentCall)?.metric()
    this.#tokens.delete(agentCall)
    return metric === undefined ? [] : [{ event: timed(metric, atMs), agentCall, isSummary: false }]
  }

  promptsIn(line: Uint8Array): readonly string[] {
    return readStreamLine(line).events.flatMap((event) => (event.type === 'prompt' ? [event.payload.content] : []))
  }

  #read(bytes: Uint8Array, atMs: number): readonly StreamedEvent[] {
    if (bytes.length === 0) return []
    const line = readStreamLine(bytes)
    this.#note(line)
    const unseen = line.isReplay ? line.events.filter((event) => !this.#isSentPrompt(event)) : line.events
    return unseen.map((event) => this.#streamed(event, line, atMs))
  }

  #note({ sessionId, usage, agentCall, model }: StreamLine): void {
    if (this.#sessionId === '') this.#sessionId = sessionId
    if (usage === undefined && model === '') return
    const tokens = this.#tokens.get(agentCall) ?? new ReplyTokens()
    this.#tokens.set(agentCall, tokens)
    tokens.add(usage, model)
  }

  #isSentPrompt(event: TimelessEvent): boolean {
    return event.type === 'prompt' && this.#sentPrompts.has(event.payload.content)
  }

  #streamed(event: TimelessEvent, line: StreamLine, atMs: number): StreamedEvent {
    const { agentCall } = line
    const isSummary = this.#isSummary(event, line)
    if (agentCall === '' && (isBoundary(event) || !isBetween(event))) this.#isAfterBoundary = isBoundary(event)
    if (event.type !== 'metric') {
      const measured = measuredIn(line)
      const sourced = timed(isSummary ? injected(event) : this.#sourced(event, line), atMs)
      return { event: sourced, agentCall, isSummary, measured }
    }
    const tokens = this.#tokens.get(agentCall)
    const { payload } = this.#priced(event, line)
    const metric = { ...event, payload: { ...payload, ...tokens?.model } }
    tokens?.clear()
    return { event: timed(metric, atMs), agentCall, isSummary }
  }

  /** As in transcripts: the client calls it one, or it begins as one does after a boundary; there the client's other prompts are one too. */
  #isSummary(event: TimelessEvent, { agentCall, isCompactSummary, isSynthetic }: StreamLine): boolean {
    if (agentCall !== '' || event.type !== 'prompt') return false
    return isCompactSummary || (this.#isAfterBoundary && (isSynthetic || isContinuation(event.payload.content)))
  }

  /** No person typed what a client repeats of its input, or what an agent sends to its sub-agent. */
  #sourced(event: TimelessEvent, { agentCall, isReplay }: StreamLine): TimelessEvent {
    if (event.type !== 'prompt') return event
    const isInjected =
      agentCall !== '' ||
      (!isReplay && isContinuation(event.payload.content)) ||
      (isReplay && /^<local-command-(?:stdout|stderr)>/.test(event.payload.content))
    return isInjected ? injected(event) : event
  }

  /** The client's price is that of the whole session until then; an event has that of its turn. */
  #priced(event: Metric, { totalCost }: StreamLine): Metric {
    if (totalCost === undefined) return event
    const cost = difference(totalCost, this.#totalCost)
    this.#totalCost = totalCost
    return { ...event, payload: { ...event.payload, cost_usd: Math.max(0, cost) } }
  }
}
