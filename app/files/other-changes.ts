/** Changes to files that an agent did not make itself, brought into what it knows in the order of time. */
import type { FileStep } from './file-step.ts'
import type { KnownFiles } from './known-files.ts'

/** A change by another session, by a sub-agent, or in a branch of the conversation that was left. */
export interface OtherChange {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly sourceId: string
  readonly line: number
  readonly commitId: string
  readonly isOfOtherSession: boolean
  readonly step: FileStep
}

export const changing = (written: readonly string[]): FileStep => ({
  step: 'ran',
  effect: { kind: 'paths', written, removed: [], moved: [] },
})

/** The files that a step may have changed, as a step for other agents; undefined: none. */
export const asChange = (step: FileStep): FileStep | undefined => {
  switch (step.step) {
    case 'ran':
      return step
    case 'written':
    case 'edited':
    case 'gone':
      return changing([step.path])
    case 'copied':
      return changing([step.to])
    case 'moved':
      return changing([step.path, step.to])
    default:
      return undefined
  }
}

/** Follows one chain through the changes of all. */
export class OtherChanges {
  readonly #changes: readonly OtherChange[]
  readonly #own: Set<string>
  #next = 0
  #lastAt: number | undefined

  /** @param changes in the order of time @param own commits of the chain: what they changed is known */
  constructor(changes: readonly OtherChange[], own: Iterable<string> = []) {
    this.#changes = changes
    this.#own = new Set(own)
  }

  /** Another one that continues from here. */
  copy(): OtherChanges {
    const copy = new OtherChanges(this.#changes, this.#own)
    copy.#next = this.#next
    copy.#lastAt = this.#lastAt
    return copy
  }

  /** Time of the last record; undefined: none had one. */
  get lastAt(): number | undefined {
    return this.#lastAt
  }

  enter(commitId: string): void {
    this.#own.add(commitId)
  }

  /** Doubts what others may have changed since the last record. @param now null: the record has no time @returns those changes */
  bringIn(known: KnownFiles, now: number | null): readonly OtherChange[] {
    if (now === null) return []
    const from = this.#lastAt ?? now
    this.#lastAt = Math.max(from, now)
    const brought: OtherChange[] = []
    for (let change = this.#changes[this.#next]; change !== undefined && change.at <= now; change = this.#changes[this.#next]) {
      this.#next += 1
      if (change.at < from || this.#own.has(change.commitId)) continue
      known.take(change.step, -1)
      brought.push(change)
    }
    return brought
  }
}
