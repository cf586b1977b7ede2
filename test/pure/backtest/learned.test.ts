/** The learned policy is fitted to earlier needs. */
import { expect, test } from 'vitest'
import { addSums, featureNames, firstWeights, fit, newFitSums } from '../../../app/backtest/learned.ts'
import { EarlierSessions } from '../../../app/engine/backtest/earlier-sessions.ts'

/** Rows in which one feature alone decides. */
const sumsOf = (feature: number, rows: number): ReturnType<typeof newFitSums> => {
  const sums = newFitSums()
  const width = featureNames.length
  for (let row = 0; row < rows; row += 1) {
    const values = featureNames.map((_, at) => (at === 0 ? 1 : ((row * (at + 3) * 7919) % 13) / 13))
    const target = values[feature] ?? 0
    sums.rows += 1
    for (const [one, value] of values.entries()) {
      sums.targets[one] = (sums.targets[one] ?? 0) + value * target
      for (const [other, beside] of values.entries()) {
        sums.products[one * width + other] = (sums.products[one * width + other] ?? 0) + value * beside
      }
    }
  }
  return sums
}

test('a feature that decides gets the largest weight', () => {
  const weights = fit(sumsOf(4, 400))
  expect(weights.indexOf(Math.max(...weights))).toBe(4)
})

test('too few rows leave the first weights', () => {
  expect(fit(sumsOf(4, 10))).toBe(firstWeights)
})

test('sums of two sessions give the fit of both', () => {
  const [both, one] = [newFitSums(), sumsOf(4, 300)]
  addSums(both, one)
  addSums(both, newFitSums())
  expect(fit(both)).toEqual(fit(one))
})

test('a session learns from sessions that had ended before it began, and from no others', () => {
  const earlier = new EarlierSessions()
  expect(earlier.weightsAt(0)).toBe(firstWeights)
  earlier.add(1_000, sumsOf(4, 400))
  // It runs beside the first one.
  expect(earlier.weightsAt(900)).toBe(firstWeights)
  expect(earlier.isFitted).toBe(false)
  earlier.add(9_000, sumsOf(6, 2_000))
  expect(earlier.weightsAt(1_001)).toEqual(fit(sumsOf(4, 400)))
  expect(earlier.isFitted).toBe(true)
  expect(earlier.weightsAt(null)).toBe(firstWeights)
})
