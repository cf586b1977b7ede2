/** Two samples compared. */
import { expect, test } from 'vitest'
import { differencesOf, resamplesFor, sorted, spreadOf } from '../../../app/analytics/compare/compare-samples.ts'

const range = (from: number, count: number): readonly number[] => Array.from({ length: count }, (_, at) => from + at)

test('the spread of a sample is its mean, its median and the quartiles between the nearest values', () => {
  expect(spreadOf(sorted([4, 1, 3, 2]))).toEqual({ n: 4, mean: 2.5, median: 2.5, p25: 1.75, p75: 3.25 })
  expect(spreadOf(sorted([7]))).toEqual({ n: 1, mean: 7, median: 7, p25: 7, p75: 7 })
  expect(spreadOf(sorted([]))).toBeUndefined()
})

test('samples that are far apart have an interval that excludes 0, and equal samples one that includes it', () => {
  const far = differencesOf(sorted(range(0, 40)), sorted(range(100, 40)), 2000)
  expect(far?.median.value).toBe(100)
  expect(far?.mean.value).toBe(100)
  expect(far?.median.low).toBeGreaterThan(80)
  expect(far?.median.high).toBeLessThan(120)
  const same = differencesOf(sorted(range(0, 40)), sorted(range(0, 40)), 2000)
  expect(same?.mean.value).toBe(0)
  expect(same?.mean.low).toBeLessThan(0)
  expect(same?.mean.high).toBeGreaterThan(0)
})

test('the interval of a mean is as wide as theory says, within a tenth', () => {
  const [first, second] = [sorted(range(0, 200)), sorted(range(0, 300))]
  const variance = (n: number): number => (n * n - 1) / 12 / n
  const wanted = 2 * 1.96 * Math.sqrt(variance(200) + variance(300))
  const { mean } = differencesOf(first, second, 2000) ?? { mean: { low: 0, high: 0 } }
  expect(Math.abs((mean.high - mean.low) / wanted - 1)).toBeLessThan(0.1)
})

test('the interval covers the true difference in about 95 of 100 pairs of samples', () => {
  let state = 1
  const next = (): number => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
  const sample = (more: number): Float64Array => sorted(Array.from({ length: 40 }, () => next() + next() + next() + more))
  const covered = Array.from({ length: 200 }, () => differencesOf(sample(0), sample(0.5), 400)).filter(
    (found) => found !== undefined && found.mean.low <= 0.5 && found.mean.high >= 0.5,
  ).length
  expect(covered / 200).toBeGreaterThan(0.89)
  expect(covered / 200).toBeLessThanOrEqual(0.99)
})

test('the same values in any order give the same interval, and the median of an even resample is between its middle values', () => {
  const values = [5, 3, 9, 1, 7, 2]
  const other = [8, 8, 8, 8, 8, 8]
  const once = differencesOf(sorted(values), sorted(other), 500)
  expect(differencesOf(sorted([...values].reverse()), sorted(other), 500)).toEqual(once)
  expect(once?.median.value).toBe(4)
})

test('samples of fewer than five values have no interval', () => {
  expect(differencesOf(sorted([1, 2, 3, 4]), sorted(range(0, 50)), 200)).toBeUndefined()
})

test('many values are resampled less often, but at least 200 times', () => {
  expect([resamplesFor(10), resamplesFor(100_000), resamplesFor(50_000_000)]).toEqual([2000, 1000, 200])
})
