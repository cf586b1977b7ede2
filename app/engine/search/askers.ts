/** Who asks: a search of a window or program ends with its next one. */

/** Windows and programs whose last search is known. */
const maxAskers = 100

export class Askers {
  /** How many searches each asker has begun. */
  readonly #begun = new Map<string, number>()

  /** Begins a search. @returns whether the same asker has begun another since; without a name: never */
  begin(asker: string | undefined): () => boolean {
    if (asker === undefined) return () => false
    const number = (this.#begun.get(asker) ?? 0) + 1
    this.#begun.delete(asker)
    this.#begun.set(asker, number)
    const [oldest] = this.#begun.keys()
    if (this.#begun.size > maxAskers && oldest !== undefined) this.#begun.delete(oldest)
    return this.follow(asker)
  }

  /** For what belongs to the search that the asker began last. @returns whether it has begun another since */
  follow(asker: string | undefined): () => boolean {
    if (asker === undefined) return () => false
    const number = this.#begun.get(asker)
    return () => this.#begun.get(asker) !== number
  }
}
