/** Processes for SQL, for an engine in Electron's utility process: main starts them and passes messages on. */
import { howEnded } from '../app/engine/sql/how-ended.ts'
import type { FromSqlProcess, StartSqlProcess } from '../app/engine/sql/sql-process-messages.ts'
import type { FromEngine, ToEngine } from './engine-messages.ts'

type Ended = (answer: FromSqlProcess | undefined, how: string) => void

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
