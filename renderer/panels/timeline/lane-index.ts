/** A lane prepared for drawing: its spans and events are found by time without reading all of them. */
import type { LaneSpan, TimelineEvent, TimelineView } from '../../../app/contract/timeline.ts'
import { laneMarks, type Mark } from './lane-marks.ts'

export type LaneFacts = Pick<TimelineView, 'lanes' | 'events' | 'compactions' | 'rewinds'>

export interface LaneIndex {
  readonly chain: string
  readonly label: string
  /** In order of their start. */
  readonly spans: readonly LaneSpan[]
  /** Latest end of the spans up to each one, milliseconds since 1970. */
  readonly latestEnds: Float64Array
  /** The lane's events, in order of time. */
  readonly events: readonly TimelineEvent[]
  /** In order of time. */
  readonly marks: readonly Mark[]
}

/** Latest end of the spans up to each one. */
export const latestEndsOf = (spans: readonly LaneSpan[]): Float64Array => {
  const latestEnds = new Float64Array(spans.length)
  let latest = -Infinity
  for (const [place, span] of spans.entries()) {
    latest = Math.max(latest, span.endAt)
    latestEnds[place] = latest
  }
  return latestEnds
}

/** The lanes with their events and marks; events of unknown chains are in no lane. */
export const laneIndexes = ({ lanes, events, compactions, rewinds }: LaneFacts): readonly LaneIndex[] => {
  const byChain = new Map<string, TimelineEvent[]>(lanes.map((lane) => [lane.chain, []]))
  for (const event of events) byChain.get(event.chain)?.push(event)
  return lanes.map(({ chain, label, spans: unordered }) => {
    const spans = [...unordered].sort((a, b) => a.startAt - b.startAt)
    const own = (byChain.get(chain) ?? []).sort((a, b) => a.at - b.at)
    return {
      chain,
      label,
      spans,
      latestEnds: latestEndsOf(spans),
      events: own,
      marks: laneMarks({ chain, events: own, compactions, rewinds }),
    }
  })
}

/** Place of the first entry for which `isAfter` holds, given that it holds for all that follow; the length when for none. */
export const firstPlace = (length: number, isAfter: (place: number) => boolean): number => {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >> 1
    if (isAfter(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/** Spans that touch the stretch from `fromAt` to `toAt`: the first one, and the one after the last. */
export const visibleSpans = (lane: LaneIndex, fromAt: number, toAt: number): readonly [number, number] => [
  firstPlace(lane.spans.length, (place) => (lane.latestEnds[place] ?? 0) >= fromAt),
  firstPlace(lane.spans.length, (place) => (lane.spans[place]?.startAt ?? 0) > toAt),
]

/** Events or marks, in order of time, from `fromAt` to `toAt`: the first one, and the one after the last. */
export const visibleEvents = (events: readonly { readonly at: number }[], fromAt: number, toAt: number): readonly [number, number] => [
  firstPlace(events.length, (place) => (events[place]?.at ?? 0) >= fromAt),
  firstPlace(events.length, (place) => (events[place]?.at ?? 0) > toAt),
]
