/** A lane on an axis, as arrays of numbers: every frame reads every span on the screen. */
import type { LaneState } from '../../../app/contract/timeline.ts'
import { joinCompactions } from './join-compactions.ts'
import { latestEndsOf, type LaneIndex } from './lane-index.ts'
import { axisWalk, type TimeAxis } from './time-axis.ts'

export interface PlacedLane extends LaneIndex {
  /** Where each span starts and ends, axis units. */
  readonly starts: Float64Array
  readonly ends: Float64Array
  /** How much each counts where several share a pixel, for each unit of its length. */
  readonly weights: Float64Array
}

/** A compaction is short but always visible; idle time never hides work. */
const weights: Readonly<Record<LaneState, number>> = { compaction: 1e9, human: 1, agent: 1, thinking: 1, tool: 1, waiting: 1, idle: 0.01 }

export const placeLane = (lane: LaneIndex, axis: TimeAxis): PlacedLane => {
  const unitOf = axisWalk(axis)
  const spans = joinCompactions(lane.spans)
  return {
    ...lane,
    spans,
    latestEnds: latestEndsOf(spans),
    starts: Float64Array.from(spans, ({ startAt }) => unitOf(startAt)),
    ends: Float64Array.from(spans, ({ endAt }) => unitOf(endAt)),
    weights: Float64Array.from(spans, ({ state }) => weights[state]),
  }
}
