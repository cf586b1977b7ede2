/** Main's part in running SQL: it starts a process for each statement that the engine runs, since only main can, and passes messages on. */
import type { UtilityProcess } from 'electron'
import type { FromSqlProcess } from '../app/engine/sql/sql-process-messages.ts'
import type { FromEngine, ToEngine } from './engine-messages.ts'

/** What is needed of an Electron utility process. */
export type SqlUtilityProcess = Pick<UtilityProcess, 'postMessage' | 'kill'> & {
  on(event: 'message', listener: (message: FromSqlProcess) => void): unknown
  on(event: 'exit', listener: (code: number) => void): unknown
}

export class SqlProcesses {
  readonly #start: () => SqlUtilityProcess
  readonly #tell: (message: ToEngine) => void
  readonly #running = new Map<number, SqlUtilityProcess>()

  constructor(start: () => SqlUtilityProcess, tell: (message: ToEngine) => void) {
    this.#start = start
    this.#tell = tell
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
    started.on('message', (answer) => this.#tell({ kind: 'sqlAnswer', id, answer }))
    started.on('exit', (code) => {
      this.#running.delete(id)
      this.#tell({ kind: 'sqlEnded', id, code })
    })
  }
}
