/** Where the words beside the pointer stand: on the side with room. */
import type { Box } from '../../ui/layout/use-box.ts'

const distance = 14

/** CSS offsets from the edges of the chart, pixels. */
export const tipPlace = (pointer: { readonly x: number; readonly y: number }, box: Box): Readonly<Record<string, number>> => ({
  ...(pointer.x > box.width / 2 ? { right: box.width - pointer.x + distance } : { left: pointer.x + distance }),
  ...(pointer.y > box.height / 2 ? { bottom: box.height - pointer.y + distance } : { top: pointer.y + distance }),
})
