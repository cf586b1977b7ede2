/**
 * Replays the steps of records over what an agent knows of files, with what others changed meanwhile. Every answer about files comes from a
 * visitor of such a replay.
 */
import type { FileStep } from './file-step.ts'
import { KnownFiles, type StepOutcome } from './known-files.ts'

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

/** Names a record by its source and its line there. */
export const recordKey = ({ sourceId, line }: { readonly sourceId: string; readonly line: number }): string => `${sourceId}:${line}`

/** A record with its steps on files. */
export interface StepsOfRecord {
  readonly at: {
    readonly commitId: string
    /** Milliseconds since 1970; null: not recorded. */
    readonly occurredAt: number | null
  }
  readonly steps: readonly FileStep[]
}

/** A step, and how it changed the knowledge of files. */
export interface TakenStep<R> extends StepOutcome {
  readonly step: FileStep
  readonly record: R
  /** Place of the record; versions and checks name records by it. */
  readonly place: number
  /** The knowledge after the step. */
  readonly known: KnownFiles
}

export interface Visitor<R> {
  /** Called before the steps of a record. @param others changes by others since the record before */
  readonly begin?: (record: R, others: readonly OtherChange[]) => void
  readonly take: (taken: TakenStep<R>) => void
}

/** A replay that continues record by record, and in several ways where a conversation parts. */
export class Replay {
  readonly known: KnownFiles
  readonly #others: OtherChanges

  /** @param others changes by others in the order of time @param own commits whose changes the records contain */
  constructor(others: readonly OtherChange[] | OtherChanges = [], own: Iterable<string> = [], known = new KnownFiles()) {
    this.#others = others instanceof OtherChanges ? others : new OtherChanges(others, own)
    this.known = known
  }

  /** The same knowledge, for another continuation. */
  copy(): Replay {
    return new Replay(this.#others.copy(), [], this.known.copy())
  }

  /** Time of the last record; undefined: none had one. */
  get lastAt(): number | undefined {
    return this.#others.lastAt
  }

  /** The records of this commit follow: its changes are not those of others. */
  enter(commitId: string): void {
    this.#others.enter(commitId)
  }

  take<R extends StepsOfRecord>(record: R, place: number, visitor: Visitor<R>): void {
    const others = this.#others.bringIn(this.known, record.at.occurredAt)
    visitor.begin?.(record, others)
    for (const step of record.steps) visitor.take({ ...this.known.take(step, place), step, record, place, known: this.known })
  }

  /** What others changed up to then counts. @param time milliseconds since 1970; null: not known */
  end(time: number | null): KnownFiles {
    this.#others.bringIn(this.known, time)
    return this.known
  }
}

/**
 * Replays records from the first to the last.
 * @param others changes by others, in the order of time
 * @param until they count up to this time, milliseconds since 1970; null: up to the last record
 * @returns what is known at the end
 */
export const replay = <R extends StepsOfRecord>(
  records: readonly R[],
  others: readonly OtherChange[],
  visitor: Visitor<R>,
  until: number | null = null,
): KnownFiles => {
  const files = new Replay(
    others,
    records.map(({ at }) => at.commitId),
  )
  records.forEach((record, place) => files.take(record, place, visitor))
  return files.end(until)
}
