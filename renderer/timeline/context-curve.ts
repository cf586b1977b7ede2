/** The curve of the context's size: a step per reply, thinned to what the screen can show. */

export interface ContextPoint {
  readonly at: number
  readonly tokens: number
}

/** What one pixel column shows: the sizes it enters and leaves with, and the extremes between. */
export interface CurveColumn {
  readonly x: number
  readonly low: number
  readonly high: number
  readonly last: number
}

/** One column per pixel that holds a point, from left to right, and the nearest point beyond each side of the screen. */
export const contextCurve = (points: readonly ContextPoint[], pixelOf: (at: number) => number, widthPx: number): readonly CurveColumn[] => {
  const columns: CurveColumn[] = []
  let before: CurveColumn | undefined
  for (const point of points) {
    const x = Math.floor(pixelOf(point.at))
    if (x < 0) {
      before = { x: -1, low: point.tokens, high: point.tokens, last: point.tokens }
      continue
    }
    const column = columns.at(-1)
    if (column?.x === x) {
      columns[columns.length - 1] = {
        x,
        low: Math.min(column.low, point.tokens),
        high: Math.max(column.high, point.tokens),
        last: point.tokens,
      }
    } else {
      columns.push({ x, low: point.tokens, high: point.tokens, last: point.tokens })
    }
    if (x > widthPx) break
  }
  return before === undefined ? columns : [before, ...columns]
}

/** A round number of tokens not below the largest size, for the top of the scale. */
export const scaleTop = (points: readonly ContextPoint[]): number => {
  const most = points.reduce((high, point) => Math.max(high, point.tokens), 0)
  const magnitude = 10 ** Math.floor(Math.log10(Math.max(1, most)))
  return ([1, 2, 2.5, 5, 10].find((factor) => factor * magnitude >= most) ?? 10) * magnitude
}
