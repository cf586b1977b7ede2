/** The horizontal axis of a timeline: real time, with long idle gaps drawn narrow if the reader chooses so. */
import type { Lane } from '../../../app/contract/timeline.ts'

/** A stretch of time in which nothing happened; milliseconds since 1970. */
export interface Gap {
  readonly startAt: number
  readonly endAt: number
}

/** A gap on the axis: the stretch from `start` to `end`, in axis units, represents `gap`. */
export interface Squeeze {
  readonly start: number
  readonly end: number
  readonly gap: Gap
}

/** Axis units are milliseconds from the first record, squeezed gaps counted with their drawn width. */
export interface TimeAxis {
  readonly startAt: number
  readonly endAt: number
  readonly length: number
  readonly squeezes: readonly Squeeze[]
}

/** Width of a squeezed gap, as a share of the time without all gaps. */
const squeezedShare = 0.015
/** The same limit for all gaps together: many gaps are narrower, so that work keeps most of the axis. */
const squeezedShareOfAll = 0.3

/** The least length of an idle stretch that is squeezed, milliseconds. */
const minGapMs = 5 * 60_000

/** The axis of a whole session, its gaps squeezed. */
export const squeezedAxis = (lanes: readonly Lane[], startAt: number, endAt: number): TimeAxis =>
  timeAxis(startAt, endAt, idleGaps(lanes, startAt, endAt, minGapMs))

/** An axis over a session; `gaps` in order of time, not overlapping, inside it. */
export const timeAxis = (startAt: number, endAt: number, gaps: readonly Gap[]): TimeAxis => {
  const busy = endAt - startAt - gaps.reduce((sum, gap) => sum + gap.endAt - gap.startAt, 0)
  const drawn = Math.max(1000, busy * Math.min(squeezedShare, squeezedShareOfAll / Math.max(1, gaps.length)))
  let cut = 0
  const squeezes = gaps.map((gap): Squeeze => {
    const width = Math.min(drawn, gap.endAt - gap.startAt)
    const start = gap.startAt - startAt - cut
    cut += gap.endAt - gap.startAt - width
    return { start, end: start + width, gap }
  })
  return { startAt, endAt, length: Math.max(1, endAt - startAt - cut), squeezes }
}

/** Where an instant lies on the axis. */
export const toAxis = (axis: TimeAxis, at: number): number => {
  const place = placesBefore(axis.squeezes, (squeeze) => squeeze.gap.startAt <= at)
  return unitOf(axis, axis.squeezes[place - 1], at)
}

/** As toAxis, for instants that mostly follow each other: the search for each starts at the place of the one before. */
export const axisWalk = (axis: TimeAxis): ((at: number) => number) => {
  const { squeezes } = axis
  let before: Squeeze | undefined
  let fromAt = Infinity
  let toAt = -Infinity
  return (at) => {
    if (at < fromAt || at >= toAt) {
      const place = placesBefore(squeezes, (squeeze) => squeeze.gap.startAt <= at)
      before = squeezes[place - 1]
      fromAt = before?.gap.startAt ?? -Infinity
      toAt = squeezes[place]?.gap.startAt ?? Infinity
    }
    return unitOf(axis, before, at)
  }
}

/** `before`: the last squeeze that begins no later than the instant. */
const unitOf = (axis: TimeAxis, before: Squeeze | undefined, at: number): number => {
  if (before === undefined) return at - axis.startAt
  const { gap } = before
  if (at >= gap.endAt) return before.end + at - gap.endAt
  return before.start + ((at - gap.startAt) / (gap.endAt - gap.startAt)) * (before.end - before.start)
}

/** The instant at a place on the axis. */
export const toTime = (axis: TimeAxis, unit: number): number => {
  const place = axis.squeezes[placesBefore(axis.squeezes, (squeeze) => squeeze.start <= unit) - 1]
  if (place === undefined) return axis.startAt + unit
  if (unit >= place.end) return place.gap.endAt + unit - place.end
  const share = (unit - place.start) / (place.end - place.start)
  return place.gap.startAt + share * (place.gap.endAt - place.gap.startAt)
}

/** Number of squeezes at the beginning for which `isBefore` is true. */
const placesBefore = (squeezes: readonly Squeeze[], isBefore: (squeeze: Squeeze) => boolean): number => {
  let low = 0
  let high = squeezes.length
  while (low < high) {
    const middle = (low + high) >> 1
    const squeeze = squeezes[middle]
    if (squeeze !== undefined && isBefore(squeeze)) low = middle + 1
    else high = middle
  }
  return low
}

/** Gaps of at least `minMs` between `startAt` and `endAt` in which every lane is idle, in order. */
export const idleGaps = (lanes: readonly Lane[], startAt: number, endAt: number, minMs: number): readonly Gap[] => {
  const busy = lanes.flatMap((lane) => lane.spans.filter((span) => span.state !== 'idle')).sort((a, b) => a.startAt - b.startAt)
  const gaps: Gap[] = []
  let reached = startAt
  const close = (until: number): void => {
    if (until - reached >= minMs) gaps.push({ startAt: reached, endAt: until })
  }
  for (const span of busy) {
    close(Math.min(span.startAt, endAt))
    reached = Math.max(reached, span.endAt)
  }
  close(endAt)
  return gaps
}
