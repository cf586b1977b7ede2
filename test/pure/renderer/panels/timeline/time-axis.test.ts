import fc from 'fast-check'
import { expect, test } from 'vitest'
import { axisWalk, timeAxis, toAxis, toTime, type Gap, type TimeAxis } from '../../../../../renderer/panels/timeline/time-axis.ts'
import { tickStep, ticks } from '../../../../../renderer/panels/timeline/ticks.ts'
import { clampShown, frameAround, panBy, showsAll, zoomAround } from '../../../../../renderer/panels/timeline/zoom.ts'

const hour = 3_600_000
const axes: fc.Arbitrary<TimeAxis> = fc
  .array(fc.tuple(fc.integer({ min: 1, max: hour }), fc.integer({ min: 1, max: 100 * hour })), { maxLength: 6 })
  .map((parts) => {
    let at = 1_700_000_000_000
    const start = at
    const gaps = parts.map(([busy, idle]): Gap => {
      const startAt = (at += busy)
      at += idle
      return { startAt, endAt: at }
    })
    return timeAxis(start, at + hour, gaps)
  })

test('every instant has an ordered position on the axis, and the position leads back to it', () => {
  fc.assert(
    fc.property(axes, fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }), (axis, a, b) => {
      const [early, late] = [Math.min(a, b), Math.max(a, b)].map((share) => axis.startAt + share * (axis.endAt - axis.startAt))
      expect(toAxis(axis, early ?? 0)).toBeLessThanOrEqual(toAxis(axis, late ?? 0))
      expect(toAxis(axis, late ?? 0)).toBeLessThanOrEqual(axis.length + 0.01)
      expect(Math.abs(toTime(axis, toAxis(axis, early ?? 0)) - (early ?? 0))).toBeLessThan(50)
    }),
  )
})

test('positions of several instants equal the positions of each alone, in any order', () => {
  fc.assert(
    fc.property(axes, fc.array(fc.double({ min: -0.1, max: 1.1, noNaN: true }), { maxLength: 40 }), (axis, shares) => {
      const edges = axis.squeezes.flatMap(({ gap }) => [gap.startAt, gap.endAt])
      const instants = [...shares.map((share) => axis.startAt + share * (axis.endAt - axis.startAt)), ...edges]
      const walk = axisWalk(axis)
      expect(instants.map(walk)).toEqual(instants.map((at) => toAxis(axis, at)))
    }),
  )
})

test('a squeezed gap takes a sliver of the axis, time outside of gaps its full length', () => {
  const axis = timeAxis(0, 100 * hour, [{ startAt: hour, endAt: 99 * hour }])
  expect(toAxis(axis, hour)).toBe(hour)
  expect(axis.length).toBe(2 * hour + 0.015 * 2 * hour)
  expect(toAxis(axis, 100 * hour) - toAxis(axis, 99 * hour)).toBeCloseTo(hour)
  expect(timeAxis(0, 100 * hour, []).length).toBe(100 * hour)
})

const limits = { length: 1000, least: 10 }

test('zooming keeps what is under the pointer in place', () => {
  const shown = { from: 200, to: 600 }
  const next = zoomAround(shown, 300, 0.5, limits)
  expect((300 - next.from) / (next.to - next.from)).toBeCloseTo(0.25)
  expect(next.to - next.from).toBe(200)
})

test('no action leaves the axis or zooms below its limit', () => {
  const moves = fc.array(
    fc.tuple(
      fc.constantFrom('zoom', 'pan', 'frame'),
      fc.double({ min: 0.01, max: 20, noNaN: true }),
      fc.double({ min: -50, max: 1050, noNaN: true }),
    ),
    { maxLength: 30 },
  )
  fc.assert(
    fc.property(moves, (list) => {
      let shown = { from: 0, to: 1000 }
      for (const [kind, amount, place] of list) {
        if (kind === 'zoom') shown = zoomAround(shown, place, amount, limits)
        else if (kind === 'pan') shown = panBy(shown, amount - 10, limits)
        else shown = frameAround(place, place + amount, limits)
        expect(shown.from).toBeGreaterThanOrEqual(0)
        expect(shown.to).toBeLessThanOrEqual(1000.000001)
        expect(shown.to - shown.from).toBeGreaterThanOrEqual(9.999999)
      }
    }),
  )
})

test('a session shorter than the limit is shown whole', () => {
  expect(clampShown({ from: 0, to: 3 }, { length: 5, least: 10 })).toEqual({ from: 0, to: 5 })
  expect(showsAll({ from: 0, to: 5 }, { length: 5, least: 10 })).toBe(true)
})

const utc = (): number => 0

test('marks are round, in order, and never closer than can be read', () => {
  fc.assert(
    fc.property(axes, fc.double({ min: 0, max: 0.9, noNaN: true }), fc.double({ min: 0.001, max: 1, noNaN: true }), (axis, from, width) => {
      const shown = clampShown({ from: from * axis.length, to: (from + width) * axis.length }, { length: axis.length, least: 20 })
      const marks = ticks({ axis, shown, widthPx: 1000, leastPx: 80, zoneOffsetMs: utc })
      for (const [place, mark] of marks.entries()) {
        expect(mark.at % mark.stepMs).toBe(0)
        const before = marks[place - 1]
        if (before !== undefined) expect(((mark.unit - before.unit) / (shown.to - shown.from)) * 1000).toBeGreaterThanOrEqual(80 * 0.6)
      }
      expect(marks.length).toBeLessThanOrEqual(22)
    }),
  )
})

test('days begin at local midnight, and the first mark of a day says so', () => {
  const zone = (): number => 5.5 * hour
  const start = Date.UTC(2026, 2, 3, 12)
  const axis = timeAxis(start, start + 24 * hour, [])
  const marks = ticks({ axis, shown: { from: 0, to: axis.length }, widthPx: 800, leastPx: 80, zoneOffsetMs: zone })
  expect(marks.map((mark) => [new Date(mark.at + zone()).toISOString().slice(5, 16), mark.isNewDay])).toEqual([
    ['03-03T18:00', true],
    ['03-03T21:00', false],
    ['03-04T00:00', true],
    ['03-04T03:00', false],
    ['03-04T06:00', false],
    ['03-04T09:00', false],
    ['03-04T12:00', false],
    ['03-04T15:00', false],
  ])
})

test('the distance between marks is the smallest round one that leaves room', () => {
  expect([tickStep(0.05, 80), tickStep(10, 80), tickStep(1000, 80), tickStep(1e6, 80), tickStep(1e12, 80)]).toEqual([
    5,
    1000,
    120_000,
    86_400_000,
    364 * 86_400_000,
  ])
})
