import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Rewind, TimelineEvent } from '../../../../../app/contract/timeline.ts'
import { placeOfPick } from '../../../../../renderer/panels/timeline/event-place.ts'
import { eventWords, markWords, pickWords, spoken } from '../../../../../renderer/panels/timeline/event-words.ts'
import { overviewLayout, overviewStretch, overviewUnit, overviewX } from '../../../../../renderer/panels/timeline/overview-layout.ts'
import { refreshPick, pickAt, pickByKey, readableEvents, type Pick } from '../../../../../renderer/panels/timeline/pick-event.ts'
import { timeAxis } from '../../../../../renderer/panels/timeline/time-axis.ts'
import { event, lane } from './timeline-facts.ts'

const rewind: Rewind = {
  at: 500,
  chain: 'main',
  commitId: 'ctx-c',
  label: 'The other way.',
  fromAt: 200,
  leftCommitId: 'ctx-b',
  leftRef: 'rewind/s/1',
}
const compaction = { at: 700, trigger: 'auto', preTokens: 157_000, commitId: 'ctx-d' }
const index = lane(
  [],
  [
    event(100, 'prompt', { class: 'human_prompt', commitId: 'ctx-a', line: 1, label: 'Do it.' }),
    event(200, 'response', { commitId: 'ctx-a', line: 2 }),
    event(300, 'tool_result', { commitId: 'ctx-b', line: 5, isError: true, label: 'Bash' }),
    event(320, 'tool_result', { commitId: 'ctx-b', line: 6, isRefused: true, label: 'Bash' }),
    event(400, 'metric'),
    event(499, 'system', { commitId: 'ctx-c', line: 8 }),
    event(500, 'prompt', { class: 'human_prompt', commitId: 'ctx-c', line: 9 }),
    event(650, 'prompt', { class: 'command', commitId: 'ctx-c', line: 11 }),
    event(700, 'system', { class: 'compaction', commitId: 'ctx-d', line: 12 }),
  ],
  { rewinds: [rewind], compactions: [compaction] },
)
const readable = readableEvents(index)
const at = (x: number): Pick | undefined => pickAt({ lane: index, readable, pixelOf: (instant) => instant / 10 }, x)

test('a lane marks each prompt, command, error, refused call, compaction and rewind once, in order of time', () => {
  expect(index.marks.map((mark) => `${mark.at} ${mark.kind}`)).toEqual([
    '100 prompt',
    '300 error',
    '320 refused',
    '500 prompt',
    '500 rewind',
    '650 command',
    '700 compaction',
  ])
})

test('a click means a mark within reach, else the nearest event that the reader can show', () => {
  expect(at(13)).toMatchObject({ mark: { kind: 'prompt' }, commitId: 'ctx-a' })
  expect(at(19)).toMatchObject({ mark: undefined, event: { at: 200 } })
  expect(at(40)).toMatchObject({ event: { at: 320 } })
  expect(at(-500)?.event?.at).toBe(100)
  expect(at(9000)).toMatchObject({ event: { at: 700 } })
  expect(pickAt({ lane: lane([]), readable: [], pixelOf: (instant) => instant }, 3)).toBe(undefined)
})

test('a mark leads to the record of its event: a rewind to the prompt of its branch, a compaction to its boundary', () => {
  const place = (kind: string): unknown => {
    const mark = index.marks.find((each) => each.kind === kind)
    const pick = mark && pickAt({ lane: { ...index, marks: [mark] }, readable, pixelOf: (instant) => instant }, mark.at)
    return pick && placeOfPick(pick, ['src-one'])
  }
  expect(place('rewind')).toEqual({ commitId: 'ctx-c', record: 'src-one:9' })
  expect(place('compaction')).toEqual({ commitId: 'ctx-d', record: 'src-one:12' })
  expect(place('refused')).toEqual({ commitId: 'ctx-b', record: 'src-one:6' })
})

test('keys step through every event, page keys through the marks, and both hold at the ends', () => {
  const walk = (keys: readonly string[]): readonly (number | undefined)[] => {
    let pick: Pick | undefined
    return keys.map((key) => (pick = pickByKey(key, index, readable, pick) ?? pick)?.at)
  }
  expect(walk(['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft'])).toEqual([100, 200, 300, 200, 100, 100])
  expect(walk(['PageDown', 'PageDown', 'PageDown', 'PageDown', 'PageUp', 'End', 'ArrowRight', 'Home'])).toEqual([
    100, 300, 320, 500, 320, 700, 700, 100,
  ])
  expect(walk(['ArrowLeft'])).toEqual([700])
  expect(pickByKey('x', index, readable, undefined)).toBe(undefined)
})

test('events at the same instant are all reached by the arrow keys', () => {
  const same = lane(
    [],
    [1, 2, 3].map((line) => event(100, 'tool_call', { line, commitId: 'ctx-a' })),
  )
  let pick: Pick | undefined
  const lines = Array.from({ length: 3 }, () => (pick = pickByKey('ArrowRight', same, readableEvents(same), pick))?.event?.line)
  expect(lines).toEqual([1, 2, 3])
})

test('an event that was picked is found again when the events were asked for again, also among equal ones', () => {
  const twins = [1, 2, 3].map(() => event(310, 'tool_call', { line: 5, commitId: 'ctx-b', label: 'ls' }))
  const earlier = [...readable.slice(0, 3), ...twins, ...readable.slice(3)]
  const again = structuredClone(earlier)
  const picked = (at: number, among: readonly TimelineEvent[]): Pick | undefined => {
    const found = among[at]
    return found && { at: found.at, commitId: 'ctx-b', event: found, mark: undefined }
  }
  for (const at of earlier.keys()) {
    const pick = picked(at, earlier)
    const found = pick && refreshPick(pick, earlier, again).event
    expect(found && again.indexOf(found)).toBe(at)
  }
  // Without the event, keys step on from its instant.
  const pick = picked(4, earlier)
  const gone = again.filter(({ label }) => label !== 'ls')
  expect(pick && pickByKey('ArrowRight', index, gone, refreshPick(pick, earlier, gone))?.at).toBe(320)
})

test('an event says its kind, its text, its time and how long it took; a refused call is no error', () => {
  const [, , failed, refused] = index.events
  const slow = failed && { ...failed, durationMs: 4200 }
  expect(slow && eventWords(slow)).toMatchObject({ title: 'Failed tool result', text: 'Bash', isError: true })
  expect(slow && eventWords(slow).detail).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d · took 4\.2 s$/)
  expect(refused && eventWords(refused)).toMatchObject({ title: 'Refused call', isError: false })
  const first = at(10)
  expect(first && spoken(pickWords(first))).toMatch(/^Prompt, Do it\., \d{4}-/)
})

test('a rewind says what it begins with, where it went back to and which branch it left; a compaction its cause and size', () => {
  const words = index.marks.map(markWords)
  expect(words.find(({ title }) => title === 'Rewind')).toMatchObject({ text: 'The other way.' })
  expect(words.find(({ title }) => title === 'Rewind')?.detail).toMatch(/· back to .* · left branch: rewind\/s\/1$/)
  expect(words.find(({ title }) => title === 'Compaction')).toMatchObject({ text: 'Auto, 157k tokens before' })
})

test('a point of the strip leads to its place on the axis and back, and its ends are the ends of the session', () => {
  fc.assert(
    fc.property(fc.integer({ min: 40, max: 3000 }), fc.double({ min: 0, max: 1, noNaN: true }), (width, share) => {
      const layout = overviewLayout(width, 56)
      expect(overviewUnit(layout, 1000, overviewX(layout, 1000, share * 1000))).toBeCloseTo(share * 1000)
      expect(overviewUnit(layout, 1000, -5)).toBe(0)
      expect(overviewUnit(layout, 1000, width + 5)).toBe(1000)
      const [left, right] = overviewStretch(layout, 1000, share * 1000, share * 1000 + 1)
      expect(right - left).toBeGreaterThanOrEqual(6)
      expect(left).toBeGreaterThanOrEqual(0)
      expect(right).toBeLessThanOrEqual(width)
    }),
  )
})

test('many gaps take at most three tenths of the time in which something happened', () => {
  const gaps = Array.from({ length: 500 }, (_, place) => ({
    startAt: place * 10_000_000 + 1_000_000,
    endAt: place * 10_000_000 + 9_000_000,
  }))
  const busy = 500 * 10_000_000 - 500 * 8_000_000
  expect(timeAxis(0, 500 * 10_000_000, gaps).length).toBeCloseTo(busy * 1.3)
})
