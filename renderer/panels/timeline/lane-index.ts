/** A lane prepared for drawing: its spans and events are found by time without reading all of them. */
import type { Lane, LaneSpan, TimelineEvent, TimelineView } from '../../../app/contract/timeline.ts'
import { laneMarks, type Mark } from './lane-marks.ts'

export type LaneFacts = Pick<TimelineView, 'lanes' | 'events' | 'compactions' | 'rewinds'>

export interface LaneIndex extends Pick<Lane, 'chain' | 'label' | 'calledBy'> {
  /** How many calls of sub-agents lie between it and the main chain. */
  readonly depth: number
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

/** Lanes below the lane of the call that started them, in the order of their beginning; one without a known call is below the main lane. */
const nested = (lanes: readonly Lane[]): readonly { readonly lane: Lane; readonly depth: number }[] => {
  const [main, ...agents] = lanes
  if (main === undefined) return []
  const known = new Set(lanes.map(({ chain }) => chain))
  const parentOf = ({ chain, calledBy }: Lane): string =>
    calledBy === null || calledBy.chain === chain || !known.has(calledBy.chain) ? main.chain : calledBy.chain
  const placed = new Set<Lane>()
  const below = (parent: Lane, depth: number): readonly { readonly lane: Lane; readonly depth: number }[] => {
    placed.add(parent)
    const own = agents.filter((lane) => !placed.has(lane) && parentOf(lane) === parent.chain)
    return [{ lane: parent, depth }, ...own.flatMap((lane) => below(lane, depth + 1))]
  }
  const tree = below(main, 0)
  // Chains that call each other in a circle lead to no main lane.
  return [...tree, ...agents.filter((lane) => !placed.has(lane)).map((lane) => ({ lane, depth: 1 }))]
}

/** The lanes with their events and marks; events of unknown chains are in no lane. */
export const laneIndexes = ({ lanes, events, compactions, rewinds }: LaneFacts): readonly LaneIndex[] => {
  const byChain = new Map<string, TimelineEvent[]>(lanes.map((lane) => [lane.chain, []]))
  for (const event of events) byChain.get(event.chain)?.push(event)
  return nested(lanes).map(({ lane: { chain, label, calledBy, spans: unordered }, depth }) => {
    const spans = [...unordered].sort((a, b) => a.startAt - b.startAt)
    const own = (byChain.get(chain) ?? []).sort((a, b) => a.at - b.at)
    return {
      chain,
      label,
      calledBy,
      depth,
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
