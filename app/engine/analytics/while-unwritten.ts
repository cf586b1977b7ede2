/** Remembers what was asked of the tables until they are written: what every question needs to know is asked once. */
import type { Database } from '../../store/database.ts'

export class WhileUnwritten {
  #database: Database | undefined
  #writes = -1
  readonly #known = new Map<string, Promise<unknown>>()

  /** The answer to `ask`, which is known by `key` and follows from the tables. */
  of<T>(database: Database, key: string, ask: () => Promise<T>): Promise<T> {
    if (this.#database !== database || this.#writes !== database.writes) {
      this.#known.clear()
      this.#database = database
      this.#writes = database.writes
    }
    const known = this.#known.get(key) as Promise<T> | undefined
    if (known !== undefined) return known
    const answer = ask()
    this.#known.set(key, answer)
    answer.catch(() => this.#known.delete(key))
    return answer
  }
}
