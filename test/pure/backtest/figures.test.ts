/** Figures of a backtest: medians, spread and intervals. */
import type { Figure } from '../../../app/model/backtest.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { drawSessions, figureOf as figureInSlices, type Value } from '../../../app/backtest/figures.ts'

/** With the number of slices of the work. */
const computed = (values: readonly Value[], drawn: readonly Uint16Array[]): { readonly figure: Figure | null; readonly slices: number } => {
  const work = figureInSlices(values, drawn)
  for (let slices = 0; ; slices += 1) {
    const { done, value } = work.next()
    if (done === true) return { figure: value, slices }
  }
}

const figureOf = (values: readonly Value[], drawn: readonly Uint16Array[]): Figure | null => computed(values, drawn).figure

const values = (...own: readonly (readonly [number, number])[]) => own.map(([session, value]) => ({ session, value }))

test('median and spread are those of all cases', () => {
  const figure = figureOf(values([0, 1], [0, 2], [1, 3], [1, 4], [2, 10]), drawSessions(3))
  expect(figure).toMatchObject({ median: 3, p25: 2, p75: 4, mean: 4, cases: 5 })
})

test('no value gives no figure', () => {
  expect(figureOf([], drawSessions(2))).toBeNull()
})

test('sessions are drawn, not cases: values of a single session give no interval, whatever other sessions lack', () => {
  const cases = values(...Array.from({ length: 50 }, (_, at) => [0, at] as const))
  const none = { median: 24.5, low: null, high: null, meanLow: null, meanHigh: null }
  expect(figureOf(cases, drawSessions(1))).toMatchObject(none)
  expect(figureOf(cases, drawSessions(4))).toMatchObject(none)
})

test('a draw in which no session has a value says nothing of the interval', () => {
  // Two of ten sessions have a price: a tenth of the draws has neither. The smallest value is far from all medians.
  const cases = values([0, 0], ...Array.from({ length: 40 }, () => [0, 100] as const), [1, 101])
  const figure = figureOf(cases, drawSessions(10))
  expect([figure?.low, figure?.high]).toEqual([100, 101])
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

test('between two draws others have their turn', () => {
  const drawn = drawSessions(3)
  expect(computed(values([0, 1], [1, 2], [2, 3]), drawn).slices).toBe(drawn.length)
})

test('figures of draws are those of the drawn cases, written out one by one', () => {
  const middle = (sorted: readonly number[]): number => {
    const at = (sorted.length - 1) / 2
    return ((sorted[Math.floor(at)] ?? Number.NaN) + (sorted[Math.ceil(at)] ?? Number.NaN)) / 2
  }
  const few = fc.array(fc.record({ session: fc.nat(4), value: fc.integer({ min: 0, max: 6 }) }), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(few, fc.array(fc.nat(4), { minLength: 5, maxLength: 5 }), (cases, picked) => {
      const times = Uint16Array.from({ length: 5 }, (_, session) => picked.filter((one) => one === session).length)
      const all = picked
        .flatMap((session) => cases.filter((one) => one.session === session).map(({ value }) => value))
        .sort((a, b) => a - b)
      fc.pre(all.length > 0 && new Set(cases.map(({ session }) => session)).size > 1)
      const figure = figureOf(cases, [times])
      expect(figure?.low).toBe(middle(all))
      expect(figure?.meanLow).toBeCloseTo(all.reduce((sum, value) => sum + value, 0) / all.length, 9)
    }),
  )
})
