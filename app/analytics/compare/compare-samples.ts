/** Two samples compared: how each is spread, and how far apart they are, with an interval by resampling. The same samples give the same answer. */

/** A sample in numbers. */
export interface Spread {
  readonly n: number
  readonly mean: number
  readonly median: number
  readonly p25: number
  readonly p75: number
}

/** The second sample less the first. */
export interface Difference {
  readonly value: number
  /** Ends of the 95 % interval. */
  readonly low: number
  readonly high: number
}

export interface Differences {
  readonly median: Difference
  readonly mean: Difference
}

/** Samples of fewer have no interval: it would be a chance. */
export const leastSample = 5

export const confidence = 0.95

const seed = 20_260_131

/** Resamples for an interval, and the number of values that are drawn for all intervals of an answer: with many sessions it has fewer. */
const maxResamples = 2_000
const minResamples = 200
const maxDraws = 100_000_000

/** @param values how many the intervals of an answer are about */
export const resamplesFor = (values: number): number =>
  Math.max(minResamples, Math.min(maxResamples, Math.floor(maxDraws / Math.max(1, values))))

export const sorted = (values: readonly number[]): Float64Array => Float64Array.from(values).sort()

/** Between the two nearest values, as quantile_cont of DuckDB. */
const quantile = (values: Float64Array, share: number): number => {
  const at = (values.length - 1) * share
  const [low, high] = [values[Math.floor(at)] ?? NaN, values[Math.ceil(at)] ?? NaN]
  return low + (high - low) * (at - Math.floor(at))
}

const meanOf = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** @returns undefined without values */
export const spreadOf = (values: Float64Array): Spread | undefined =>
  values.length === 0
    ? undefined
    : {
        n: values.length,
        mean: meanOf(values),
        median: quantile(values, 0.5),
        p25: quantile(values, 0.25),
        p75: quantile(values, 0.75),
      }

/** Numbers from 0 to below `below`, by a shift register of 32 bits. */
const drawing = (): ((below: number) => number) => {
  let state = seed
  return (below) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return Math.floor(((state >>> 0) / 4_294_967_296) * below)
  }
}

/** The middle of a resample, whose values are counted by their place in the sorted sample. */
const middle = (values: Float64Array, counts: Uint32Array): number => {
  const [lower, upper] = [Math.floor((values.length - 1) / 2), Math.ceil((values.length - 1) / 2)]
  let seen = 0
  let below: number | undefined
  for (const [at, count] of counts.entries()) {
    seen += count
    const value = values[at] ?? NaN
    if (below === undefined && seen > lower) below = value
    if (seen > upper) return ((below ?? value) + value) / 2
  }
  return NaN
}

const resample = (values: Float64Array, counts: Uint32Array, draw: (below: number) => number) => {
  counts.fill(0)
  let sum = 0
  for (let drawn = 0; drawn < values.length; drawn += 1) {
    const at = draw(values.length)
    counts[at] = (counts[at] ?? 0) + 1
    sum += values[at] ?? NaN
  }
  return { mean: sum / values.length, median: middle(values, counts) }
}

const intervalOf = (value: number, differences: Float64Array): Difference => {
  differences.sort()
  return { value, low: quantile(differences, (1 - confidence) / 2), high: quantile(differences, (1 + confidence) / 2) }
}

/** @returns undefined where one of the samples is too small */
export const differencesOf = (first: Float64Array, second: Float64Array, resamples: number): Differences | undefined => {
  const [before, after] = [spreadOf(first), spreadOf(second)]
  if (before === undefined || after === undefined || Math.min(before.n, after.n) < leastSample) return undefined
  const draw = drawing()
  const counts = [new Uint32Array(first.length), new Uint32Array(second.length)] as const
  const [medians, means] = [new Float64Array(resamples), new Float64Array(resamples)]
  for (let at = 0; at < resamples; at += 1) {
    const [a, b] = [resample(first, counts[0], draw), resample(second, counts[1], draw)]
    medians[at] = b.median - a.median
    means[at] = b.mean - a.mean
  }
  return { median: intervalOf(after.median - before.median, medians), mean: intervalOf(after.mean - before.mean, means) }
}
