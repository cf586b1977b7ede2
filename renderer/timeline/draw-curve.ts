/** Paints the context-size curve with its scale, compactions as marked drops. */
import type { TimelineView } from '../../app/contract/views.ts'
import { formatCompact } from '../ui/format-count.ts'
import { contextCurve, scaleTop, type CurveRun } from './context-curve.ts'
import type { Brush } from './brush.ts'

export const drawCurve = (brush: Brush, timeline: TimelineView): void => {
  if (timeline.context.length === 0) return
  const top = scaleTop(timeline.context)
  const { curveTop, curveBottom, plotWidth } = brush.layout
  const yOf = (tokens: number): number => curveBottom - (tokens / top) * (curveBottom - curveTop)
  drawScale(brush, top, yOf)
  const cutsAt = timeline.compactions.map((compaction) => compaction.at)
  for (const run of contextCurve(timeline.context, cutsAt, brush.pixelOf, plotWidth)) drawRun(brush, run, yOf)
  drawDrops(brush, timeline)
  drawScaleWords(brush, top, yOf)
}

const drawScale = ({ context, colours, layout }: Brush, top: number, yOf: (tokens: number) => number): void => {
  for (const tokens of [0, top / 2, top]) {
    const y = Math.round(yOf(tokens))
    context.fillStyle = colours.line
    context.fillRect(0, y, layout.plotWidth, 1)
  }
}

/** On top of the curve, on a ground of their own. */
const drawScaleWords = ({ context, colours }: Brush, top: number, yOf: (tokens: number) => number): void => {
  for (const tokens of [top / 2, top]) {
    const words = `${formatCompact(tokens)} tokens`
    const y = Math.round(yOf(tokens)) + 8
    context.fillStyle = colours.surface
    context.globalAlpha = 0.7
    context.fillRect(2, y - 7, context.measureText(words).width + 4, 13)
    context.globalAlpha = 1
    context.fillStyle = colours.faint
    context.fillText(words, 4, y)
  }
}

const drawRun = ({ context, colours, layout }: Brush, { columns, endX }: CurveRun, yOf: (tokens: number) => number): void => {
  const [first, last] = [columns[0], columns.at(-1)]
  if (first === undefined || last === undefined) return
  const line = new Path2D()
  let level = yOf(first.last)
  line.moveTo(first.x, level)
  for (const column of columns) {
    line.lineTo(column.x, level)
    line.lineTo(column.x, yOf(column.high))
    if (column.low !== column.high) line.lineTo(column.x, yOf(column.low))
    level = yOf(column.last)
    line.lineTo(column.x, level)
  }
  const end = Math.min(layout.plotWidth + 1, Math.max(endX, last.x + 1))
  line.lineTo(end, level)
  const area = new Path2D(line)
  area.lineTo(end, layout.curveBottom)
  area.lineTo(first.x, layout.curveBottom)
  context.fillStyle = colours.accent
  context.globalAlpha = 0.12
  context.fill(area)
  context.globalAlpha = 1
  context.strokeStyle = colours.accent
  context.lineWidth = 1.5
  context.stroke(line)
}

const drawDrops = ({ context, colours, layout, pixelOf }: Brush, timeline: TimelineView): void => {
  for (const compaction of timeline.compactions) {
    const x = Math.round(pixelOf(compaction.at))
    if (x < -20 || x > layout.plotWidth + 20) continue
    context.strokeStyle = colours.text
    context.lineWidth = 1
    context.setLineDash([3, 3])
    context.beginPath()
    context.moveTo(x + 0.5, layout.curveTop)
    context.lineTo(x + 0.5, layout.curveBottom)
    context.stroke()
    context.setLineDash([])
    context.fillStyle = colours.text
    context.beginPath()
    context.moveTo(x - 4, layout.curveTop - 2)
    context.lineTo(x + 5, layout.curveTop - 2)
    context.lineTo(x + 0.5, layout.curveTop + 5)
    context.fill()
  }
}
