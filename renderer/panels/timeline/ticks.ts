/** The marks of the time axis: round local times, far enough apart to be read. */
import { toAxis, toTime, type TimeAxis } from './time-axis.ts'
import type { Shown } from './zoom.ts'
import { formatClock, formatClockSeconds, formatDate } from '../../../app/model/format/instant.ts'

interface Tick {
  /** Place on the axis, axis units. */
  readonly unit: number
  readonly at: number
  /** Distance between two marks, milliseconds: decides how the label is written. */
  readonly stepMs: number
  /** True for the first mark of a local day, which is labelled with the date. */
  readonly isNewDay: boolean
}

export interface TickOptions {
  readonly axis: TimeAxis
  readonly shown: Shown
  readonly widthPx: number
  readonly leastPx: number
  /** Offset of local time from UTC at an instant, milliseconds. */
  readonly zoneOffsetMs: (at: number) => number
}

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour
const steps = [
  1,
  2,
  5,
  10,
  20,
  50,
  100,
  200,
  500,
  second,
  2 * second,
  5 * second,
  10 * second,
  15 * second,
  30 * second,
  minute,
  2 * minute,
  5 * minute,
  10 * minute,
  15 * minute,
  30 * minute,
  hour,
  2 * hour,
  3 * hour,
  6 * hour,
  12 * hour,
  day,
  2 * day,
  7 * day,
  14 * day,
  28 * day,
  91 * day,
  364 * day,
] as const

/** The smallest round distance that keeps marks `leastPx` apart. */
export const tickStep = (msPerPx: number, leastPx: number): number => steps.find((step) => step >= msPerPx * leastPx) ?? 364 * day

/** Marks from left to right; inside squeezed gaps there are none. */
export const ticks = (options: TickOptions): readonly Tick[] => {
  const { axis, shown, widthPx, leastPx } = options
  const stepMs = tickStep((shown.to - shown.from) / widthPx, leastPx)
  const found: Tick[] = []
  let lastUnit = -Infinity
  let lastDay: number | undefined
  for (const [from, to] of pieces(axis, shown)) {
    for (let at = firstRound(from, stepMs, options.zoneOffsetMs); at <= to; at = firstRound(at + 1, stepMs, options.zoneOffsetMs)) {
      const unit = toAxis(axis, at)
      if (((unit - lastUnit) / (shown.to - shown.from)) * widthPx < leastPx * 0.6) continue
      const localDay = Math.floor((at + options.zoneOffsetMs(at)) / day)
      found.push({ unit, at, stepMs, isNewDay: localDay !== lastDay })
      lastUnit = unit
      lastDay = localDay
    }
  }
  return found
}

/** Stretches of real time between the squeezed gaps that are on screen. */
const pieces = (axis: TimeAxis, shown: Shown): readonly (readonly [number, number])[] => {
  const cuts = axis.squeezes.filter((squeeze) => squeeze.end > shown.from && squeeze.start < shown.to)
  const starts = [toTime(axis, shown.from), ...cuts.map((squeeze) => squeeze.gap.endAt)]
  const ends = [...cuts.map((squeeze) => squeeze.gap.startAt), toTime(axis, shown.to)]
  return starts.map((start, place): readonly [number, number] => [start, ends[place] ?? start])
}

/** The first instant from `at` on that is a whole multiple of the step in local time. */
const firstRound = (at: number, stepMs: number, zoneOffsetMs: (at: number) => number): number => {
  const offset = zoneOffsetMs(at)
  const round = Math.ceil((at + offset) / stepMs) * stepMs - offset
  // Where the clocks change in between, the offset of the mark itself decides.
  const corrected = round + offset - zoneOffsetMs(round)
  return corrected >= at ? corrected : round
}

/** Time of day as fine as the marks are; days as dates. */
export const tickLabel = ({ at, stepMs }: Tick): string => {
  if (stepMs >= 86_400_000) return formatDate(at)
  if (stepMs >= 60_000) return formatClock(at)
  if (stepMs >= 1000) return formatClockSeconds(at)
  return `${formatClockSeconds(at)}.${String(new Date(at).getMilliseconds()).padStart(3, '0')}`
}
