/** Median, spread and bootstrap interval of the figures of a policy. Sessions are drawn again, not cases: those of a session are alike. */
import type { Figure } from '../model/backtest.ts'
import type { Sliced } from '../model/sliced.ts'

const draws = 1_000

/** Mulberry32. */
const randomFrom = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** How often each session is drawn, for each draw: the same for all figures, so that policies are compared on the same sessions. */
export const drawSessions = (sessions: number, seed = 1): readonly Uint16Array[] => {
  const random = randomFrom(seed)
  return Array.from({ length: draws }, () => {
    const times = new Uint16Array(sessions)
    for (let at = 0; at < sessions; at += 1) {
      const drawn = Math.floor(random() * sessions)
      times[drawn] = (times[drawn] ?? 0) + 1
    }
    return times
  })
}

export interface Value {
  readonly session: number
  readonly value: number
}

/** Sorted values with their sessions; equal values of a session are one entry. */
interface Sorted {
  readonly values: Float64Array
  readonly sessions: Uint32Array
  /** How often the session has the value. */
  readonly counts: Uint32Array
}

const sortedOf = (all: readonly Value[]): Sorted => {
  const inOrder = [...all].sort((a, b) => a.value - b.value || a.session - b.session)
  const entries: { readonly of: Value; count: number }[] = []
  for (const one of inOrder) {
    const last = entries.at(-1)
    if (last?.of.value === one.value && last.of.session === one.session) last.count += 1
    else entries.push({ of: one, count: 1 })
  }
  return {
    values: Float64Array.from(entries, ({ of }) => of.value),
    sessions: Uint32Array.from(entries, ({ of }) => of.session),
    counts: Uint32Array.from(entries, ({ count }) => count),
  }
}

/**
 * A quantile of values, each counted as often as its session was drawn. Between two values it is in proportion; of none it is not a number.
 * @param total values that are counted
 */
const quantile = ({ values, sessions, counts }: Sorted, share: number, times: Uint16Array, total: number): number => {
  if (total === 0) return Number.NaN
  const place = share * (total - 1)
  const [low, high] = [Math.floor(place), Math.ceil(place)]
  let [seen, atLow] = [0, Number.NaN]
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] ?? Number.NaN
    seen += (counts[at] ?? 0) * (times[sessions[at] ?? 0] ?? 0)
    if (Number.isNaN(atLow) && seen > low) atLow = value
    if (seen > high) return atLow + (value - atLow) * (place - low)
  }
  return atLow
}

/** Number and sum of the values of each session: those of a draw follow without a look at each value. */
class Sums {
  readonly #counts: Float64Array
  readonly #sums: Float64Array

  constructor(all: readonly Value[], sessions: number) {
    this.#counts = new Float64Array(sessions)
    this.#sums = new Float64Array(sessions)
    for (const { session, value } of all) {
      this.#counts[session] = (this.#counts[session] ?? 0) + 1
      this.#sums[session] = (this.#sums[session] ?? 0) + value
    }
  }

  of(times: Uint16Array): { readonly total: number; readonly sum: number } {
    let [total, sum] = [0, 0]
    for (const [session, drawn] of times.entries()) {
      total += drawn * (this.#counts[session] ?? 0)
      sum += drawn * (this.#sums[session] ?? 0)
    }
    return { total, sum }
  }
}

/** Draws without a value do not count. */
const interval = (resampled: readonly number[]): readonly [number, number] => {
  const values = resampled.filter((value) => !Number.isNaN(value)).map((value) => ({ session: 0, value }))
  const sorted = sortedOf(values)
  const once = Uint16Array.of(1)
  return [quantile(sorted, 0.025, once, values.length), quantile(sorted, 0.975, once, values.length)]
}

/** Gives control back after each draw. Null: there is no value. */
export function* figureOf(all: readonly Value[], drawn: readonly Uint16Array[]): Sliced<Figure | null> {
  if (all.length === 0) return null
  const sorted = sortedOf(all)
  const sessions = drawn[0]?.length ?? 0
  const sums = new Sums(all, sessions)
  const [medians, means]: [number[], number[]] = [[], []]
  for (const times of drawn) {
    const { total, sum } = sums.of(times)
    medians.push(quantile(sorted, 0.5, times, total))
    means.push(sum / total)
    yield
  }
  const isOfOne = new Set(all.map(({ session }) => session)).size < 2
  const [low, high] = isOfOne ? [null, null] : interval(medians)
  const [meanLow, meanHigh] = isOfOne ? [null, null] : interval(means)
  const once = new Uint16Array(sessions).fill(1)
  const quantileOfAll = (share: number): number => quantile(sorted, share, once, all.length)
  return {
    median: quantileOfAll(0.5),
    mean: sums.of(once).sum / all.length,
    p25: quantileOfAll(0.25),
    p75: quantileOfAll(0.75),
    low,
    high,
    meanLow,
    meanHigh,
    cases: all.length,
  }
}
