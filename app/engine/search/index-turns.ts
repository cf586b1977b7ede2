/** Who may use the index now: changes run alone, searches beside each other; each waits for what was asked before it. */
export class IndexTurns {
  #lastChange: Promise<unknown> = Promise.resolve()
  readonly #searches = new Set<Promise<unknown>>()

  search<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#lastChange.then(work)
    const settled: Promise<unknown> = done.catch(() => undefined).then(() => this.#searches.delete(settled))
    this.#searches.add(settled)
    return done
  }

  /** May not be asked for within a turn. */
  change<T>(work: () => Promise<T>): Promise<T> {
    const done = Promise.all([this.#lastChange, ...this.#searches]).then(work)
    this.#lastChange = done.catch(() => undefined)
    return done
  }

  /** Everything that was asked before. */
  async ended(): Promise<void> {
    await Promise.all([this.#lastChange, ...this.#searches])
  }
}
