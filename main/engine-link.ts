/** Main's link to the engine in its own process: passes calls on, restarts a crashed engine once, closes it at the end. */
import type { UtilityProcess } from 'electron'
import type { EngineCallName } from '../app/contract/calls.ts'
import type { EngineSignal, Signal } from '../app/contract/signals.ts'
import { StrataError, toFailure, type Failure } from '../app/model/failure.ts'
import type { FromEngine, ToEngine } from './engine-messages.ts'
import type { PackedEnvelope } from './pack-envelope.ts'
import { SqlProcesses, type SqlUtilityProcess } from './sql-processes.ts'

const closeLimitMs = 10_000

/** The part of an Electron utility process that the link needs. */
export type EngineProcess = Pick<UtilityProcess, 'postMessage' | 'kill'> & {
  on(event: 'message', listener: (message: FromEngine) => void): unknown
  on(event: 'exit', listener: (code: number) => void): unknown
}

export interface EngineLinkOptions {
  /** Starts a process that runs the engine. */
  readonly start: () => EngineProcess
  /** Starts a process that runs SQL for the engine. */
  readonly startSql: () => SqlUtilityProcess
  readonly onSignal: (signal: Signal) => void
  readonly note: (text: string) => void
}

interface Pending {
  readonly message: ToEngine & { readonly kind: 'call' }
  readonly answer: (envelope: PackedEnvelope) => void
}

type LinkState = EngineSignal['state']

export class EngineLink {
  readonly #options: EngineLinkOptions
  readonly #pending = new Map<number, Pending>()
  #process: EngineProcess | undefined
  #sql: SqlProcesses
  #state: LinkState = 'starting'
  #failure: Failure | undefined
  #owner: string | undefined
  #lastId = 0
  #restartsLeft = 1
  #closing: { readonly done: () => void } | undefined

  constructor(options: EngineLinkOptions) {
    this.#options = options
    this.#sql = new SqlProcesses(options.startSql, () => undefined)
    this.#launch('starting')
  }

  /** The engine's state, for a window that was not there when it was announced. */
  get announcement(): Signal {
    return { kind: 'engine', state: this.#state, failure: this.#failure, owner: this.#owner }
  }

  /** Asks the engine; waits for it while it starts. Never rejects. */
  call(name: EngineCallName, input: unknown): Promise<PackedEnvelope> {
    if (this.#state === 'stopped') return Promise.resolve({ ok: false, failure: this.#failure ?? stoppedFailure() })
    this.#lastId += 1
    const message = { kind: 'call', id: this.#lastId, name, input } as const
    return new Promise((answer) => {
      this.#pending.set(message.id, { message, answer })
      if (this.#state === 'ready') this.#process?.postMessage(message)
    })
  }

  /** Starts the engine again after it stopped, for example when another program has let go of the store. */
  reopen(): void {
    if (this.#state !== 'stopped' || this.#closing !== undefined) return
    this.#restartsLeft = 1
    this.#launch('starting')
  }

  /** Asks the engine to close its store and waits until its process has ended; ends it after ten seconds. */
  close(): Promise<void> {
    const engine = this.#process
    if (engine === undefined) return Promise.resolve()
    return new Promise((resolve) => {
      const limit = setTimeout(() => engine.kill(), closeLimitMs)
      this.#closing = {
        done: () => {
          clearTimeout(limit)
          resolve()
        },
      }
      engine.postMessage({ kind: 'close' } satisfies ToEngine)
    })
  }

  #launch(state: 'starting' | 'restarting', why?: Failure): void {
    this.#announce(state, why)
    const engine = this.#options.start()
    this.#process = engine
    this.#sql = new SqlProcesses(this.#options.startSql, (answer) => engine.postMessage(answer))
    engine.on('message', (message) => {
      this.#receive(message)
    })
    engine.on('exit', (code) => {
      this.#process = undefined
      this.#sql.killAll()
      this.#ended(code)
    })
  }

  #receive(message: FromEngine): void {
    switch (message.kind) {
      case 'ready':
        for (const pending of this.#pending.values()) this.#process?.postMessage(pending.message)
        this.#announce('ready', undefined, message.owner)
        return
      case 'owner':
        this.#announce('ready', undefined, message.owner)
        return
      case 'refused':
        this.#options.note(`the engine cannot open the store [${message.failure.code}]`)
        this.#stop(message.failure)
        return
      case 'answer':
        this.#pending.get(message.id)?.answer(message.envelope)
        this.#pending.delete(message.id)
        return
      case 'signal':
        this.#options.onSignal(message.signal)
        return
      case 'fault':
        this.#options.note(`engine: ${message.description}`)
        return
      default:
        this.#sql.receive(message)
    }
  }

  #ended(code: number): void {
    if (this.#closing !== undefined) {
      this.#stop(stoppedFailure())
      this.#closing.done()
      return
    }
    if (this.#state === 'stopped') return
    this.#options.note(`the engine's process ended unexpectedly (exit code ${code})`)
    const failure = stoppedFailure(code)
    if (this.#restartsLeft === 0) {
      this.#stop(failure)
      return
    }
    this.#restartsLeft -= 1
    // Calls already sent may have done their work; only the window can know whether to ask again.
    this.#answerAll(failure)
    this.#launch('restarting', failure)
  }

  #stop(failure: Failure): void {
    this.#announce('stopped', failure)
    this.#answerAll(failure)
  }

  #answerAll(failure: Failure): void {
    const pending = [...this.#pending.values()]
    this.#pending.clear()
    for (const { answer } of pending) answer({ ok: false, failure })
  }

  #announce(state: LinkState, failure: Failure | undefined, owner?: string): void {
    this.#state = state
    this.#failure = failure
    this.#owner = owner
    this.#options.onSignal(this.announcement)
  }
}

function stoppedFailure(exitCode?: number): Failure {
  const why = exitCode === undefined ? 'The engine is not running.' : `The engine ended unexpectedly (exit code ${exitCode}).`
  return toFailure(new StrataError('engine-stopped', why, exitCode === undefined ? {} : { exitCode }))
}
