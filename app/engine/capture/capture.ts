/** Captures the stream of one running agent, commit by commit. Nothing that was read is lost, even when a process is killed. */
import { setTimeout } from 'node:timers/promises'
import { encodeEvents } from '../../chains/formats/events-v1/encode-events.ts'
import type { CallInput, CallOutput, EngineCallName } from '../../contract/calls.ts'
import type { Event } from '../../model/event.ts'
import { StrataError, toFailure } from '../../model/failure.ts'
import { CapturedChains, type Cut } from './captured-chains.ts'
import { InputReader } from './input-reader.ts'
import { openStream } from '../../../importer/agents.ts'
import type { StreamedEvent, StreamReader } from '../../model/streamed-event.ts'
import { diskFull, isFull } from '../../store/files/disk-full.ts'
import { begunIn, wholeSeconds } from './spool.ts'
import type { Begun, Spool, SpoolRecord } from './spool.ts'
import type { CaptureSettings } from './capture-settings.ts'
import { commitsOf, isBegun, type Gathered } from './gathered-cuts.ts'

export type AskStore = <N extends EngineCallName>(name: N, input: CallInput<N>) => Promise<CallOutput<N>>

export interface CaptureOptions {
  readonly ask: AskStore
  readonly spool: Spool
  readonly settings: CaptureSettings
  /** Receives a message for everything that could not be saved. */
  readonly warn: (text: string) => void
  /** Records from the spool of an earlier capture that was interrupted. */
  readonly before?: readonly SpoolRecord[]
}

export interface Captured {
  readonly events: number
  readonly commits: number
  /** '' when there is none. */
  readonly tip: string
  /** Events that are in no commit yet. */
  readonly unsaved: number
  /** Whether the spool has everything that is in no commit. */
  readonly isKept: boolean
}

const isDiskFull = (thrown: unknown): boolean => isFull(thrown) || (thrown instanceof StrataError && thrown.code === 'disk-full')

/** How long what an agent has written may be on its way to us. */
const readingMs = 25

/** When a stream is faster than the store, at most this many commits are saved together. */
const maxGathered = 256
/** Maximum size of commits that are saved together, bytes. */
const maxBytes = 8 * 1024 * 1024
/** Maximum time for which a commit waits for others, milliseconds. */
const maxWaitLength = 1_000

type CapturedKind = 'output' | 'input' | 'cut'

const isCaptured = (kind: SpoolRecord['kind']): kind is CapturedKind => kind === 'output' || kind === 'input' || kind === 'cut'

export class Capture {
  readonly #options: CaptureOptions
  readonly #stream: StreamReader
  readonly #input: InputReader
  readonly #chains: CapturedChains
  readonly #before: Begun[]
  #work: Promise<void> = Promise.resolve()
  /** Pieces that are not worked off yet. */
  #waiting = 0
  #gathered: Gathered[] = []
  #gatheredBytes = 0
  #gatheredSince = 0
  #events = 0
  #commits = 0
  #saved = 0
  #lastMs: number
  /** Why nothing is kept any more, or cannot be at the moment; it is said once. */
  #trouble: string | undefined
  #isStopped = false

  constructor(options: CaptureOptions) {
    this.#options = options
    this.#lastMs = options.settings.startedAtMs
    this.#chains = new CapturedChains(options.settings.parent, options.settings.granularity)
    this.#stream = openStream(options.settings.template)
    this.#input = new InputReader(options.settings, this.#stream)
    this.#before = [...begunIn(options.before ?? [])]
    for (const { kind, atMs, content } of options.before ?? []) if (isCaptured(kind)) this.#take(kind, content, atMs)
  }

  /** The agent's newest commit; '' before the first. */
  get tip(): string {
    return this.#chains.tip === this.#options.settings.parent && this.#commits === 0 ? '' : this.#chains.tip
  }

  /** A piece of what the agent wrote, or read. It never throws: when the capture fails, the agent continues. */
  push(kind: 'output' | 'input', piece: Uint8Array): void {
    this.#keep(kind, piece)
  }

  /** The commit that holds what the agent knows now; it is made when there is none yet. '' before there is anything. */
  async settledTip(): Promise<string> {
    // A tool asks after the agent wrote its call, which may not have been read yet.
    await setTimeout(readingMs)
    this.#keep('cut', new Uint8Array())
    await this.#work
    return this.#chains.tip
  }

  /** Waits until what was pushed is worked off. */
  settled(): Promise<void> {
    return this.#work
  }

  /** The agent has ended: what is left is committed, and the spool goes when everything is. */
  async end(): Promise<Captured> {
    const { spool } = this.#options
    this.#then(() => this.#finish(this.#lastMs))
    await this.#work
    const unsaved = this.#events - this.#saved
    try {
      if (unsaved === 0 && !this.#isStopped) await spool.remove()
      else await spool.close()
    } catch (thrown) {
      this.#troubled(thrown)
    }
    const isKept = !this.#isStopped && spool.fault === undefined
    return { events: this.#events, commits: this.#commits, tip: this.tip, unsaved, isKept }
  }

  /** Work that fails stops the capture, but not the agent. The content of the spool is imported later. */
  #then(work: () => Promise<void>): void {
    this.#work = this.#work.then(async () => {
      if (this.#isStopped) return
      try {
        await work()
      } catch (thrown) {
        this.#stop(thrown)
      }
    })
  }

  #keep(kind: CapturedKind, piece: Uint8Array): void {
    if (this.#isStopped) return
    const atMs = Date.now()
    const { spool } = this.#options
    spool.write(kind, piece, atMs)
    if (spool.fault !== undefined) this.#troubled(spool.fault)
    if (spool.isLost) this.#isStopped = true
    else this.#take(kind, Uint8Array.from(piece), atMs)
  }

  #stop(thrown: unknown): void {
    this.#isStopped = true
    this.#troubled(thrown)
  }

  /** Says once that the capture is in trouble. */
  #troubled(thrown: unknown): void {
    if (this.#trouble !== undefined) return
    const { spool, warn } = this.#options
    this.#trouble = (isFull(thrown) ? diskFull(spool.path, thrown) : toFailure(thrown)).message
    warn(`the capture cannot store new events; the agent continues: ${this.#trouble}`)
  }

  #take(kind: CapturedKind, piece: Uint8Array, atMs: number): void {
    this.#lastMs = atMs
    this.#waiting += 1
    this.#then(async () => {
      this.#waiting -= 1
      if (kind === 'cut') await this.#gather(this.#chains.cutNow())
      else if (kind === 'input') await this.#addAll(this.#input.push(piece, atMs))
      else await this.#addAll(this.#stream.push(piece, atMs))
      // The cuts of a slow stream are saved immediately. The cuts of a fast stream that arrive while others are saved are saved together.
      const isLate = Date.now() - this.#gatheredSince > maxWaitLength
      if (!isBegun(this.#gathered) && (this.#waiting === 0 || kind === 'cut' || isLate)) await this.#save()
    })
  }

  async #finish(atMs: number): Promise<void> {
    await this.#addAll(this.#stream.end(atMs))
    await this.#addPrompts(atMs)
    for (const agentCall of this.#chains.agentCalls()) await this.#gather(this.#chains.end(agentCall))
    await this.#save()
  }

  async #addAll(events: readonly StreamedEvent[]): Promise<void> {
    for (const streamed of events) await this.#add(streamed)
  }

  async #add(streamed: StreamedEvent): Promise<void> {
    const { event, agentCall } = streamed
    if (event.type !== 'system' && event.type !== 'prompt') await this.#addPrompts((event.timestamp ?? 0) * 1000)
    if (event.type === 'prompt') this.#stream.know(event.payload.content)
    if (!this.#chains.has(agentCall)) {
      await this.#gather(this.#chains.cutForAgent(agentCall))
      this.#chains.startAgent(agentCall)
    }
    await this.#gather(this.#chains.cutBefore(streamed))
    this.#events += 1
    await this.#gather(this.#chains.add(streamed))
    if (event.type === 'tool_result') await this.#endAgent(event)
  }

  /** The first prompt may be known only when the agent begins to answer it. */
  async #addPrompts(atMs: number): Promise<void> {
    for (const streamed of this.#input.first(atMs)) await this.#add(streamed)
  }

  /** A sub-agent has ended when its caller has the result. */
  async #endAgent({ payload, timestamp }: Extract<Event, { readonly type: 'tool_result' }>): Promise<void> {
    const agentCall = payload.id ?? ''
    if (agentCall === '' || !this.#chains.has(agentCall)) return
    await this.#addAll(this.#stream.endOf(agentCall, (timestamp ?? 0) * 1000))
    await this.#gather(this.#chains.end(agentCall))
  }

  /** A cut is saved with others. Those that a capture made together, which died, are asked for together again. */
  async #gather(cut: Cut | undefined): Promise<void> {
    if (cut === undefined) return
    const known = this.#before.shift()
    const bytes = encodeEvents(
      cut.streamed.map(({ event }) => event),
      'milliseconds',
    )
    const createdAt = known?.createdAt ?? wholeSeconds(Date.now())
    if (this.#gathered.length === 0) this.#gatheredSince = Date.now()
    this.#gathered.push({ cut, known, createdAt, bytes })
    this.#gatheredBytes += bytes.length
    const isEnough = this.#gathered.length >= maxGathered || this.#gatheredBytes >= maxBytes
    if (known === undefined ? isEnough : known.isLast) await this.#save()
  }

  /** Saves what was gathered; events that cannot be saved now stay for the next commits. */
  async #save(): Promise<void> {
    const gathered = this.#gathered
    const cuts = gathered.map(({ cut }) => cut)
    this.#gathered = []
    this.#gatheredBytes = 0
    if (gathered.length === 0) return
    const ids = await this.#idsOf(gathered)
    if (ids === undefined) {
      this.#chains.lost(cuts)
      return
    }
    for (const [at, { tip }] of cuts.entries()) tip.become(ids[at] ?? '')
    this.#commits += cuts.length
    this.#saved += cuts.reduce((sum, { streamed }) => sum + streamed.length, 0)
  }

  /** The ids of the commits; undefined when they cannot be made, or could not be. */
  async #idsOf(gathered: readonly Gathered[]): Promise<readonly string[] | undefined> {
    const outcomes = gathered.map(({ known }) => known?.outcome)
    if (outcomes.includes('failed')) return undefined
    const made = outcomes.flatMap((outcome) => (outcome === undefined || outcome === 'failed' ? [] : outcome.commitId))
    if (made.length === gathered.length) return made
    return this.#commit(gathered)
  }

  async #commit(gathered: readonly Gathered[]): Promise<readonly string[] | undefined> {
    const { spool, warn } = this.#options
    try {
      for (const { known, createdAt } of gathered)
        if (known === undefined) spool.write('begin', Buffer.from(JSON.stringify({ created_at: createdAt })))
      await spool.synced()
      const { commitIds } = await this.#options.ask(
        'commit.checkpoints',
        commitsOf(gathered, this.#options.settings, this.#stream.sessionId),
      )
      for (const [at, { known }] of gathered.entries())
        if (known?.outcome === undefined) spool.write('made', Buffer.from(commitIds[at] ?? ''))
      return commitIds
    } catch (thrown) {
      const { message } = toFailure(thrown)
      for (const { known } of gathered) if (known?.outcome === undefined) spool.write('failed', Buffer.from(message))
      const events = gathered.reduce((sum, { cut }) => sum + cut.streamed.length, 0)
      if (isDiskFull(thrown) || spool.fault !== undefined) this.#troubled(thrown)
      else warn(`cannot create a commit of ${events} events; the next commit will contain them: ${message}`)
      return undefined
    }
  }
}
