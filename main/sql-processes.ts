/** Main's part in running SQL: it starts a process for each statement that the engine runs, since only main can, and passes messages on. */
import type { UtilityProcess } from 'electron'
import { howEnded, type FromSqlProcess, type StartSqlProcess } from '../app/engine/sql/sql-process-messages.ts'
import type { FromEngine, ToEngine } from './engine-messages.ts'

/** The part of an Electron utility process that is needed. */
export type SqlUtilityProcess = Pick<UtilityProcess, 'postMessage' | 'kill'> & {
  on(event: 'message', listener: (message: FromSqlProcess) => void): unknown
  on(event: 'exit', listener: (code: number) => void): unknown
}

export class SqlProcesses {
  readonly #start: () => SqlUtilityProcess
  readonly #send: (message: ToEngine) => void
  readonly #running = new Map<number, SqlUtilityProcess>()

  constructor(start: () => SqlUtilityProcess, send: (message: ToEngine) => void) {
    this.#start = start
    this.#send = send
  }

  receive(message: Extract<FromEngine, { readonly kind: `sql${string}` }>): void {
    if (message.kind === 'sqlStart') this.#begin(message.id)
    else if (message.kind === 'sqlRun') this.#running.get(message.id)?.postMessage(message.message)
    else this.#running.get(message.id)?.kill()
  }

  /** The engine has gone. */
  killAll(): void {
    for (const running of this.#running.values()) running.kill()
  }

  #begin(id: number): void {
    const started = this.#start()
    this.#running.set(id, started)
    started.on('message', (answer) => this.#send({ kind: 'sqlAnswer', id, answer }))
    started.on('exit', (code) => {
      this.#running.delete(id)
      this.#send({ kind: 'sqlEnded', id, code })
    })
  }
}

type Ended = (answer: FromSqlProcess | undefined, how: string) => void

/** Processes for SQL, for an engine in Electron's utility process: main starts them and passes messages on. */
export class RelayedSqlProcesses {
  readonly #send: (message: FromEngine) => void
  readonly #listeners = new Map<number, Ended>()
  #lastId = 0

  constructor(send: (message: FromEngine) => void) {
    this.#send = send
  }

  readonly start: StartSqlProcess = () => {
    const id = (this.#lastId += 1)
    this.#send({ kind: 'sqlStart', id })
    return {
      run: (message) => this.#send({ kind: 'sqlRun', id, message }),
      onEnd: (ended) => {
        this.#listeners.set(id, ended)
      },
      kill: () => this.#send({ kind: 'sqlKill', id }),
    }
  }

  receive(message: Extract<ToEngine, { readonly kind: `sql${string}` }>): void {
    const ended = this.#listeners.get(message.id)
    this.#listeners.delete(message.id)
    if (message.kind === 'sqlEnded') {
      ended?.(undefined, howEnded(message.code, null))
      return
    }
    ended?.(message.answer, '')
    this.#send({ kind: 'sqlKill', id: message.id })
  }
}
