/** Finds the event next to the pointer, else the span around it. */
import type { LaneSpan, TimelineEvent } from '../../../app/contract/timeline.ts'
import { firstPlace, visibleSpans, type LaneIndex } from './lane-index.ts'

export interface Hit {
  readonly lane: LaneIndex
  readonly span: LaneSpan | undefined
  readonly event: TimelineEvent | undefined
}

/** `toleranceMs`: how far from an event the pointer may be and still select it. */
export const hitAt = (lane: LaneIndex, at: number, toleranceMs: number): Hit | undefined => {
  const span = spanAt(lane, at, toleranceMs)
  const event = nearestEvent(lane, at, toleranceMs)
  return span === undefined && event === undefined ? undefined : { lane, span, event }
}

/** The shortest span around the instant, so that a compaction inside a long stretch is found. */
const spanAt = (lane: LaneIndex, at: number, toleranceMs: number): LaneSpan | undefined => {
  const [first, end] = visibleSpans(lane, at - toleranceMs, at + toleranceMs)
  let best: LaneSpan | undefined
  for (let place = first; place < Math.min(end, first + 400); place += 1) {
    const span = lane.spans[place]
    if (span === undefined || span.endAt < at - toleranceMs) continue
    if (best === undefined || distance(span, at) < distance(best, at)) best = span
  }
  return best
}

const distance = (span: LaneSpan, at: number): number => {
  const away = at < span.startAt ? span.startAt - at : Math.max(0, at - span.endAt)
  return span.state === 'compaction' ? away - 1e12 : away * 1e6 + (span.endAt - span.startAt) / 1e6
}

const nearestEvent = (lane: LaneIndex, at: number, toleranceMs: number): TimelineEvent | undefined => {
  const next = firstPlace(lane.events.length, (place) => (lane.events[place]?.at ?? 0) >= at)
  const candidates = [lane.events[next - 1], lane.events[next]].filter((event) => event !== undefined)
  const near = candidates.filter((event) => Math.abs(event.at - at) <= toleranceMs)
  return near.sort((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at))[0]
}

/** The last event of a lane at or before an instant. */
export const eventBefore = (lane: LaneIndex, at: number): TimelineEvent | undefined =>
  lane.events[firstPlace(lane.events.length, (place) => (lane.events[place]?.at ?? 0) > at) - 1]

/** The event after (`step` 1) or before (`step` -1) an instant in a lane. */
export const neighbourEvent = (lane: LaneIndex, at: number, step: 1 | -1): TimelineEvent | undefined =>
  step === 1
    ? lane.events[firstPlace(lane.events.length, (place) => (lane.events[place]?.at ?? 0) > at)]
    : lane.events[firstPlace(lane.events.length, (place) => (lane.events[place]?.at ?? 0) >= at) - 1]
