/** Where the parts of the timeline lie, from top to bottom; all in pixels. */

export interface ChartLayout {
  /** Width of the names on the left; the plot is to the right of it. */
  readonly gutter: number
  /** Room at both ends of the plot, so that bars and marks there are whole. */
  readonly edge: number
  readonly plotLeft: number
  readonly plotWidth: number
  readonly axisBottom: number
  /** Marks of compactions and rewinds, whose lines go down to the main lane. */
  readonly rareRow: number
  readonly curveTop: number
  readonly curveBottom: number
  readonly lanesTop: number
  readonly laneTops: readonly number[]
  readonly laneHeights: readonly number[]
  readonly height: number
}

const edge = 8
const axisHeight = 24
const minCurveHeight = 28
/** Least and largest heights: what is in view is used, lanes that do not fit scroll. */
const curveHeights = [72, 160] as const
const mainHeights = [34, 90] as const
const agentHeights = [20, 36] as const
const gap = 6
const rareHeight = 14

export interface ChartSize {
  readonly width: number
  /** Height that is in view. */
  readonly height: number
  /** Includes the main lane, which comes first and is taller. */
  readonly laneCount: number
  readonly hasCurve: boolean
}

/** A height between its bounds, at a share of the way. */
const between = ([least, most]: readonly [number, number], share: number): number => Math.floor(least + (most - least) * share)

/** In little height the curve is lower, so that the main lane is in view; in much height everything is taller. */
export const chartLayout = ({ width, height, laneCount, hasCurve }: ChartSize): ChartLayout => {
  const gutter = width < 700 ? 96 : 148
  const curveTop = axisHeight + rareHeight
  const agents = Math.max(0, laneCount - 1)
  const least = curveTop + gap * 3 + (hasCurve ? curveHeights[0] : 0) + mainHeights[0] + agents * (agentHeights[0] + gap) + gap
  const growth =
    (hasCurve ? curveHeights[1] - curveHeights[0] : 0) + mainHeights[1] - mainHeights[0] + agents * (agentHeights[1] - agentHeights[0])
  const share = Math.max(0, Math.min(1, (height - least) / growth))
  const mainHeight = between(mainHeights, share)
  const room = height - curveTop - gap * 3 - mainHeight
  const curveBottom = hasCurve ? curveTop + Math.max(minCurveHeight, Math.min(between(curveHeights, share), room)) : curveTop
  const lanesTop = curveBottom + gap * 2
  const laneHeights = Array.from({ length: laneCount }, (_, place) => (place === 0 ? mainHeight : between(agentHeights, share)))
  const laneTops: number[] = []
  let top = lanesTop
  for (const laneHeight of laneHeights) {
    laneTops.push(top)
    top += laneHeight + gap
  }
  return {
    gutter,
    edge,
    plotLeft: gutter + edge,
    plotWidth: Math.max(1, width - gutter - 2 * edge),
    axisBottom: axisHeight,
    rareRow: axisHeight + rareHeight / 2,
    curveTop,
    curveBottom,
    lanesTop,
    laneTops,
    laneHeights,
    height: top + gap,
  }
}

/** The lane at a height, counted from the top of the whole chart. */
export const laneAt = (layout: ChartLayout, y: number): number | undefined => {
  const place = layout.laneTops.findIndex((top, lane) => y >= top - gap / 2 && y < top + (layout.laneHeights[lane] ?? 0) + gap / 2)
  return place < 0 ? undefined : place
}
