/** Paints the whole chart: axis, context curve, lanes, selected range and cursor. */
import type { TimelineView } from '../../../app/contract/timeline.ts'
import type { Brush, ChartColours } from './chart-colours.ts'
import type { ChartLayout } from './chart-layout.ts'
import { drawAxis } from './draw-axis.ts'
import { drawBreaks } from './draw-break.ts'
import { drawCurve, drawCurveScale } from './draw-curve.ts'
import { drawCallLine, drawLane, drawLaneName } from './draw-lanes.ts'
import { drawMarks, type MarkRows } from './draw-marks.ts'
import type { PlacedLane } from './placed-lane.ts'
import { cursorEvent, type Cursor } from './timeline-cursor.ts'
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
  readonly cursor: Cursor | undefined
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
    plotWidth: layout.plotWidth,
    pixelOf: (at) => pixelOfUnit(unitOf(at)),
    pixelOfUnit,
    fromAt: toTime(axis, shown.from),
    toAt: toTime(axis, shown.to),
  }
  context.clearRect(0, 0, layout.plotLeft + layout.plotWidth + layout.edge, scene.viewHeight)
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
  const { layout } = brush
  clipToPlot(brush, () => {
    drawCurve(brush, scene.timeline, scene.scaleTop)
  })
  const lanes = [...scene.lanes.entries()].filter(([place]) => {
    const top = layout.laneTops[place] ?? 0
    return top + (layout.laneHeights[place] ?? 0) >= scene.scrollTop && top <= scene.scrollTop + scene.viewHeight
  })
  drawCallLines(brush, scene)
  for (const [place, lane] of lanes) {
    const [top, height] = [layout.laneTops[place] ?? 0, layout.laneHeights[place] ?? 0]
    drawLaneName(brush, lane, top, height)
    clipToPlot(brush, () => drawLane(brush, lane, { top, height, commit: scene.commit }))
  }
  clipToPlot(brush, () => {
    const bottom = Math.max(layout.height, scene.scrollTop + scene.viewHeight)
    drawBreaks(brush, scene.axis, { top: layout.axisBottom, bottom, hasLength: true })
    // After the breaks, so that the mark of an event beside one is not cut.
    for (const [place, lane] of lanes) drawMarks(brush, lane, markRowsOf(layout, place))
  })
  drawCurveScale(brush, scene.scaleTop)
}

/** Below the bars, so that they are whole. */
const drawCallLines = (brush: Brush, { lanes, layout }: ChartScene): void => {
  const placeOf = new Map(lanes.map(({ chain }, place) => [chain, place]))
  const footOf = (place: number): number => (layout.laneTops[place] ?? 0) + (layout.laneHeights[place] ?? 0)
  clipToPlot(brush, () => {
    for (const [place, { calledBy }] of lanes.entries()) {
      const parent = calledBy === null ? undefined : placeOf.get(calledBy.chain)
      if (calledBy === null || parent === undefined || parent >= place) continue
      drawCallLine(brush, { at: calledBy.at, from: footOf(parent), to: footOf(place) - (layout.laneHeights[place] ?? 0) / 2 })
    }
  })
}

/** Paints to the right of the names only, with the plot's left edge as origin. */
const clipToPlot = ({ context, layout }: Brush, paint: () => void): void => {
  context.save()
  context.beginPath()
  context.rect(layout.plotLeft - layout.edge, 0, layout.plotWidth + 2 * layout.edge, Math.max(layout.height, 10_000))
  context.clip()
  context.translate(layout.plotLeft, 0)
  paint()
  context.restore()
}

/** Prompts on the upper edge of a lane, errors on the lower one; compactions and rewinds above all. */
const markRowsOf = (layout: ChartLayout, lane: number): MarkRows => {
  const top = layout.laneTops[lane] ?? 0
  const foot = top + (layout.laneHeights[lane] ?? 0) - 3
  const rare = lane === 0 ? layout.rareRow : top - 2
  return { prompt: top - 2, command: top - 2, error: foot, refused: foot, compaction: rare, rewind: rare }
}

const drawOverlay = (brush: Brush, { range, cursor, lanes, scrollTop, viewHeight }: ChartScene): void => {
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
    const event = cursorEvent(lanes, cursor)
    if (cursor === undefined || event === undefined) return
    const x = Math.round(pixelOf(event.at))
    context.fillStyle = colours.accent
    context.fillRect(x, layout.axisBottom, 1, viewHeight)
    const y = (layout.laneTops[cursor.lane] ?? 0) + (layout.laneHeights[cursor.lane] ?? 0) / 2 - scrollTop
    if (y < layout.axisBottom) return
    context.strokeStyle = colours.surface
    context.lineWidth = 2
    context.beginPath()
    context.arc(x + 0.5, y, 4, 0, Math.PI * 2)
    context.stroke()
    context.fill()
  })
}
