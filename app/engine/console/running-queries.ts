/** Queries that run now, by the names that whoever asked gave them, so that they can be stopped. */
import { StrataError } from '../../model/failure.ts'

export class RunningQueries {
  readonly #running = new Map<string, AbortController>()

  /** Runs `work` under a name. @throws StrataError invalid-input when the name is in use */
  async run<T>(queryId: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (this.#running.has(queryId)) throw new StrataError('invalid-input', `A query ${queryId} is running already`, { queryId })
    const stop = new AbortController()
    this.#running.set(queryId, stop)
    try {
      return await work(stop.signal)
    } finally {
      this.#running.delete(queryId)
    }
  }

  /** Whether there was one. */
  cancel(queryId: string): boolean {
    const running = this.#running.get(queryId)
    running?.abort()
    return running !== undefined
  }

  /** Nobody waits for them any more. */
  cancelAll(): void {
    for (const running of this.#running.values()) running.abort()
  }
}
