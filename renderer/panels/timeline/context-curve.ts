/** The curve of the context's size: constant from one reply to the next, not available from a compaction to the next reply. */
import { firstPlace } from './lane-index.ts'

export interface ContextPoint {
  readonly at: number
  readonly tokens: number
}

/** One pixel column of the curve: the extremes within it, and the size at its end. */
export interface CurveColumn {
  readonly x: number
  readonly low: number
  readonly high: number
  readonly last: number
}

/** A stretch without a compaction; the last size is drawn until `endX`. Pixels from the left of the plot. */
export interface CurveRun {
  readonly columns: readonly CurveColumn[]
  readonly endX: number
}

/** Points and cuts in order of time; runs outside the screen are excluded. */
export const contextCurve = (
  points: readonly ContextPoint[],
  cutsAt: readonly number[],
  pixelOf: (at: number) => number,
  widthPx: number,
): readonly CurveRun[] => {
  const ends = [...cutsAt, Infinity]
  let first = 0
  return ends.flatMap((cutAt) => {
    const next = Math.max(
      first,
      firstPlace(points.length, (place) => (points[place]?.at ?? 0) >= cutAt),
    )
    const run = {
      columns: columnsOf(points, first, next, pixelOf, widthPx),
      endX: cutAt === Infinity ? lastX(points, pixelOf) : pixelOf(cutAt),
    }
    first = next
    return run.columns.length === 0 || run.endX < 0 ? [] : [run]
  })
}

/** A column to which points are still added. */
type Widening = { -readonly [Key in keyof CurveColumn]: CurveColumn[Key] }

const lastX = (points: readonly ContextPoint[], pixelOf: (at: number) => number): number => pixelOf(points.at(-1)?.at ?? 0)

/** One column per pixel that contains a point; the last of the points left of the screen is one column there. */
const columnsOf = (
  points: readonly ContextPoint[],
  first: number,
  end: number,
  pixelOf: (at: number) => number,
  widthPx: number,
): readonly CurveColumn[] => {
  const columns: Widening[] = []
  let column: Widening | undefined
  const onScreen = firstPlace(points.length, (place) => pixelOf(points[place]?.at ?? 0) >= 0)
  for (let place = Math.max(first, Math.min(onScreen, end) - 1); place < end; place += 1) {
    const point = points[place]
    if (point === undefined) break
    const x = Math.max(-1, Math.floor(pixelOf(point.at)))
    if (x > widthPx) break
    const { tokens } = point
    if (column?.x === x) {
      column.low = Math.min(column.low, tokens)
      column.high = Math.max(column.high, tokens)
      column.last = tokens
    } else columns.push((column = { x, low: tokens, high: tokens, last: tokens }))
  }
  return columns
}

/** A round number of tokens not below the largest size, for the top of the scale. */
export const scaleTop = (points: readonly ContextPoint[]): number => {
  const most = points.reduce((high, point) => Math.max(high, point.tokens), 0)
  const magnitude = 10 ** Math.floor(Math.log10(Math.max(1, most)))
  return ([1, 2, 2.5, 5, 10].find((factor) => factor * magnitude >= most) ?? 10) * magnitude
}

/** The last reply at or before an instant; undefined: there is none. */
export const replyAt = <Point extends ContextPoint>(points: readonly Point[], at: number): Point | undefined =>
  points[firstPlace(points.length, (place) => (points[place]?.at ?? 0) > at) - 1]

/** The size at an instant; undefined: a compaction came after the last reply before it. `before`: the instant is before the first reply. */
export const sizeAt = (points: readonly ContextPoint[], cutsAt: readonly number[], at: number): number | undefined | 'before' => {
  const point = replyAt(points, at)
  if (point === undefined) return 'before'
  return cutsAt.some((cutAt) => cutAt > point.at && cutAt <= at) ? undefined : point.tokens
}
