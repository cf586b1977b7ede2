/** Finds the stretches in which no lane is busy. */
import type { Lane } from '../../../app/contract/timeline.ts'
import type { Gap } from './time-axis.ts'

/** Gaps of at least `leastMs` between `startAt` and `endAt` in which every lane is idle, in order. */
export const idleGaps = (lanes: readonly Lane[], startAt: number, endAt: number, leastMs: number): readonly Gap[] => {
  const busy = lanes.flatMap((lane) => lane.spans.filter((span) => span.state !== 'idle')).sort((a, b) => a.startAt - b.startAt)
  const gaps: Gap[] = []
  let reached = startAt
  const close = (until: number): void => {
    if (until - reached >= leastMs) gaps.push({ startAt: reached, endAt: until })
  }
  for (const span of busy) {
    close(Math.min(span.startAt, endAt))
    reached = Math.max(reached, span.endAt)
  }
  close(endAt)
  return gaps
}
