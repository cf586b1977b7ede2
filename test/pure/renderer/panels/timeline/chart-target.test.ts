import { expect, test } from 'vitest'
import type { Rewind, TimelineView } from '../../../../../app/contract/timeline.ts'
import { chartLayout } from '../../../../../renderer/panels/timeline/chart-layout.ts'
import { targetAt, xOf, type Target } from '../../../../../renderer/panels/timeline/chart-target.ts'
import type { ChartScene } from '../../../../../renderer/panels/timeline/draw-chart.ts'
import { destinationOf } from '../../../../../renderer/panels/timeline/event-place.ts'
import { laneIndexes } from '../../../../../renderer/panels/timeline/lane-index.ts'
import { placeLane } from '../../../../../renderer/panels/timeline/placed-lane.ts'
import { leadsToReader, targetWords } from '../../../../../renderer/panels/timeline/target-words.ts'
import { squeezedAxis } from '../../../../../renderer/panels/timeline/time-axis.ts'
import { event, span } from './timeline-facts.ts'

const minute = 60_000
const rewind: Rewind = {
  at: 4 * minute,
  chain: 'main',
  commitId: 'ctx-b',
  label: 'another way',
  fromAt: 0,
  leftCommitId: 'ctx-a',
  leftRef: 'rewind/s/1',
}
const timeline: TimelineView = {
  sessionId: 's',
  startAt: 0,
  endAt: 130 * minute,
  lanes: [
    {
      chain: 'main',
      label: 'main',
      calledBy: null,
      spans: [
        span('agent', 0, 5 * minute, 'ctx-a'),
        span('idle', 5 * minute, 125 * minute),
        span('tool', 125 * minute, 130 * minute, 'ctx-b'),
      ],
    },
    { chain: 'agent-1', label: 'Count files', calledBy: { chain: 'main', at: minute }, spans: [span('tool', minute, 2 * minute, 'ctx-x')] },
  ],
  events: [
    event(0, 'prompt', { class: 'human_prompt', commitId: 'ctx-a', line: 1 }),
    event(minute, 'response', { commitId: 'ctx-a', line: 2 }),
    event(1.5 * minute, 'tool_call', { chain: 'agent-1', commitId: 'ctx-x', line: 1, source: 1 }),
    event(2 * minute, 'tool_result', { commitId: 'ctx-a', line: 3, isError: true }),
    event(4 * minute, 'prompt', { class: 'human_prompt', commitId: 'ctx-b', line: 4 }),
    event(130 * minute, 'response', { commitId: 'ctx-b', line: 9 }),
  ],
  sources: ['src-main', 'src-agent'],
  context: [{ at: minute, tokens: 12_345, reply: 1, commitId: 'ctx-a' }],
  compactions: [{ at: 3 * minute, trigger: 'manual', preTokens: 50_000, commitId: 'ctx-c' }],
  rewinds: [rewind],
  usage: [],
  totals: { human: 0, agent: 5 * minute, thinking: 0, tool: 5 * minute, waiting: 0, compaction: 0, idle: 120 * minute },
}

const axis = squeezedAxis(timeline.lanes, 0, 130 * minute)
const layout = chartLayout({ width: 1200, height: 400, laneCount: 2, hasCurve: true })
const scene: ChartScene = {
  timeline,
  scaleTop: 20_000,
  lanes: laneIndexes(timeline).map((lane) => placeLane(lane, axis)),
  axis,
  shown: { from: 0, to: axis.length },
  layout,
  range: undefined,
  commit: undefined,
  cursor: undefined,
  scrollTop: 0,
  viewHeight: 400,
}
const [mainTop = 0, agentTop = 0] = layout.laneTops
const foot = mainTop + (layout.laneHeights[0] ?? 0) - 3
const at = (minutes: number, y: number): Target | undefined => targetAt(scene, { x: xOf(scene, minutes * minute), y })
const readAt = (minutes: number, y: number): unknown => {
  const target = at(minutes, y)
  return target && destinationOf(target, timeline.sources).place
}

test('a click leads to the record of what is there: an event of any lane, an error, a rewind', () => {
  expect(readAt(1, mainTop + 15)).toEqual({ commitId: 'ctx-a', record: 'src-main:2' })
  expect(readAt(1.5, agentTop + 10)).toEqual({ commitId: 'ctx-x', record: 'src-agent:1' })
  expect(readAt(2, foot)).toEqual({ commitId: 'ctx-a', record: 'src-main:3' })
  expect(readAt(4, layout.rareRow)).toEqual({ commitId: 'ctx-b', record: 'src-main:4' })
  expect(readAt(3, layout.rareRow)).toEqual({ commitId: 'ctx-c', record: undefined })
})

test('a click on the context curve leads to what filled the context of the last reply before it', () => {
  for (const minutes of [1, 1.2, 2.5])
    expect(readAt(minutes, layout.curveTop + 20)).toEqual({ commitId: 'ctx-a', record: undefined, reply: 1 })
})

test('a mark is found where it is drawn, also when other events are nearer in time', () => {
  expect(at(0, mainTop)).toMatchObject({ kind: 'mark', mark: { kind: 'prompt' } })
  expect(at(2, foot)).toMatchObject({ kind: 'mark', mark: { kind: 'error' } })
  expect(at(2, mainTop + 15)).toMatchObject({ kind: 'lane', event: { isError: true } })
})

test('a break says how long it is and leads nowhere', () => {
  const target = at(60, mainTop + 10)
  expect(target).toMatchObject({ kind: 'break', gap: { startAt: 5 * minute, endAt: 125 * minute } })
  expect(target && targetWords(target)[0]).toMatchObject({ title: 'Break', text: '2 h of idle time, cut out of the axis' })
  expect(target && leadsToReader(target)).toBe(false)
  expect(readAt(60, mainTop + 10)).toBe(undefined)
})

test('the context curve says its size, none before the first reply, and not known after a compaction', () => {
  const words = (minutes: number): unknown => {
    const target = at(minutes, layout.curveTop + 30)
    return target && targetWords(target)[0]?.text
  }
  expect(words(2.5)).toBe('12,345 tokens')
  expect(words(0.4)).toBe(undefined)
  expect(words(3.4)).toBe('not known until the next reply')
})

test('an event is described with the state around it', () => {
  const target = at(1, mainTop + 15)
  expect(target && targetWords(target).map(({ title }) => title)).toEqual(['Response', 'Agent'])
})

test('both ends of the session are inside the chart, with room for a mark', () => {
  expect(xOf(scene, 0)).toBe(layout.gutter + layout.edge)
  expect(xOf(scene, 130 * minute)).toBeCloseTo(1200 - layout.edge)
  expect(at(130, mainTop + 20)).toMatchObject({ kind: 'lane', event: { line: 9 } })
})

test('little height makes the curve lower, so that the main lane is in view', () => {
  const low = chartLayout({ width: 900, height: 130, laneCount: 3, hasCurve: true })
  expect((low.laneTops[0] ?? 0) + (low.laneHeights[0] ?? 0)).toBeLessThanOrEqual(130)
  expect(low.curveBottom - low.curveTop).toBeGreaterThanOrEqual(28)
})
