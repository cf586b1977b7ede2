/** Remembers answers of the tables until they are written: what every query needs is read once. */
import type { Database } from '../../store/tables/database.ts'

/** Answers that are remembered, those that were asked for last. */
const usualAnswers = 64

export class AnswerCache {
  readonly #most: number
  #database: Database | undefined
  #writes = -1
  readonly #known = new Map<string, Promise<unknown>>()

  /** @param most number of answers that are remembered */
  constructor(most = usualAnswers) {
    this.#most = most
  }

  /** The answer to `ask`, which is known by `key` and follows from the tables. */
  of<T>(database: Database, key: string, ask: () => Promise<T>): Promise<T> {
    if (this.#database !== database || this.#writes !== database.writes) {
      this.#known.clear()
      this.#database = database
      this.#writes = database.writes
    }
    const answer = (this.#known.get(key) as Promise<T> | undefined) ?? ask()
    this.#keep(key, answer)
    answer.catch(() => this.#known.delete(key))
    return answer
  }

  #keep(key: string, answer: Promise<unknown>): void {
    this.#known.delete(key)
    this.#known.set(key, answer)
    const [oldest] = this.#known.keys()
    if (this.#known.size > this.#most && oldest !== undefined) this.#known.delete(oldest)
  }
}
