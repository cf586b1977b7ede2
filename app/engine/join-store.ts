/** Works with a store regardless of which process owns it: opens it, or goes through its owner, and continues when that process ends. */
import { hostname } from 'node:os'
import { setTimeout as after } from 'node:timers/promises'
import type { CallInput, CallOutput, EngineCallName } from '../contract/calls.ts'
import { mayAskAgain } from '../contract/calls.ts'
import type { JobView } from '../contract/jobs.ts'
import type { Envelope, Signal } from '../contract/signals.ts'
import { StrataError, toFailure, type Failure } from '../model/failure.ts'
import { connectToOwner, type GuestClient } from './ipc/guest-client.ts'
import { LastingWork } from './ipc/lasting-work.ts'
import { loadFeatures } from './handlers.ts'
import { openEngine, type Engine } from './engine.ts'
import type { StartSqlProcess } from './sql/sql-process-messages.ts'
import type { WhereNone } from './kernel/store-handle.ts'
import { readSettings } from './kernel/settings.ts'
import { version } from '../../package.json' with { type: 'json' }

/** How long a process may hold the lock without answering: it is closing the store, or about to open it. */
const silentOwnerMs = 30_000
const retryMs = 50

/**
 * For a window, which stays open. It is notified immediately of a new owner, has the remembered folders watched, and shows tables while
 * they are brought up to date.
 */
export interface StayOptions {
  /** The program that owns the store from now on; undefined: this one. */
  readonly onOwner: (owner: string | undefined) => void
  /** The owner is gone, and the store cannot be had: every call fails from now on. */
  readonly onLost: (thrown: unknown) => void
}

export interface JoinOptions {
  readonly storeDir: string
  /** The name of this program, shown by other programs. */
  readonly program: string
  readonly onSignal: (signal: Signal) => void
  /** Default: 'create'. */
  readonly whereNone?: WhereNone
  /** True: only read, with tables in a folder of this process: there is no room beside the store. */
  readonly asCopy?: boolean
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly stay?: StayOptions
  /** Whether the search index follows every change. Default: that of a window does. */
  readonly keepsSearchIndex?: boolean
  /** Default: a Node process. */
  readonly startSqlProcess?: StartSqlProcess
}

/** A store, used through the process that owns it. */
export interface JoinedStore {
  /** As `ask`, for a caller from outside: failures come back as data. Never rejects. */
  readonly call: (name: string, input: unknown) => Promise<Envelope<unknown>>
  /** @throws StrataError; owner-left when it cannot be known whether a call was carried out, and for a job whose engine has ended */
  readonly ask: <N extends EngineCallName>(name: N, input: CallInput<N>) => Promise<CallOutput<N>>
  /** Asks now, and again whenever another process has become the owner. @throws StrataError */
  readonly keep: <N extends EngineCallName>(name: N, input: CallInput<N>) => Promise<void>
  /** The job of this process that brings the index up to date after opening. */
  readonly catchUp: JobView | undefined
  /** The program that owns the store; undefined: this one. */
  readonly owner: string | undefined
  close(): Promise<void>
}

type Joined =
  | { readonly engine: Engine; readonly visit?: undefined; readonly call: Engine['call'] }
  | { readonly visit: GuestClient; readonly engine?: undefined; readonly call: GuestClient['call']; readonly left: Promise<void> }

const thrownFrom = ({ code, message, data }: Failure): Error => (code === 'bug' ? new Error(message) : new StrataError(code, message, data))

const isLeft = (thrown: unknown): boolean =>
  thrown instanceof Error && 'code' in thrown && ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'EAGAIN'].includes(String(thrown.code))

const leftEarly = (thrown: unknown): boolean => isLeft(thrown) || (thrown instanceof StrataError && thrown.code === 'owner-left')

/** Calls about one job. It ends with the engine that ran it: another engine does not know it. */
const aboutOneJob: readonly string[] = ['job.wait', 'job.cancel']

const mayRepeat = (name: string, input: unknown, { data }: Failure): boolean =>
  !aboutOneJob.includes(name) && (data['done'] === false || mayAskAgain(name, input))

/** When the first answers are given. */
const restMs = 2_000

/** Loads, for a process that stays open, the features that it has not used yet; one that cannot be loaded fails when it is asked for. */
export const stayComplete = (): void => {
  setTimeout(() => void loadFeatures().catch(() => undefined), restMs).unref()
}

class JoinedThrough implements JoinedStore {
  readonly #options: JoinOptions
  readonly #kept: (readonly [EngineCallName, unknown])[] = []
  readonly #lasting = new LastingWork()
  #joined: Promise<Joined>
  #current: Joined | undefined
  #isClosed = false
  /** It waits for another process: to answer, or to give the store up. */
  #isWaiting = false

  constructor(options: JoinOptions) {
    this.#options = options
    this.#joined = this.#join()
  }

  async ready(): Promise<this> {
    await this.#joined
    return this
  }

  get catchUp(): JobView | undefined {
    return this.#current?.engine?.catchUp
  }

  get owner(): string | undefined {
    return this.#current?.visit?.program
  }

  readonly ask = async <N extends EngineCallName>(name: N, input: CallInput<N>): Promise<CallOutput<N>> => {
    const envelope = await this.#through(name, input)
    if (envelope.ok) return envelope.value as CallOutput<N>
    throw thrownFrom(envelope.failure)
  }

  readonly call = (name: string, input: unknown): Promise<Envelope<unknown>> =>
    this.#through(name, input).catch((thrown: unknown) => ({ ok: false, failure: toFailure(thrown) }))

  readonly keep = async <N extends EngineCallName>(name: N, input: CallInput<N>): Promise<void> => {
    await this.ask(name, input)
    this.#kept.push([name, input])
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const closed = this.#joined.then(
      async ({ visit, engine }) => {
        visit?.close()
        await engine?.close()
      },
      () => undefined,
    )
    // Another process may never answer, and has nothing of this one.
    if (!this.#isWaiting) await closed
  }

  /** @throws the error that kept this process from joining the store */
  async #through(name: string, input: unknown): Promise<Envelope<unknown>> {
    for (;;) {
      const joined = await this.#joined
      const envelope = await joined.call(name, input)
      // A command says by itself what it keeps.
      if (envelope.ok && this.#options.stay !== undefined) this.#lasting.note(name, input)
      if (envelope.ok || envelope.failure.code !== 'owner-left') return envelope
      this.#rejoin(joined)
      if (!mayRepeat(name, input, envelope.failure)) return envelope
      // An owner that is shutting down accepts connections until its running work has ended.
      await after(retryMs)
    }
  }

  /** Once for each owner that went, however many notice. */
  #rejoin(left: Joined): void {
    if (this.#isClosed || this.#current !== left) return
    this.#current = undefined
    left.visit?.close()
    this.#joined = this.#join().then(async (joined) => {
      for (const [name, input] of this.#kept) await joined.call(name, input)
      // Calls do not wait for this. If the owner leaves meanwhile, it fails, and the next owner gets the calls.
      void this.#lasting.restart(joined.call)
      return joined
    })
    // The next call reports why it failed.
    this.#joined.catch((thrown: unknown) => this.#options.stay?.onLost(thrown))
  }

  async #join(): Promise<Joined> {
    const until = Date.now() + silentOwnerMs
    for (;;) {
      try {
        return this.#settle(await this.#openOrVisit())
      } catch (thrown) {
        if (!(thrown instanceof StrataError) || thrown.code !== 'store-locked') throw thrown
        if (thrown.data['address'] === undefined || thrown.data['host'] !== hostname() || Date.now() > until) throw thrown
        this.#isWaiting = true
        await after(retryMs)
        if (this.#isClosed) throw thrown
      }
    }
  }

  #settle(joined: Joined): Joined {
    this.#isWaiting = false
    if (this.#options.stay !== undefined) stayComplete()
    this.#current = joined
    this.#options.stay?.onOwner(this.owner)
    if (joined.visit !== undefined)
      void joined.left.then(() => {
        if (this.#options.stay !== undefined || this.#kept.length > 0) this.#rejoin(joined)
      })
    return joined
  }

  /** @throws StrataError store-locked when the owner does not answer */
  async #openOrVisit(): Promise<Joined> {
    this.#isWaiting = false
    try {
      const engine = await openEngine({
        ...this.#options,
        answersOthers: true,
        resumeWatching: this.#options.stay !== undefined,
        keepsSearchIndex: this.#options.keepsSearchIndex ?? this.#options.stay !== undefined,
      })
      return { engine, call: engine.call.bind(engine) }
    } catch (thrown) {
      const address = thrown instanceof StrataError && thrown.code === 'store-locked' ? thrown.data['address'] : undefined
      if (typeof address !== 'string') throw thrown
      this.#isWaiting = true
      return this.#visit(address).catch((reason: unknown) => {
        throw leftEarly(reason) ? thrown : reason
      })
    }
  }

  async #visit(address: string): Promise<Joined> {
    const { env = process.env, onSignal, stay } = this.#options
    let left: () => void = () => undefined
    const leaving = new Promise<void>((done) => (left = done))
    const visit = await connectToOwner(address, { version, env, onSignal, onDisconnect: () => left() })
    if (stay !== undefined) await this.#haveWatched(visit)
    // What the tables do not show yet would be missing from every answer.
    else if (visit.catchUp !== undefined) await visit.call('job.wait', { jobId: visit.catchUp })
    return { visit, call: visit.call.bind(visit), left: leaving }
  }

  /** Asks the owner to watch the folders of this process, as long as this process runs. */
  async #haveWatched(visit: GuestClient): Promise<void> {
    const { watchedFolders } = readSettings(this.#options.storeDir)
    if (watchedFolders.length > 0) await visit.call('watch.start', { paths: watchedFolders, remember: false })
  }
}

/**
 * Opens a store, or joins the process that has it open. Creates it when there is none, unless `whereNone` says otherwise.
 * @throws StrataError store-missing, store-locked, owner-differs, store-newer, journal-corrupt, path-refused, disk-full
 */
export const joinStore = (options: JoinOptions): Promise<JoinedStore> => new JoinedThrough(options).ready()
