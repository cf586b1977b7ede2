/** Paints the main lane of a whole session as a strip with its marks, and over it the stretch that the chart or the reader shows. */
import type { ChartColours, LaneBrush } from './chart-colours.ts'
import { drawBreaks } from './draw-break.ts'
import { drawBarsOf } from './draw-lanes.ts'
import { drawMarks } from './draw-marks.ts'
import { overviewStretch, overviewX, type OverviewLayout } from './overview-layout.ts'
import type { PlacedLane } from './placed-lane.ts'
import { axisWalk, toAxis, type TimeAxis } from './time-axis.ts'
import type { Shown } from './zoom.ts'

export interface OverviewScene {
  readonly lane: PlacedLane
  readonly axis: TimeAxis
  readonly layout: OverviewLayout
}

/** Drawn over the strip, on a canvas that changes often; the strip does not. */
export interface OverviewCover {
  readonly axis: TimeAxis
  readonly layout: OverviewLayout
  /** The stretch that the chart or the reader shows, axis units. */
  readonly stretch: Shown | undefined
  /** Whether the rest of the strip is paler. */
  readonly dimsRest: boolean
  /** Instant of the cursor. */
  readonly cursorAt: number | undefined
}

/** Room for the length of a break, pixels. */
const minForLength = 24

export const drawOverview = (context: CanvasRenderingContext2D, { axis, layout, lane }: OverviewScene, colours: ChartColours): void => {
  const { height, plotWidth, edge, laneTop, laneHeight } = layout
  const unitOf = axisWalk(axis)
  const pixelOfUnit = (unit: number): number => (unit / axis.length) * plotWidth
  const pixelOf = (at: number): number => pixelOfUnit(unitOf(at))
  const brush: LaneBrush = { context, colours, plotWidth, pixelOf, pixelOfUnit, fromAt: axis.startAt, toAt: axis.endAt }
  context.clearRect(0, 0, plotWidth + 2 * edge, height)
  context.font = colours.fonts
  context.textBaseline = 'middle'
  context.save()
  context.translate(edge, 0)
  drawBarsOf(brush, lane, { top: laneTop, height: laneHeight })
  drawBreaks(brush, axis, { top: laneTop - 2, bottom: laneTop + laneHeight + 2, hasLength: laneHeight >= minForLength })
  drawMarks(brush, lane, layout.markRows)
  context.restore()
}

export const drawOverviewCover = (context: CanvasRenderingContext2D, cover: OverviewCover, colours: ChartColours): void => {
  const { axis, layout, stretch, cursorAt, dimsRest } = cover
  const width = layout.plotWidth + 2 * layout.edge
  context.clearRect(0, 0, width, layout.height)
  if (stretch !== undefined) {
    const [left, right] = overviewStretch(layout, axis.length, stretch.from, stretch.to)
    context.fillStyle = dimsRest ? colours.sunken : colours.accent
    context.globalAlpha = dimsRest ? 0.72 : 0.16
    if (dimsRest) {
      context.fillRect(0, 0, left, layout.height)
      context.fillRect(right, 0, width - right, layout.height)
    } else context.fillRect(left, 0, right - left, layout.height)
    context.globalAlpha = 1
    context.strokeStyle = colours.accent
    context.lineWidth = 1.5
    context.strokeRect(left + 0.75, 0.75, Math.max(1, right - left - 1.5), layout.height - 1.5)
  }
  if (cursorAt === undefined) return
  context.fillStyle = colours.text
  context.fillRect(Math.round(overviewX(layout, axis.length, toAxis(axis, cursorAt))), 0, 1, layout.height)
}
