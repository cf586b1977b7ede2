/** Brings lists of what did not survive a translation together, each kind once with its number. */
import type { Lost } from './chain-event.ts'

export class Losses {
  readonly #kinds = new Map<string, { what: string; count: number; why: string }>()
  /** Number of items that could only be written as plain text. */
  rendered = 0

  add(what: string, why: string, count = 1): void {
    if (count === 0) return
    const kind = this.#kinds.get(`${what}\0${why}`)
    if (kind === undefined) this.#kinds.set(`${what}\0${why}`, { what, count, why })
    else kind.count += count
  }

  addAll(lost: readonly Lost[]): void {
    for (const { what, why, count } of lost) this.add(what, why, count)
  }

  list(): readonly Lost[] {
    return [...this.#kinds.values()].map((kind) => ({ ...kind }))
  }
}
