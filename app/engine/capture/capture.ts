/** Captures the stream of one running agent, commit by commit. Nothing that was read is lost, even when a process is killed. */
import { setTimeout } from 'node:timers/promises'
import { encodeEvents } from '../../chains/formats/events-v1/encode-events.ts'
import type { CallInput, CallOutput, EngineCallName } from '../../contract/calls.ts'
import type { Event } from '../../model/event.ts'
import { StrataError, toFailure } from '../../model/failure.ts'
import { CapturedChains, type Cut } from './captured-chains.ts'
import { InputReader } from './input-reader.ts'
import { StreamReader, type StreamedEvent } from './stream-json/stream-reader.ts'
import { diskFull, isFull } from '../../store/files/disk-full.ts'
import { begunIn, wholeSeconds } from './spool.ts'
import type { Begun, Spool, SpoolRecord } from './spool.ts'
import type { CaptureSettings } from './capture-settings.ts'

export type AskStore = <N extends EngineCallName>(name: N, input: CallInput<N>) => Promise<CallOutput<N>>

export interface CaptureOptions {
  readonly ask: AskStore
  readonly spool: Spool
  readonly settings: CaptureSettings
  /** Receives a message for everything that could not be saved. */
  readonly warn: (text: string) => void
  /** What the spool of a capture that died says. */
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

type CapturedKind = 'output' | 'input' | 'cut'

const isCaptured = (kind: SpoolRecord['kind']): kind is CapturedKind => kind === 'output' || kind === 'input' || kind === 'cut'

export class Capture {
  readonly #options: CaptureOptions
  readonly #stream = new StreamReader()
  readonly #input: InputReader
  readonly #chains: CapturedChains
  readonly #before: Begun[]
  #work: Promise<void> = Promise.resolve()
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
    this.#input = new InputReader(options.settings)
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
    this.#then(async () => {
      if (kind === 'cut') await this.#save(this.#chains.cutNow())
      else if (kind === 'input') await this.#addAll(this.#input.push(piece, atMs))
      else await this.#addAll(this.#stream.push(piece, atMs))
    })
  }

  async #finish(atMs: number): Promise<void> {
    await this.#addAll(this.#stream.end(atMs))
    await this.#addPrompts(atMs)
    for (const agentCall of this.#chains.agentCalls()) await this.#save(this.#chains.end(agentCall))
  }

  async #addAll(events: readonly StreamedEvent[]): Promise<void> {
    for (const streamed of events) await this.#add(streamed)
  }

  async #add(streamed: StreamedEvent): Promise<void> {
    const { event, agentCall } = streamed
    if (event.type !== 'system' && event.type !== 'prompt') await this.#addPrompts((event.timestamp ?? 0) * 1000)
    if (event.type === 'prompt') this.#stream.know(event.payload.content)
    if (!this.#chains.has(agentCall)) {
      await this.#save(this.#chains.cutForAgent(agentCall))
      this.#chains.startAgent(agentCall)
    }
    await this.#save(this.#chains.cutBefore(streamed))
    this.#events += 1
    await this.#save(this.#chains.add(streamed))
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
    await this.#save(this.#chains.end(agentCall))
  }

  async #save(cut: Cut | undefined): Promise<void> {
    if (cut === undefined) return
    const known = this.#before.shift()
    if (known?.outcome === 'failed') return
    const commitId = known?.outcome?.commitId ?? (await this.#commit(cut, known))
    if (commitId === undefined) return
    this.#chains.saved(cut, commitId)
    this.#commits += 1
    this.#saved += cut.events.length
  }

  /** Makes the commit; undefined when it cannot be made now: its events stay for the next one. */
  async #commit(cut: Cut, begun: Begun | undefined): Promise<string | undefined> {
    const { spool, warn } = this.#options
    const createdAt = begun?.createdAt ?? wholeSeconds(Date.now())
    try {
      if (begun === undefined) spool.write('begin', Buffer.from(JSON.stringify({ created_at: createdAt, parent: cut.parent })))
      await spool.synced()
      const commitId = (begun === undefined ? undefined : await this.#madeOnFork(begun)) ?? (await this.#checkpoint(cut, createdAt))
      spool.write('made', Buffer.from(commitId))
      return commitId
    } catch (thrown) {
      const { message } = toFailure(thrown)
      spool.write('failed', Buffer.from(message))
      if (isDiskFull(thrown) || spool.fault !== undefined) this.#troubled(thrown)
      else warn(`cannot create a commit of ${cut.events.length} events; the next commit will contain them: ${message}`)
      return undefined
    }
  }

  async #checkpoint(cut: Cut, createdAt: string): Promise<string> {
    const { principal, machine, template, ticketId, threadId, onto, sessionId, startedAtMs } = this.#options.settings
    const isMain = cut.agentCall === ''
    const { commit } = await this.#askAgain('commit.checkpoint', {
      ...(onto === undefined || !isMain ? { parent: cut.parent, allowUnknownParent: true } : { onto }),
      commitType: cut.commitType,
      checkpoint: cut.checkpoint,
      format: 'events-v1',
      bytes: encodeEvents(cut.events, 'milliseconds'),
      template,
      principal,
      machine,
      ticketId,
      threadId,
      sessionId: sessionId ?? (this.#stream.sessionId || `capture-${startedAtMs}`),
      messageCount: cut.events.length,
      createdAt,
      agentCall: cut.agentCall,
      agentType: cut.agentType,
    })
    return commit.commitId
  }

  /** A commit that a fork continues with has the fork's commit as parent: made before, it is what the fork names now. */
  async #madeOnFork({ createdAt, parent }: Begun): Promise<string | undefined> {
    const { onto } = this.#options.settings
    if (onto === undefined) return undefined
    const { commit } = await this.#options.ask('commit.show', { commitId: onto.startsWith('fork/') ? onto : `fork/${onto}` })
    return commit.createdAt === createdAt && commit.parentId === parent ? commit.commitId : undefined
  }

  /** The same commit asked for twice is made once, so it may be asked again when the owner of the store went. */
  async #askAgain<N extends EngineCallName>(name: N, input: CallInput<N>): Promise<CallOutput<N>> {
    for (let triesLeft = 3; ; triesLeft--) {
      try {
        return await this.#options.ask(name, input)
      } catch (thrown) {
        if (!(thrown instanceof StrataError) || thrown.code !== 'owner-left' || triesLeft === 0) throw thrown
      }
    }
  }
}
