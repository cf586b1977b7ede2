/** Paints the time axis. */
import { formatDate } from '../../../app/model/format/instant.ts'
import type { Brush } from './chart-colours.ts'
import type { TimeAxis } from './time-axis.ts'
import { tickLabel, ticks } from './ticks.ts'
import type { Shown } from './zoom.ts'

const minTickPx = 84

const zoneOffsetMs = (at: number): number => -new Date(at).getTimezoneOffset() * 60_000

/** The axis stays at the top while lanes scroll below it. */
export const drawAxis = (brush: Brush, axis: TimeAxis, shown: Shown): void => {
  const { context, colours, layout } = brush
  const bottom = layout.axisBottom
  context.fillStyle = colours.surface
  context.fillRect(0, 0, layout.plotLeft + layout.plotWidth + layout.edge, bottom)
  context.fillStyle = colours.line
  context.fillRect(0, bottom - 1, layout.plotLeft + layout.plotWidth + layout.edge, 1)
  context.save()
  context.beginPath()
  context.rect(layout.gutter, 0, layout.plotWidth + 2 * layout.edge, bottom)
  context.clip()
  for (const tick of ticks({ axis, shown, widthPx: layout.plotWidth, leastPx: minTickPx, zoneOffsetMs })) {
    const x = Math.round(layout.plotLeft + ((tick.unit - shown.from) / (shown.to - shown.from)) * layout.plotWidth)
    const label = tickLabel(tick)
    context.fillStyle = colours.line
    context.fillRect(x, bottom - 6, 1, 6)
    context.fillStyle = tick.isNewDay ? colours.text : colours.faint
    context.fillText(tick.isNewDay && tick.stepMs < 86_400_000 ? `${formatDate(tick.at).slice(5)} ${label}` : label, x + 3, bottom / 2 - 1)
  }
  context.restore()
}
