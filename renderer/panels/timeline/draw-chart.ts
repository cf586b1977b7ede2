/** Paints the whole chart: axis, context curve, lanes, and what is selected. */
import type { TimelineView } from '../../../app/contract/timeline.ts'
import type { Brush, ChartColours } from './chart-colours.ts'
import type { ChartLayout } from './chart-layout.ts'
import { drawAxis, drawSqueezes } from './draw-axis.ts'
import { drawCurve } from './draw-curve.ts'
import { drawLane, drawLaneName } from './draw-lanes.ts'
import type { PlacedLane } from './placed-lane.ts'
import { axisWalk, toTime, type TimeAxis } from './time-axis.ts'
import type { Shown } from './zoom.ts'

export interface ChartScene {
  readonly timeline: TimelineView
  /** Tokens at the top of the curve's scale. */
  readonly scaleTop: number
  readonly lanes: readonly PlacedLane[]
  readonly axis: TimeAxis
  readonly shown: Shown
  readonly layout: ChartLayout
  /** Instants between which a range is selected; undefined: none. */
  readonly range: readonly [number, number] | undefined
  /** Commit whose spans are marked. */
  readonly commit: string | undefined
  /** Instant under the pointer or the cursor. */
  readonly cursorAt: number | undefined
  readonly scrollTop: number
  readonly viewHeight: number
}

/** Paints a scene; the context is scaled to CSS pixels, its origin the top left corner of the chart. */
export const drawChart = (context: CanvasRenderingContext2D, scene: ChartScene, colours: ChartColours): void => {
  const { layout, axis, shown } = scene
  const scale = layout.plotWidth / (shown.to - shown.from)
  const unitOf = axisWalk(axis)
  const pixelOfUnit = (unit: number): number => (unit - shown.from) * scale
  const brush: Brush = {
    context,
    colours,
    layout,
    pixelOf: (at) => pixelOfUnit(unitOf(at)),
    pixelOfUnit,
    fromAt: toTime(axis, shown.from),
    toAt: toTime(axis, shown.to),
  }
  context.clearRect(0, 0, layout.gutter + layout.plotWidth, scene.viewHeight)
  context.font = colours.fonts
  context.textBaseline = 'middle'
  context.save()
  context.translate(0, -scene.scrollTop)
  drawBody(brush, scene)
  context.restore()
  drawAxis(brush, axis, shown)
  drawOverlay(brush, scene)
}

const drawBody = (brush: Brush, scene: ChartScene): void => {
  const { context, layout } = brush
  clipToPlot(brush, () => {
    drawSqueezes(brush, scene.axis, layout.height)
    drawCurve(brush, scene.timeline, scene.scaleTop)
  })
  for (const [place, lane] of scene.lanes.entries()) {
    const top = layout.laneTops[place] ?? 0
    const height = layout.laneHeights[place] ?? 0
    if (top + height < scene.scrollTop || top > scene.scrollTop + scene.viewHeight) continue
    drawLaneName(brush, lane, top, height)
    clipToPlot(brush, () => drawLane(brush, lane, { top, height, commit: scene.commit }))
  }
  context.fillStyle = brush.colours.faint
  if (layout.curveBottom > layout.curveTop) context.fillText('Context', 8, (layout.curveTop + layout.curveBottom) / 2)
}

/** Paints to the right of the names only, with the plot's left edge as origin. */
const clipToPlot = ({ context, layout }: Brush, paint: () => void): void => {
  context.save()
  context.beginPath()
  context.rect(layout.gutter, 0, layout.plotWidth, layout.height)
  context.clip()
  context.translate(layout.gutter, 0)
  paint()
  context.restore()
}

const drawOverlay = (brush: Brush, { range, cursorAt, viewHeight }: ChartScene): void => {
  const { context, colours, layout, pixelOf } = brush
  clipToPlot(brush, () => {
    if (range !== undefined) {
      const [left, right] = [pixelOf(range[0]), pixelOf(range[1])]
      context.fillStyle = colours.accent
      context.globalAlpha = 0.14
      context.fillRect(left, layout.axisBottom, right - left, viewHeight)
      context.globalAlpha = 1
      context.fillRect(Math.round(left), 0, 1, viewHeight)
      context.fillRect(Math.round(right), 0, 1, viewHeight)
    }
    if (cursorAt === undefined) return
    context.fillStyle = colours.text
    context.globalAlpha = 0.5
    context.fillRect(Math.round(pixelOf(cursorAt)), layout.axisBottom, 1, viewHeight)
  })
}
