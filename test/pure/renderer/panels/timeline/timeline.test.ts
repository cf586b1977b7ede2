import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Lane, LaneSpan, LaneState } from '../../../../../app/contract/timeline.ts'
import { binSpans } from '../../../../../renderer/panels/timeline/bin-spans.ts'
import { chartLayout, laneAt } from '../../../../../renderer/panels/timeline/chart-layout.ts'
import { contextCurve, scaleTop } from '../../../../../renderer/panels/timeline/context-curve.ts'
import { placeOfHit } from '../../../../../renderer/panels/timeline/event-place.ts'
import { hitAt, neighbourEvent } from '../../../../../renderer/panels/timeline/hit.ts'
import { idleGaps, timeAxis } from '../../../../../renderer/panels/timeline/time-axis.ts'
import { laneIndexes, visibleSpans } from '../../../../../renderer/panels/timeline/lane-index.ts'
import { placeLane, type PlacedLane } from '../../../../../renderer/panels/timeline/placed-lane.ts'
import { rangeFigures } from '../../../../../renderer/panels/timeline/range-figures.ts'
import { tipPlace } from '../../../../../renderer/panels/timeline/tip-place.ts'
import { event, lane, span } from './timeline-facts.ts'

/** On an axis from 0 on. */
const placed = (spans: readonly LaneSpan[], endAt: number): PlacedLane => placeLane(lane(spans), timeAxis(0, endAt, []))

test('only time in which every lane is idle counts as a gap, and only when it is long', () => {
  const lanes = [
    {
      chain: 'main',
      label: '',
      calledBy: null,
      spans: [span('agent', 0, 100), span('idle', 100, 900), span('agent', 900, 1000), span('idle', 1000, 1100), span('tool', 1100, 1200)],
    },
    { chain: 'x', label: '', calledBy: null, spans: [span('tool', 50, 400)] },
  ]
  expect(idleGaps(lanes, 0, 2000, 300)).toEqual([
    { startAt: 400, endAt: 900 },
    { startAt: 1200, endAt: 2000 },
  ])
})

test('spans on screen are found without those that ended before or begin after', () => {
  const spans = Array.from({ length: 1000 }, (_, place) => span('tool', place * 10, place * 10 + 5))
  expect(visibleSpans(lane(spans), 2003, 2047)).toEqual([200, 205])
  expect(visibleSpans(lane([span('agent', 0, 10_000), ...spans]), 2003, 2047)[0]).toBeLessThanOrEqual(1)
})

test('a bar is drawn per pixel at most, however many spans there are, and a compaction is never lost', () => {
  const states: readonly LaneState[] = ['human', 'agent', 'thinking', 'tool', 'idle']
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom(...states), fc.integer({ min: 1, max: 400 })), { minLength: 1, maxLength: 300 }),
      fc.integer({ min: 0, max: 299 }),
      (parts, compactAt) => {
        let at = 0
        const spans = parts.map(([state, length], place) => span(place === compactAt ? 'compaction' : state, at, (at += length)))
        const bars = binSpans({
          lane: placed(spans, at),
          first: 0,
          end: spans.length,
          pixelOfUnit: (unit) => (unit / at) * 120,
          widthPx: 120,
        })
        expect(bars.length).toBeLessThanOrEqual(2 * 120 + 2)
        for (const bar of bars) {
          expect(bar.left).toBeGreaterThanOrEqual(0)
          expect(bar.right).toBeLessThanOrEqual(121)
        }
        expect(bars.some((bar) => bar.state === 'compaction')).toBe(compactAt < parts.length)
      },
    ),
  )
})

test('spans of one state wider than a pixel are drawn exactly', () => {
  const spans = [span('human', 0, 50), span('agent', 50, 100)]
  expect(binSpans({ lane: placed(spans, 100), first: 0, end: 2, pixelOfUnit: (unit) => unit * 2, widthPx: 200 })).toEqual([
    { left: 0, right: 100, state: 'human' },
    { left: 100, right: 200, state: 'agent' },
  ])
})

test('the context curve is constant between replies and stops at a compaction until the next reply', () => {
  const points = [
    { at: 0, tokens: 10 },
    { at: 50, tokens: 20 },
    { at: 90, tokens: 3 },
  ]
  expect(contextCurve(points, [70], (at) => at, 100)).toEqual([
    {
      columns: [
        { x: 0, low: 10, high: 10, last: 10 },
        { x: 50, low: 20, high: 20, last: 20 },
      ],
      endX: 70,
    },
    { columns: [{ x: 90, low: 3, high: 3, last: 3 }], endX: 90 },
  ])
})

test('replies that share a pixel are one column with their extremes; what lies left of the screen is its last size', () => {
  const points = [5, 9, 2, 7].map((tokens, place) => ({ at: place / 10, tokens }))
  expect(contextCurve(points, [], (at) => at, 100)[0]?.columns).toEqual([{ x: 0, low: 2, high: 9, last: 7 }])
  expect(contextCurve(points, [], (at) => at * 10 - 2.5, 100)[0]?.columns).toEqual([
    { x: -1, low: 2, high: 2, last: 2 },
    { x: 0, low: 7, high: 7, last: 7 },
  ])
})

test('the scale of the curve ends at a round number', () => {
  expect([[], [1], [130_000], [200_001], [99_999]].map((tokens) => scaleTop(tokens.map((each) => ({ at: 0, tokens: each }))))).toEqual([
    1, 1, 200_000, 250_000, 100_000,
  ])
})

test('the pointer finds the event next to it, and a compaction before the long stretch around it', () => {
  const index = lane(
    [span('human', 0, 1000, 'ctx-a'), span('compaction', 500, 502, 'ctx-b')],
    [event(300, 'prompt', { commitId: 'ctx-a' })],
  )
  expect(hitAt(index, 304, 5)).toMatchObject({ event: { at: 300 }, span: { state: 'human' } })
  expect(hitAt(index, 504, 5)).toMatchObject({ event: undefined, span: { commitId: 'ctx-b' } })
  expect(hitAt(index, 1200, 5)).toBe(undefined)
})

test('stepping goes from event to event and stops at the ends', () => {
  const index = lane([], [event(100, 'prompt'), event(200, 'response'), event(300, 'tool_call')])
  expect(neighbourEvent(index, 100, 1)?.at).toBe(200)
  expect(neighbourEvent(index, 200, -1)?.at).toBe(100)
  expect(neighbourEvent(index, 300, 1)).toBe(undefined)
  expect(neighbourEvent(index, 100, -1)).toBe(undefined)
})

test('a range counts the time and events inside it, stretches at its edges in part', () => {
  const index = lane(
    [span('human', 0, 100), span('tool', 100, 200)],
    [
      event(50, 'prompt', { class: 'human_prompt' }),
      event(60, 'prompt', { class: 'task_notification' }),
      event(70, 'prompt', { class: 'command' }),
      event(150, 'tool_call'),
      event(160, 'tool_result', { isError: true }),
      event(170, 'tool_result', { isRefused: true }),
      event(190, 'response'),
    ],
  )
  const usage = [
    { at: null, readTokens: 5, writtenTokens: 1 },
    { at: 60, readTokens: 1000, writtenTokens: 20 },
    { at: 190, readTokens: 2000, writtenTokens: 30 },
  ]
  const marks = { prompt: 1, command: 1, error: 1, refused: 1, compaction: 0, rewind: 0 }
  expect(rangeFigures([index], 50, 180, usage)).toEqual({
    durationMs: 130,
    activeMs: 80,
    states: { human: 50, agent: 0, thinking: 0, tool: 80, waiting: 0, compaction: 0, idle: 0 },
    marks,
    events: 6,
    replies: 0,
    toolCalls: 1,
    readTokens: 1000,
    writtenTokens: 20,
  })
  expect(rangeFigures([index], -Infinity, Infinity, usage)).toMatchObject({
    marks,
    events: 7,
    replies: 1,
    readTokens: 3005,
    writtenTokens: 51,
  })
})

test('every lane of the chart is found by its vertical position, and no lane in the space between', () => {
  const layout = chartLayout({ width: 1000, height: 400, laneCount: 5, hasCurve: true })
  expect(layout.laneTops.map((top, place) => laneAt(layout, top + (layout.laneHeights[place] ?? 0) / 2))).toEqual([0, 1, 2, 3, 4])
  expect(laneAt(layout, layout.curveTop)).toBe(undefined)
  expect(laneAt(layout, layout.height + 100)).toBe(undefined)
  expect(chartLayout({ width: 1000, height: 400, laneCount: 5, hasCurve: false }).height).toBeLessThan(layout.height)
})

test('lanes take the height that is in view, and no more than makes them readable', () => {
  const least = chartLayout({ width: 1000, height: 100, laneCount: 5, hasCurve: true })
  const filled = chartLayout({ width: 1000, height: 400, laneCount: 5, hasCurve: true })
  const most = chartLayout({ width: 1000, height: 5000, laneCount: 5, hasCurve: true })
  expect(filled.height).toBeGreaterThan(390)
  expect(filled.height).toBeLessThanOrEqual(400)
  for (const lane of [0, 4]) {
    expect(filled.laneHeights[lane]).toBeGreaterThan(least.laneHeights[lane] ?? 0)
    expect(most.laneHeights[lane]).toBeGreaterThan(filled.laneHeights[lane] ?? 0)
  }
  expect(most.height).toBeLessThan(500)
})

test('the lane of a sub-agent is below the lane of the call that started it', () => {
  const called = (chain: string, by: string | null): Lane => ({
    chain,
    label: chain,
    spans: [],
    calledBy: by === null ? null : { chain: by, at: 0 },
  })
  const order = (...lanes: readonly Lane[]) =>
    laneIndexes({ lanes, events: [], compactions: [], rewinds: [] }).map(({ chain, depth }) => `${chain} ${depth}`)
  expect(order(called('main', null), called('a', 'main'), called('b', 'main'), called('c', 'a'), called('d', null))).toEqual([
    'main 0',
    'a 1',
    'c 2',
    'b 1',
    'd 1',
  ])
  // Records of other chains may name calls that start each other, or chains that are not there.
  expect(order(called('main', null), called('a', 'b'), called('b', 'a'), called('c', 'absent'), called('d', 'd'))).toEqual([
    'main 0',
    'c 1',
    'd 1',
    'a 1',
    'b 1',
  ])
})

test('the label next to the pointer is on the side with room', () => {
  const box = { width: 1000, height: 400 }
  expect(tipPlace({ x: 900, y: 30 }, box)).toEqual({ right: 114, top: 44 })
  expect(tipPlace({ x: 100, y: 390 }, box)).toEqual({ left: 114, bottom: 24 })
})

test('the label under the pointer names the record of its event; inside a span, that of the last event before', () => {
  const index = lane(
    [span('tool', 100, 900, 'ctx-a'), span('idle', 900, 5000, 'ctx-a')],
    [event(100, 'tool_call', { commitId: 'ctx-a', line: 7 }), event(900, 'tool_result', { commitId: 'ctx-a', line: 8, source: 1 })],
  )
  const placeAt = (at: number): unknown => {
    const hit = hitAt(index, at, 5)
    return hit && placeOfHit(hit, at, ['src-one', 'src-two'])
  }
  expect(placeAt(102)).toEqual({ commitId: 'ctx-a', record: 'src-one:7' })
  expect(placeAt(500)).toEqual({ commitId: 'ctx-a', record: 'src-one:7' })
  expect(placeAt(2000)).toEqual({ commitId: 'ctx-a', record: 'src-two:8' })
})

test('a span whose events are of another commit names its commit alone', () => {
  const index = lane([span('human', 100, 900, 'ctx-b')], [event(100, 'response', { commitId: 'ctx-a' })])
  const hit = hitAt(index, 400, 5)
  expect(hit && placeOfHit(hit, 400, ['src-one'])).toEqual({ commitId: 'ctx-b', record: undefined })
})

test('a span that ends in the next commit names that commit’s first record', () => {
  const index = lane(
    [span('human', 100, 900, 'ctx-b')],
    [event(100, 'response', { commitId: 'ctx-a' }), event(900, 'prompt', { commitId: 'ctx-b', line: 9 })],
  )
  const hit = hitAt(index, 400, 5)
  expect(hit && placeOfHit(hit, 400, ['src-one'])).toEqual({ commitId: 'ctx-b', record: 'src-one:9' })
})
