import fc from 'fast-check'
import { expect, test } from 'vitest'
import { joinCompactions } from '../../../../../renderer/panels/timeline/join-compactions.ts'
import { laneIndexes } from '../../../../../renderer/panels/timeline/lane-index.ts'
import { legendEntries } from '../../../../../renderer/panels/timeline/legend-entries.ts'
import { centredAt, draggedBy, gripAt } from '../../../../../renderer/panels/timeline/overview-drag.ts'
import { overviewLayout } from '../../../../../renderer/panels/timeline/overview-layout.ts'
import { rangeFigures } from '../../../../../renderer/panels/timeline/range-figures.ts'
import { changeLane, cursorEvent, cursorNear, stepCursor, type Cursor } from '../../../../../renderer/panels/timeline/timeline-cursor.ts'
import { event, lane, span } from './timeline-facts.ts'

const lanes = laneIndexes({
  lanes: ['main', 'empty', 'agent'].map((chain) => ({ chain, label: chain, spans: [], calledBy: null })),
  events: [
    event(100, 'prompt', { line: 1 }),
    event(200, 'tool_call', { line: 2 }),
    event(200, 'tool_call', { line: 3 }),
    event(900, 'response', { line: 4 }),
    event(150, 'prompt', { chain: 'agent', line: 11 }),
    event(700, 'response', { chain: 'agent', line: 12 }),
  ],
  compactions: [],
  rewinds: [],
})
const all: readonly [number, number] = [0, 1000]

test('the cursor reaches every event, also several of one instant, and stops at the ends', () => {
  let cursor: Cursor | undefined
  const walk = (step: 1 | -1, count: number): readonly (number | undefined)[] =>
    Array.from({ length: count }, () => cursorEvent(lanes, (cursor = stepCursor(lanes, cursor, step, all)))?.line)
  expect(walk(1, 5)).toEqual([1, 2, 3, 4, 4])
  expect(walk(-1, 4)).toEqual([3, 2, 1, 1])
})

test('without a cursor the first step is the first event in view, backwards the last one', () => {
  expect(cursorEvent(lanes, stepCursor(lanes, undefined, 1, [150, 1000]))?.line).toBe(2)
  expect(cursorEvent(lanes, stepCursor(lanes, undefined, -1, [0, 899]))?.line).toBe(3)
})

test('the lanes are crossed at the nearest event; lanes without events are passed over', () => {
  const below = changeLane(lanes, { lane: 0, event: 3 }, 1)
  expect(cursorEvent(lanes, below)?.line).toBe(12)
  expect(changeLane(lanes, below, 1)).toEqual(below)
  expect(cursorEvent(lanes, changeLane(lanes, below, -1))?.line).toBe(4)
  expect(cursorNear(lanes, 1, 100)).toBe(undefined)
})

test('the records of one compaction make one bar, and two compactions make two', () => {
  const spans = [
    span('agent', 0, 1000),
    span('compaction', 1000, 60_000, 'ctx-c'),
    span('human', 60_000, 60_005, 'ctx-c'),
    span('compaction', 60_005, 60_010, 'ctx-c'),
    span('agent', 60_010, 90_000),
    span('compaction', 90_000, 95_000, 'ctx-d'),
  ]
  expect(joinCompactions(spans).map(({ state, startAt, endAt }) => [state, startAt, endAt])).toEqual([
    ['agent', 0, 1000],
    ['compaction', 1000, 60_010],
    ['agent', 60_010, 90_000],
    ['compaction', 90_000, 95_000],
  ])
})

test('joined bars cover the same time as the spans', () => {
  const states = ['compaction', 'human', 'agent'] as const
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom(...states), fc.integer({ min: 1, max: 3000 })), { maxLength: 40 }), (parts) => {
      let at = 0
      const spans = parts.map(([state, length]) => span(state, at, (at += length)))
      const joined = joinCompactions(spans)
      expect(joined.reduce((sum, { startAt, endAt }) => sum + endAt - startAt, 0)).toBe(at)
      for (const [place, { endAt }] of joined.entries()) expect(joined[place + 1]?.startAt ?? at).toBe(endAt)
    }),
  )
})

test('the legend names everything that can be drawn, with what is in view; what the session has none of is marked', () => {
  const index = lane([span('agent', 0, 1000), span('tool', 1000, 3000)], [event(500, 'tool_result', { isError: true })])
  const entries = legendEntries({
    whole: rangeFigures([index], -Infinity, Infinity),
    shown: rangeFigures([index], 0, 2000),
    breaks: 2,
    breaksShown: 1,
    hasContext: true,
  })
  expect(entries.map(({ name, amount, occurs }) => `${name} ${amount}${occurs ? '' : ' absent'}`.replace('  ', ' '))).toEqual([
    'Human 0 ms absent',
    'Agent 1.0 s',
    'Thinking 0 ms absent',
    'Tools 1.0 s',
    'Waiting 0 ms absent',
    'Compaction 0, 0 ms absent',
    'Idle 0 ms absent',
    'Prompt 0 absent',
    'Command 0 absent',
    'Error 1',
    'Refused call 0 absent',
    'Rewind 0 absent',
    'Break 1',
    'Context ',
  ])
})

test('the part in view is taken at its edges or its middle, and never leaves the session', () => {
  const layout = overviewLayout(1016, 42)
  const shown = { from: 200, to: 400 }
  const grip = (x: number): unknown => gripAt(layout, 1000, shown, x)
  expect([100, 208, 300, 408, 500].map(grip)).toEqual([undefined, 'left', 'move', 'right', undefined])
  expect(gripAt(layout, 1000, { from: 0, to: 400 }, 9)).toBe('move')
  fc.assert(
    fc.property(fc.constantFrom('move', 'left', 'right'), fc.integer({ min: -3000, max: 3000 }), (held, pixels) => {
      const next = draggedBy(layout, 1000, shown, held, pixels)
      expect(next.from).toBeGreaterThanOrEqual(0)
      expect(next.to).toBeLessThanOrEqual(1000)
      expect(next.to).toBeGreaterThanOrEqual(next.from)
      if (held === 'move') expect(next.to - next.from).toBeCloseTo(200)
      const centre = centredAt(layout, 1000, shown, pixels)
      expect(centre.to - centre.from).toBeCloseTo(200)
      expect(centre.from).toBeGreaterThanOrEqual(0)
    }),
  )
})
