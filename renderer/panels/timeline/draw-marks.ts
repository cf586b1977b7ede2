/** Paints marks: the same shapes in the chart, in the strips and in the legend. */
import type { LaneBrush, MarkShape } from './chart-colours.ts'
import { visibleEvents, type LaneIndex } from './lane-index.ts'
import type { MarkKind } from './lane-marks.ts'

/** Heights at which marks are drawn, pixels; kinds that share a row are drawn over each other, the last on top. */
export type MarkRows = Readonly<Record<MarkKind, number>>

const order: readonly MarkKind[] = ['command', 'prompt', 'refused', 'error', 'compaction', 'rewind']

/** Marks of a kind that would cover each other are drawn once. */
export const drawMarks = (brush: LaneBrush, lane: LaneIndex, rows: MarkRows): void => {
  const { context, colours } = brush
  const places = markPlaces(brush, lane)
  const scale = context.getTransform().a
  for (const kind of order) {
    const shape = colours.marks[kind]
    const picture = markPicture(shape, colours.surface, scale)
    if (picture === undefined) continue
    const top = onPixel(rows[kind] - reach, scale)
    const size = picture.width / scale
    for (const x of places[kind]) context.drawImage(picture, onPixel(x - reach, scale), top, size, size)
  }
}

/** Pixels from the left of the plot, by kind. */
const markPlaces = ({ colours, pixelOf, fromAt, toAt }: LaneBrush, lane: LaneIndex): Readonly<Record<MarkKind, readonly number[]>> => {
  const places: Record<MarkKind, number[]> = { prompt: [], command: [], error: [], refused: [], compaction: [], rewind: [] }
  const [first, end] = visibleEvents(lane.marks, fromAt, toAt)
  for (let place = first; place < end; place += 1) {
    const mark = lane.marks[place]
    if (mark === undefined) continue
    const drawn = places[mark.kind]
    const x = Math.round(pixelOf(mark.at))
    if (x - (drawn.at(-1) ?? -Infinity) >= colours.marks[mark.kind].apart) drawn.push(x)
  }
  return places
}

/** Pixels from the middle of a mark to the edges of its picture, its halo included. */
const reach = 8

/** The nearest edge of a device pixel: a picture between two is blurred. */
const onPixel = (at: number, scale: number): number => Math.round(at * scale) / scale

interface MarkPicture {
  readonly scale: number
  readonly canvas: HTMLCanvasElement
}

const pictures = new WeakMap<MarkShape, MarkPicture>()

/** Each shape is painted once: painting hundreds of outlines with halos takes longer than the rest of a frame. */
const markPicture = (shape: MarkShape, halo: string, scale: number): HTMLCanvasElement | undefined => {
  const known = pictures.get(shape)
  if (known?.scale === scale) return known.canvas
  const canvas = document.createElement('canvas')
  canvas.width = Math.ceil(reach * 2 * scale)
  canvas.height = canvas.width
  const context = canvas.getContext('2d')
  if (context === null) return undefined
  context.scale(scale, scale)
  context.translate(reach, reach)
  paintShape(context, shape, halo)
  pictures.set(shape, { scale, canvas })
  return canvas
}

/** With a halo in the background colour, so that it is visible on every colour. */
const paintShape = (context: CanvasRenderingContext2D, { path, colour, isFilled }: MarkShape, halo: string): void => {
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
}
