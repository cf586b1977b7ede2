/** Paints the context-size curve with its scale, compactions as marked drops. */
import type { TimelineView } from '../../../app/contract/timeline.ts'
import { formatCompact } from '../../../app/model/format/count.ts'
import { contextCurve, type CurveRun } from './context-curve.ts'
import type { Brush } from './chart-colours.ts'

/** `top`: tokens at the top of the scale. */
export const drawCurve = (brush: Brush, timeline: TimelineView, top: number): void => {
  if (timeline.context.length === 0) {
    drawDrops(brush, timeline)
    return
  }
  const { curveTop, curveBottom, plotWidth } = brush.layout
  const yOf = (tokens: number): number => curveBottom - (tokens / top) * (curveBottom - curveTop)
  drawScale(brush, top, yOf)
  const cutsAt = timeline.compactions.map((compaction) => compaction.at)
  for (const run of contextCurve(timeline.context, cutsAt, brush.pixelOf, plotWidth)) drawRun(brush, run, yOf)
  drawDrops(brush, timeline)
}

const drawScale = ({ context, colours, layout }: Brush, top: number, yOf: (tokens: number) => number): void => {
  for (const tokens of [0, top / 2, top]) {
    const y = Math.round(yOf(tokens))
    context.fillStyle = colours.line
    context.fillRect(0, y, layout.plotWidth, 1)
  }
}

/** Beside the names of the lanes: there nothing covers it. */
export const drawCurveScale = ({ context, colours, layout }: Brush, scaleTop: number): void => {
  const { curveTop, curveBottom, gutter, edge } = layout
  if (curveBottom <= curveTop) return
  context.fillStyle = colours.faint
  context.fillText(gutter < leastGutter ? 'Context' : 'Context (tokens)', 8, (curveTop + curveBottom) / 2)
  for (const share of [0.5, 1]) {
    const words = formatCompact(scaleTop * share)
    context.fillText(words, gutter - edge / 2 - context.measureText(words).width, curveBottom - share * (curveBottom - curveTop))
  }
}

/** Narrower, there is no room for the unit, pixels. */
const leastGutter = 140

const lineWidth = 1.5

/** Upright rectangles: a path with several corners for each column takes longer. */
const drawRun = ({ context, colours, layout }: Brush, { columns, endX }: CurveRun, yOf: (tokens: number) => number): void => {
  const last = columns.at(-1)
  if (last === undefined) return
  const end = Math.min(layout.plotWidth + 1, Math.max(endX, last.x + 1))
  const rightOf = (place: number): number => columns[place + 1]?.x ?? end
  context.fillStyle = colours.accent
  context.globalAlpha = 0.12
  for (const [place, column] of columns.entries()) {
    const level = yOf(column.last)
    context.fillRect(column.x, level, rightOf(place) - column.x, layout.curveBottom - level)
  }
  context.globalAlpha = 1
  let before: number | undefined
  for (const [place, column] of columns.entries()) {
    const level = yOf(column.last)
    const top = Math.min(before ?? level, yOf(column.high))
    const bottom = Math.max(before ?? level, yOf(column.low))
    before = level
    context.fillRect(column.x - lineWidth / 2, top - lineWidth / 2, lineWidth, bottom - top + lineWidth)
    const width = rightOf(place) - column.x
    // The next upright begins at this level: columns that touch have no space between them.
    if (width > 1) context.fillRect(column.x, level - lineWidth / 2, width, lineWidth)
  }
}

/** From the marks of compactions and rewinds down to the main lane. */
const drawDrops = ({ context, colours, layout, pixelOf }: Brush, timeline: TimelineView): void => {
  const bottom = layout.lanesTop + (layout.laneHeights[0] ?? 0)
  const drop = (at: number, colour: string): void => {
    const x = Math.round(pixelOf(at))
    if (x < -layout.edge || x > layout.plotWidth + layout.edge) return
    context.strokeStyle = colour
    context.beginPath()
    context.moveTo(x + 0.5, layout.rareRow)
    context.lineTo(x + 0.5, bottom)
    context.stroke()
  }
  context.lineWidth = 1
  context.setLineDash([3, 3])
  for (const { at } of timeline.compactions) drop(at, colours.text)
  for (const { at } of timeline.rewinds) drop(at, colours.accent)
  context.setLineDash([])
}
