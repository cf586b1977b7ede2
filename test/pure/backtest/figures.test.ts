/** Figures of a backtest: medians, spread and intervals. */
import { expect, test } from 'vitest'
import { drawSessions, figureOf } from '../../../app/backtest/figures.ts'

const values = (...own: readonly (readonly [number, number])[]) => own.map(([session, value]) => ({ session, value }))

test('median and spread are those of all cases', () => {
  const figure = figureOf(values([0, 1], [0, 2], [1, 3], [1, 4], [2, 10]), drawSessions(3))
  expect(figure).toMatchObject({ median: 3, p25: 2, p75: 4, mean: 4, cases: 5 })
})

test('no value gives no figure', () => {
  expect(figureOf([], drawSessions(2))).toBeNull()
})

test('sessions are drawn, not cases: a single session gives an interval without width', () => {
  const cases = values(...Array.from({ length: 50 }, (_, at) => [0, at] as const))
  const figure = figureOf(cases, drawSessions(1))
  expect(figure?.low).toBe(figure?.median)
  expect(figure?.high).toBe(figure?.median)
})

test('sessions that differ give an interval around the median, the same each time', () => {
  const cases = values(...Array.from({ length: 40 }, (_, at) => [at, at] as const))
  const figure = figureOf(cases, drawSessions(40))
  expect(figure).toEqual(figureOf(cases, drawSessions(40)))
  expect(figure?.median).toBe(19.5)
  expect(figure?.low).toBeGreaterThan(5)
  expect(figure?.low).toBeLessThan(19.5)
  expect(figure?.high).toBeGreaterThan(19.5)
  expect(figure?.high).toBeLessThan(34)
})
