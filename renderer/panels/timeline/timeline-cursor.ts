/** The cursor of the timeline: an event of a lane. Steps go from event to event, also among those of one instant. */
import type { TimelineEvent } from '../../../app/contract/timeline.ts'
import { firstPlace, type LaneIndex } from './lane-index.ts'

export interface Cursor {
  /** Place among the lanes. */
  readonly lane: number
  /** Place among the events of the lane. */
  readonly event: number
}

export const cursorEvent = (lanes: readonly LaneIndex[], cursor: Cursor | undefined): TimelineEvent | undefined =>
  cursor === undefined ? undefined : lanes[cursor.lane]?.events[cursor.event]

const placed = (lanes: readonly LaneIndex[], lane: number, event: number): Cursor | undefined => {
  const length = lanes[lane]?.events.length ?? 0
  return length === 0 ? undefined : { lane, event: Math.max(0, Math.min(length - 1, event)) }
}

const firstAfter = ({ events }: LaneIndex, at: number): number => firstPlace(events.length, (place) => (events[place]?.at ?? 0) >= at)

/** The next or previous event; without a cursor the first one at or after `fromAt`, or the last one before `toAt`. */
export const stepCursor = (
  lanes: readonly LaneIndex[],
  cursor: Cursor | undefined,
  step: 1 | -1,
  [fromAt, toAt]: readonly [number, number],
): Cursor | undefined => {
  const [main] = lanes
  if (cursor !== undefined) return placed(lanes, cursor.lane, cursor.event + step)
  return main === undefined ? undefined : placed(lanes, 0, step === 1 ? firstAfter(main, fromAt) : firstAfter(main, toAt + 1) - 1)
}

const distance = (lane: LaneIndex, place: number, at: number): number => {
  const event = lane.events[place]
  return event === undefined ? Infinity : Math.abs(event.at - at)
}

/** The event of a lane that is nearest to an instant. */
export const cursorNear = (lanes: readonly LaneIndex[], lane: number, at: number): Cursor | undefined => {
  const index = lanes[lane]
  if (index === undefined) return undefined
  const next = firstAfter(index, at)
  return placed(lanes, lane, distance(index, next, at) <= distance(index, next - 1, at) ? next : next - 1)
}

/** The nearest event of the next lane below (`step` 1) or above (`step` -1) that has events; the cursor itself when there is none. */
export const changeLane = (lanes: readonly LaneIndex[], cursor: Cursor, step: 1 | -1): Cursor => {
  const at = cursorEvent(lanes, cursor)?.at ?? 0
  for (let lane = cursor.lane + step; lane >= 0 && lane < lanes.length; lane += step) {
    const next = cursorNear(lanes, lane, at)
    if (next !== undefined) return next
  }
  return cursor
}

/** The place of an event that was clicked. */
export const cursorOf = (lanes: readonly LaneIndex[], lane: LaneIndex, event: TimelineEvent): Cursor | undefined => {
  const place = lanes.findIndex(({ chain }) => chain === lane.chain)
  return place === -1 ? undefined : placed(lanes, place, lane.events.indexOf(event))
}
