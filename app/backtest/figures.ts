/** Median, spread and bootstrap interval of the figures of a policy. Sessions are drawn again, not cases: those of a session are alike. */

export interface Figure {
  readonly median: number
  readonly mean: number
  readonly p25: number
  readonly p75: number
  /** 95 % interval of the median. */
  readonly low: number
  readonly high: number
  /** 95 % interval of the mean. */
  readonly meanLow: number
  readonly meanHigh: number
  /** Cases with a value. */
  readonly cases: number
}

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

/** A quantile of sorted values, each counted as often as its session was drawn. The lower of two in the middle counts with the upper one. */
const quantile = (sorted: readonly Value[], share: number, timesOf: (value: Value) => number): number => {
  let total = 0
  for (const value of sorted) total += timesOf(value)
  const place = share * (total - 1)
  const [low, high] = [Math.floor(place), Math.ceil(place)]
  let [seen, atLow] = [0, Number.NaN]
  for (const one of sorted) {
    seen += timesOf(one)
    if (Number.isNaN(atLow) && seen > low) atLow = one.value
    if (seen > high) return atLow + (one.value - atLow) * (place - low)
  }
  return atLow
}

const meanOf = (values: readonly Value[], timesOf: (value: Value) => number): number => {
  let [sum, total] = [0, 0]
  for (const one of values) {
    const times = timesOf(one)
    sum += one.value * times
    total += times
  }
  return sum / total
}

const once = (): number => 1

const interval = (values: readonly number[]): readonly [number, number] => {
  const sorted = values
    .filter((value) => !Number.isNaN(value))
    .sort((a, b) => a - b)
    .map((value) => ({ session: 0, value }))
  return [quantile(sorted, 0.025, once), quantile(sorted, 0.975, once)]
}

/** Null: there is no value. */
export const figureOf = (values: readonly Value[], drawn: readonly Uint16Array[]): Figure | null => {
  if (values.length === 0) return null
  const sorted = [...values].sort((a, b) => a.value - b.value)
  const resampled = drawn.map((times) => {
    const timesOf = ({ session }: Value): number => times[session] ?? 0
    return { median: quantile(sorted, 0.5, timesOf), mean: meanOf(sorted, timesOf) }
  })
  const [low, high] = interval(resampled.map(({ median }) => median))
  const [meanLow, meanHigh] = interval(resampled.map(({ mean }) => mean))
  return {
    median: quantile(sorted, 0.5, once),
    mean: meanOf(sorted, once),
    p25: quantile(sorted, 0.25, once),
    p75: quantile(sorted, 0.75, once),
    low,
    high,
    meanLow,
    meanHigh,
    cases: values.length,
  }
}
