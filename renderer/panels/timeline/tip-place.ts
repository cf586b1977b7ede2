/** Where a tip is drawn. */
import type { ElementSize } from '../../ui/layout/use-element-size.ts'

const distance = 14

/** CSS offsets from the edges of the chart, pixels. */
export const tipPlace = (pointer: { readonly x: number; readonly y: number }, box: ElementSize): Readonly<Record<string, number>> => ({
  ...(pointer.x > box.width / 2 ? { right: box.width - pointer.x + distance } : { left: pointer.x + distance }),
  ...(pointer.y > box.height / 2 ? { bottom: box.height - pointer.y + distance } : { top: pointer.y + distance }),
})

/** Below a strip, on the side of a point that has room. */
export const tipBelow = (x: number, box: ElementSize): Readonly<Record<string, number>> => ({
  ...(x > box.width / 2 ? { right: Math.max(0, box.width - x - distance) } : { left: Math.max(0, x - distance) }),
  top: box.height + 4,
})
