/** Moving the part in view with the overview: dragging it, its edges, or clicking beside it. */
import { overviewStretch, overviewUnit, type OverviewLayout } from './overview-layout.ts'
import type { Shown } from './zoom.ts'

export type Grip = 'move' | 'left' | 'right'

/** Pixels around an edge that take hold of it. */
const edgePx = 5

/** The part that a press at a pixel grips; undefined: the press is outside the part in view. */
export const gripAt = (layout: OverviewLayout, length: number, shown: Shown, x: number): Grip | undefined => {
  const [left, right] = overviewStretch(layout, length, shown.from, shown.to)
  if (x < left - edgePx || x > right + edgePx) return undefined
  // The edges of a narrow stretch leave its middle free.
  const reach = Math.min(edgePx, (right - left) / 3)
  if (x <= left + reach && shown.from > 0) return 'left'
  return x >= right - reach && shown.to < length ? 'right' : 'move'
}

/** The part in view when it is centred at a pixel. */
export const centredAt = (layout: OverviewLayout, length: number, shown: Shown, x: number): Shown => {
  const half = (shown.to - shown.from) / 2
  const middle = Math.max(half, Math.min(length - half, overviewUnit(layout, length, x)))
  return { from: middle - half, to: middle + half }
}

/** The part in view after a grip was dragged by some pixels; an edge does not pass the other one. */
export const draggedBy = (layout: OverviewLayout, length: number, from: Shown, grip: Grip, pixels: number): Shown => {
  const units = (pixels / layout.plotWidth) * length
  if (grip === 'left') return { from: Math.max(0, Math.min(from.to, from.from + units)), to: from.to }
  if (grip === 'right') return { from: from.from, to: Math.min(length, Math.max(from.from, from.to + units)) }
  const distance = Math.max(-from.from, Math.min(length - from.to, units))
  return { from: from.from + distance, to: from.to + distance }
}
