/** Where a tip is drawn. */
import type { ElementSize } from '../../ui/layout/use-element-size.ts'

const distance = 14

/** CSS offsets from the edges of the chart, pixels. */
export const tipPlace = (pointer: { readonly x: number; readonly y: number }, box: ElementSize): Readonly<Record<string, number>> => ({
  ...(pointer.x > box.width / 2 ? { right: box.width - pointer.x + distance } : { left: pointer.x + distance }),
  ...(pointer.y > box.height / 2 ? { bottom: box.height - pointer.y + distance } : { top: pointer.y + distance }),
})
