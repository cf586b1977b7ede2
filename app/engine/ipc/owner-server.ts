/** The door of a store: while one process owns the store, it answers the calls of others on a local socket. */
import { createServer, type Socket } from 'node:net'
import type { JobView } from '../../contract/jobs.ts'
import type { Envelope, Signal } from '../../contract/signals.ts'
import type { TrackShown } from '../../contract/track.ts'
import type { WatchView } from '../../contract/watch.ts'
import { StrataError, toFailure } from '../../model/failure.ts'
import { listenAt, newOwnerAddress, sweepSockets } from '../kernel/local-socket.ts'
import { ipcProtocol, fromGuest, type FromGuest, type FromOwner } from './messages.ts'
import { encodeFrame, readFrames } from './framing.ts'
import { GuestQueue } from './guest-queue.ts'

/** Longest text that a guest may send, bytes; what a commit is made of travels beside it. */
const maxRequestLength = 64_000_000
/** While this many bytes wait for a guest to read them, it receives no progress, and no further calls of it are answered. */
const maxWaiting = 8_000_000
/** Calls of one guest that are worked at together: as many answers may be in memory beside what waits for it. */
const maxAtOnce = 16
/** While this many calls of a guest wait for their turn, no more are read from it. */
const maxQueued = 256
/** Their answers are small, and calls that run wait for them. */
const outOfTurn: readonly string[] = ['job.wait', 'job.cancel', 'sql.cancel']

/** How long a guest has to read its last answers when the owner ends. */
const lastChanceMs = 5_000

type Environment = Readonly<Record<string, string | undefined>>

/** The engine that answers guests. */
export interface ServedEngine {
  /** Answers a call with what a guest's program would find. Never rejects. */
  call(name: string, input: unknown, env: Environment): Promise<Envelope<unknown>>
  /** Stops watching folders, but not for good. */
  unwatch(paths: readonly string[]): Promise<void>
  /** The job that brings the index up to date after opening. */
  readonly catchUp: JobView | undefined
}

export interface OwnerServerOptions {
  readonly program: string
  /** Version of the product; guests with another version are rejected. */
  readonly version: string
  readonly env: Environment
}

export interface OwnerServer {
  readonly address: string
  /** From now on guests receive answers; until then they wait. */
  answer(engine: ServedEngine): void
  notify(signal: Signal): void
  /** From now on guests are rejected. */
  leave(): void
  /** Waits for running calls, then closes. */
  close(): Promise<void>
}

/** Jobs and watches that a guest began, and that end when it disconnects. */
interface Begun {
  readonly jobs: Set<string>
  readonly cancelled: Set<string>
  readonly watched: Set<string>
  readonly tracked: Set<string>
}

interface Guest {
  readonly socket: Socket
  readonly begun: Begun
  readonly turns: GuestQueue
  env: Environment
  isGreeted: boolean
}

const left = (): Envelope<never> => ({
  ok: false,
  failure: toFailure(new StrataError('owner-left', 'The program that owns the store is shutting down', { done: false })),
})

const send = ({ socket }: Guest, message: FromOwner): void => {
  if (socket.destroyed) return
  for (const part of encodeFrame(message)) socket.write(part)
}

const isJob = (value: unknown): value is JobView => typeof value === 'object' && value !== null && 'jobId' in value

const trackedIn = (envelope: Envelope<unknown>): readonly string[] =>
  envelope.ok ? (envelope.value as TrackShown).kept.map(({ sessionId }) => sessionId) : []

const watchedIn = (envelope: Envelope<unknown>): readonly string[] =>
  envelope.ok ? (envelope.value as WatchView).folders.map(({ path }) => path) : []

/** Every call that answers with a job has begun it, but the two that ask for one. */
const noteJob = ({ jobs, cancelled }: Begun, name: string, { jobId }: JobView): void => {
  if (name === 'job.cancel') cancelled.add(jobId)
  else if (name !== 'job.wait') jobs.add(jobId)
}

class SocketServer implements OwnerServer {
  readonly address: string
  readonly #options: OwnerServerOptions
  readonly #server = createServer((socket) => void this.#welcome(socket))
  readonly #guests = new Set<Guest>()
  readonly #engine: Promise<ServedEngine>
  #opened: (engine: ServedEngine) => void = () => undefined
  readonly #working = new Set<Promise<void>>()
  #isLeaving = false

  constructor(address: string, options: OwnerServerOptions) {
    this.address = address
    this.#options = options
    this.#engine = new Promise((opened) => {
      this.#opened = opened
    })
  }

  listen(): Promise<void> {
    return listenAt(this.#server, this.address)
  }

  answer(engine: ServedEngine): void {
    this.#opened(engine)
  }

  notify(signal: Signal): void {
    for (const guest of this.#guests)
      if (guest.isGreeted && guest.socket.writableLength < maxWaiting) send(guest, { kind: 'signal', signal })
  }

  leave(): void {
    this.#isLeaving = true
    for (const { turns } of this.#guests) turns.release()
  }

  async close(): Promise<void> {
    this.leave()
    const closed = new Promise((done) => this.#server.close(done))
    await Promise.all(this.#working)
    for (const { socket } of this.#guests) socket.end(() => socket.destroy())
    const limit = setTimeout(() => {
      for (const { socket } of this.#guests) socket.destroy()
    }, lastChanceMs)
    await closed
    clearTimeout(limit)
  }

  async #welcome(socket: Socket): Promise<void> {
    const guest: Guest = {
      socket,
      begun: { jobs: new Set(), cancelled: new Set(), watched: new Set(), tracked: new Set() },
      turns: new GuestQueue(socket, { maxAtOnce, maxWaiting }),
      env: this.#options.env,
      isGreeted: false,
    }
    this.#guests.add(guest)
    socket.on('error', () => socket.destroy())
    try {
      for await (const message of readFrames(socket, maxRequestLength)) {
        await this.#receive(guest, fromGuest.parse(message))
        await guest.turns.fewerThan(maxQueued)
      }
    } catch {
      // What is no message of ours cannot be answered: the connection ends.
      socket.destroy()
    }
    guest.turns.drop()
    this.#guests.delete(guest)
    await this.#forget(guest)
  }

  async #receive(guest: Guest, message: FromGuest): Promise<void> {
    const engine = await this.#engine
    if (message.kind === 'hello') {
      const { version, program } = this.#options
      guest.env = { ...this.#options.env, ...message.env }
      guest.isGreeted = message.version === version && message.protocol === ipcProtocol
      const catchUp = engine.catchUp === undefined ? {} : { catchUp: engine.catchUp.jobId }
      send(guest, { kind: 'hello', protocol: ipcProtocol, version, program, ...catchUp })
      return
    }
    if (!guest.isGreeted) throw new RangeError('a guest greets before it asks')
    const work = outOfTurn.includes(message.name)
      ? this.#work(engine, guest, message)
      : guest.turns.inTurn(() => this.#work(engine, guest, message))
    this.#working.add(work)
    void work.finally(() => this.#working.delete(work))
  }

  async #work(engine: ServedEngine, guest: Guest, { id, name, input, env }: Extract<FromGuest, { kind: 'call' }>): Promise<void> {
    const asker = env === undefined ? guest : { ...guest, env: { ...guest.env, ...env } }
    const envelope = this.#isLeaving ? left() : await this.#ask(engine, asker, name, input)
    send(guest, { kind: 'answer', id, envelope: this.#isOverthrown(guest, envelope) ? left() : envelope })
  }

  async #ask(engine: ServedEngine, guest: Guest, name: string, input: unknown): Promise<Envelope<unknown>> {
    const { begun, env, socket } = guest
    const before = name === 'watch.start' ? watchedIn(await engine.call('watch.show', {}, env)) : []
    const trackedBefore = name === 'track.start' ? trackedIn(await engine.call('track.show', {}, env)) : []
    const envelope = await engine.call(name, input, env)
    if (envelope.ok && isJob(envelope.value)) noteJob(begun, name, envelope.value)
    if (name === 'watch.start') for (const path of watchedIn(envelope)) if (!before.includes(path)) begun.watched.add(path)
    if (name === 'track.start') for (const id of trackedIn(envelope)) if (!trackedBefore.includes(id)) begun.tracked.add(id)
    if (socket.destroyed) await this.#forget(guest)
    return envelope
  }

  /** Whether something ended because this process ends, which the guest did not ask for. */
  #isOverthrown({ begun }: Guest, envelope: Envelope<unknown>): boolean {
    if (!this.#isLeaving) return false
    if (!envelope.ok) return envelope.failure.code === 'cancelled'
    const { value } = envelope
    return isJob(value) && value.state === 'cancelled' && !begun.cancelled.has(value.jobId)
  }

  /** A guest that goes takes along what it began: a program that is ended has its work ended too. */
  async #forget({ begun, env }: Guest): Promise<void> {
    if (this.#isLeaving || begun.jobs.size + begun.watched.size + begun.tracked.size === 0) return
    const engine = await this.#engine
    for (const jobId of begun.jobs) await engine.call('job.cancel', { jobId }, env)
    await engine.unwatch([...begun.watched])
    for (const id of begun.tracked) await engine.call('track.stop', { sessions: [id] }, env)
  }
}

/** Opens a door for the process that is about to own a store. @throws StrataError path-refused */
export const openOwnerServer = async (options: OwnerServerOptions): Promise<OwnerServer> => {
  await sweepSockets(options.env)
  const server = new SocketServer(await newOwnerAddress(options.env), options)
  await server.listen()
  return server
}
