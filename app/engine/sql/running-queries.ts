/** Queries that are running, by the names that their callers gave them, so that they can be stopped. */
import { StrataError } from '../../model/failure.ts'

interface Running {
  readonly stop: AbortController
  readonly ended: Promise<unknown>
}

export class RunningQueries {
  readonly #running = new Map<string, Running>()
  #isClosed = false

  /** Runs `work` under a name. @throws StrataError invalid-input when the name is in use, cancelled when the engine is closing */
  async run<T>(queryId: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (this.#isClosed) throw new StrataError('cancelled', 'The engine is shutting down')
    if (this.#running.has(queryId)) throw new StrataError('invalid-input', `The query ${queryId} is already running`, { queryId })
    const stop = new AbortController()
    const result = work(stop.signal)
    this.#running.set(queryId, { stop, ended: result.catch(() => undefined) })
    try {
      return await result
    } finally {
      this.#running.delete(queryId)
    }
  }

  /** Whether there was one. */
  cancel(queryId: string): boolean {
    const running = this.#running.get(queryId)
    running?.stop.abort()
    return running !== undefined
  }

  /** Stops all, and waits until they have stopped: the tables may be closed then. */
  async close(): Promise<void> {
    this.#isClosed = true
    const running = [...this.#running.values()]
    for (const { stop } of running) stop.abort()
    await Promise.all(running.map(({ ended }) => ended))
  }
}
