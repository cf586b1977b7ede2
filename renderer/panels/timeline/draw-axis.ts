/** Paints the time axis and the squeezed idle gaps. */
import { formatDate } from '../../../app/model/format/instant.ts'
import { formatDuration } from '../../../app/model/format/duration.ts'
import type { Brush } from './chart-colours.ts'
import type { TimeAxis } from './time-axis.ts'
import { tickLabel, ticks } from './ticks.ts'
import type { Shown } from './zoom.ts'

const leastTickPx = 84

const zoneOffsetMs = (at: number): number => -new Date(at).getTimezoneOffset() * 60_000

/** The axis stays at the top while lanes scroll below it. */
export const drawAxis = (brush: Brush, axis: TimeAxis, shown: Shown): void => {
  const { context, colours, layout } = brush
  const bottom = layout.axisBottom
  context.fillStyle = colours.surface
  context.fillRect(0, 0, layout.gutter + layout.plotWidth, bottom)
  context.fillStyle = colours.line
  context.fillRect(0, bottom - 1, layout.gutter + layout.plotWidth, 1)
  context.save()
  context.beginPath()
  context.rect(layout.gutter, 0, layout.plotWidth, bottom)
  context.clip()
  for (const tick of ticks({ axis, shown, widthPx: layout.plotWidth, leastPx: leastTickPx, zoneOffsetMs })) {
    const x = Math.round(layout.gutter + ((tick.unit - shown.from) / (shown.to - shown.from)) * layout.plotWidth)
    const label = tickLabel(tick)
    context.fillStyle = colours.line
    context.fillRect(x, bottom - 6, 1, 6)
    context.fillStyle = tick.isNewDay ? colours.text : colours.faint
    context.fillText(tick.isNewDay && tick.stepMs < 86_400_000 ? `${formatDate(tick.at).slice(5)} ${label}` : label, x + 3, bottom / 2 - 1)
  }
  context.restore()
}

/** Each squeezed gap is a pale column that says how long it really was, at the foot of the curve: the words of its scale are above. */
export const drawSqueezes = ({ context, colours, layout, pixelOf }: Brush, axis: TimeAxis, height: number): void => {
  const labelY = Math.max(layout.curveTop + 2, layout.curveBottom - 8)
  for (const { gap } of axis.squeezes) {
    const left = pixelOf(gap.startAt)
    const right = pixelOf(gap.endAt)
    if (right < 0 || left > layout.plotWidth) continue
    context.fillStyle = colours.line
    context.globalAlpha = 0.45
    context.fillRect(left, layout.axisBottom, Math.max(1, right - left), height)
    context.globalAlpha = 1
    const label = formatDuration(gap.endAt - gap.startAt)
    if (right - left < context.measureText(label).width + 6) continue
    context.fillStyle = colours.faint
    context.fillText(label, left + 3, labelY)
  }
}
