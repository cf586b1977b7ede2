/** Paints marks: the same shapes in the chart, in the strips and in the legend. */
import type { LaneBrush, MarkShape } from './chart-colours.ts'
import { visibleEvents, type LaneIndex } from './lane-index.ts'
import type { MarkKind } from './lane-marks.ts'

/** Heights at which marks are drawn, pixels; kinds that share a row are drawn over each other, the last on top. */
export type MarkRows = Readonly<Record<MarkKind, number>>

const order: readonly MarkKind[] = ['command', 'prompt', 'refused', 'error', 'compaction', 'rewind']

/** Marks of a kind that would cover each other are drawn once. */
export const drawMarks = (brush: LaneBrush, lane: LaneIndex, rows: MarkRows): void => {
  const { context, colours, pixelOf } = brush
  const [first, end] = visibleEvents(lane.marks, brush.fromAt, brush.toAt)
  for (const kind of order) {
    const shape = colours.marks[kind]
    let last = -Infinity
    for (let place = first; place < end; place += 1) {
      const mark = lane.marks[place]
      if (mark?.kind !== kind) continue
      const x = Math.round(pixelOf(mark.at))
      if (x - last < shape.apart) continue
      drawShape(context, shape, x, rows[kind], colours.surface)
      last = x
    }
  }
}

/** On a halo of the ground, so that it is seen on every colour. */
const drawShape = (context: CanvasRenderingContext2D, { path, colour, isFilled }: MarkShape, x: number, y: number, halo: string): void => {
  context.save()
  context.translate(x, y)
  context.lineJoin = 'round'
  context.lineCap = 'round'
  context.strokeStyle = halo
  context.lineWidth = isFilled ? 2 : 4
  context.stroke(path)
  context.strokeStyle = colour
  context.fillStyle = colour
  context.lineWidth = 1.5
  if (isFilled) context.fill(path)
  else context.stroke(path)
  context.restore()
}
