/** The curve of the context's size: it holds from reply to reply, and is not known between a compaction and the next one. */

export interface ContextPoint {
  readonly at: number
  readonly tokens: number
}

/** What one pixel column shows: the extremes it passes, and the size it leaves with. */
export interface CurveColumn {
  readonly x: number
  readonly low: number
  readonly high: number
  readonly last: number
}

/** A stretch without a compaction; the last size holds until `endX`. Pixels from the left of the plot. */
export interface CurveRun {
  readonly columns: readonly CurveColumn[]
  readonly endX: number
}

/** Points and cuts in order of time; runs that lie beside the screen are left out. */
export const contextCurve = (
  points: readonly ContextPoint[],
  cutsAt: readonly number[],
  pixelOf: (at: number) => number,
  widthPx: number,
): readonly CurveRun[] => {
  const ends = [...cutsAt, Infinity]
  let first = 0
  return ends.flatMap((cutAt) => {
    let next = first
    while (next < points.length && (points[next]?.at ?? 0) < cutAt) next += 1
    const run = {
      columns: columnsOf(points, first, next, pixelOf, widthPx),
      endX: cutAt === Infinity ? lastX(points, pixelOf) : pixelOf(cutAt),
    }
    first = next
    return run.columns.length === 0 || run.endX < 0 ? [] : [run]
  })
}

const lastX = (points: readonly ContextPoint[], pixelOf: (at: number) => number): number => pixelOf(points.at(-1)?.at ?? 0)

/** One column per pixel that holds a point; points left of the screen are one column there. */
const columnsOf = (
  points: readonly ContextPoint[],
  first: number,
  end: number,
  pixelOf: (at: number) => number,
  widthPx: number,
): readonly CurveColumn[] => {
  const columns: CurveColumn[] = []
  for (let place = first; place < end; place += 1) {
    const point = points[place]
    if (point === undefined) break
    const x = Math.max(-1, Math.floor(pixelOf(point.at)))
    if (x > widthPx) break
    const { tokens } = point
    const column = columns.at(-1)
    if (column?.x !== x) columns.push({ x, low: tokens, high: tokens, last: tokens })
    else if (x < 0) columns[0] = { x, low: tokens, high: tokens, last: tokens }
    else columns[columns.length - 1] = { x, low: Math.min(column.low, tokens), high: Math.max(column.high, tokens), last: tokens }
  }
  return columns
}

/** A round number of tokens not below the largest size, for the top of the scale. */
export const scaleTop = (points: readonly ContextPoint[]): number => {
  const most = points.reduce((high, point) => Math.max(high, point.tokens), 0)
  const magnitude = 10 ** Math.floor(Math.log10(Math.max(1, most)))
  return ([1, 2, 2.5, 5, 10].find((factor) => factor * magnitude >= most) ?? 10) * magnitude
}
