/** What the rows of a backtest need of its cases: a few numbers of each. */
import { needKinds, type NeedKind } from '../../model/backtest.ts'
import type { Value } from '../../backtest/figures.ts'
import type { ReplayedCase, Score } from '../../backtest/replay-session.ts'

/** Numbers in the order in which they come; not a number: there is none. */
class Numbers {
  #values = new Float64Array(64)
  #count = 0

  add(value: number | null): void {
    if (this.#count === this.#values.length) {
      const larger = new Float64Array(2 * this.#count)
      larger.set(this.#values)
      this.#values = larger
    }
    this.#values[this.#count] = value ?? Number.NaN
    this.#count += 1
  }

  at(place: number): number {
    return place < this.#count ? (this.#values[place] ?? Number.NaN) : Number.NaN
  }

  get count(): number {
    return this.#count
  }
}

export type Measure = 'coverage' | 'tokens' | 'usd' | 'regret'

const countsOfKinds = (): Record<NeedKind, number> => ({ file: 0, path: 0, symbol: 0, command: 0, error: 0 })

export const coverageOf = ({ needs }: Pick<ReplayedCase, 'needs'>, { missing }: Score): number => 1 - missing.length / needs.length

export class CaseFigures {
  readonly #sessions = new Numbers()
  readonly #ofEntrants: readonly Readonly<Record<Measure, Numbers>>[]
  readonly #needed = countsOfKinds()
  readonly #missing: readonly Record<NeedKind, number>[]

  constructor(entrants: number) {
    const each = <T>(make: () => T): readonly T[] => Array.from({ length: entrants }, make)
    this.#ofEntrants = each(() => ({ coverage: new Numbers(), tokens: new Numbers(), usd: new Numbers(), regret: new Numbers() }))
    this.#missing = each(countsOfKinds)
  }

  get cases(): number {
    return this.#sessions.count
  }

  /** Sessions that have a case. */
  get sessions(): number {
    const known = new Set<number>()
    for (let at = 0; at < this.cases; at += 1) known.add(this.#sessions.at(at))
    return known.size
  }

  add(session: number, one: ReplayedCase): void {
    this.#sessions.add(session)
    for (const { kind } of one.needs) this.#needed[kind] += 1
    for (const [entrant, own] of this.#ofEntrants.entries()) {
      const score = one.scores[entrant]
      own.coverage.add(score === undefined ? null : coverageOf(one, score))
      own.tokens.add(score?.tokens ?? null)
      own.usd.add(score?.usd ?? null)
      own.regret.add(score?.regret.length ?? null)
      this.#countMissing(entrant, one)
    }
  }

  #countMissing(entrant: number, { needs, scores }: ReplayedCase): void {
    const counts = this.#missing[entrant]
    for (const place of scores[entrant]?.missing ?? []) {
      const need = needs[place]
      if (counts !== undefined && need !== undefined) counts[need.kind] += 1
    }
  }

  /** Cases without the number have none. */
  values(entrant: number, measure: Measure): readonly Value[] {
    return this.#valuesOf((at) => this.#ofEntrants[entrant]?.[measure].at(at) ?? Number.NaN)
  }

  /** Coverage less that of another entrant. */
  gains(entrant: number, rival: number): readonly Value[] {
    const [own, other] = [this.#ofEntrants[entrant]?.coverage, this.#ofEntrants[rival]?.coverage]
    return own === undefined || other === undefined ? [] : this.#valuesOf((at) => own.at(at) - other.at(at))
  }

  /** Shares of the needs of all cases that were shown, kind by kind; null: there was none. */
  byKind(entrant: number): Readonly<Record<NeedKind, number | null>> {
    const shares: Record<NeedKind, number | null> = { file: null, path: null, symbol: null, command: null, error: null }
    for (const kind of needKinds) if (this.#needed[kind] > 0) shares[kind] = 1 - (this.#missing[entrant]?.[kind] ?? 0) / this.#needed[kind]
    return shares
  }

  #valuesOf(pick: (at: number) => number): readonly Value[] {
    const values: Value[] = []
    for (let at = 0; at < this.cases; at += 1) {
      const value = pick(at)
      if (!Number.isNaN(value)) values.push({ session: this.#sessions.at(at), value })
    }
    return values
  }
}
