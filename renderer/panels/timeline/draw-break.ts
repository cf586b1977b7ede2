/** Paints a break in the time axis: a cut with torn edges, and how much time was cut out. */
import { formatDuration } from '../../../app/model/format/duration.ts'
import type { ChartColours, LaneBrush } from './chart-colours.ts'
import type { TimeAxis } from './time-axis.ts'

export interface BreakPlace {
  readonly top: number
  readonly bottom: number
  /** Whether the length is written in the break where it fits. */
  readonly hasLength: boolean
}

const tooth = 4
/** A break narrower than this has straight edges: teeth do not show in it, and a session can have hundreds. Pixels. */
const minForTeeth = 12
/** Least width of a break whose length is written, pixels: upright words need this much. */
const minForLength = 11

/** Each squeezed gap: hatched between two torn edges. Of narrow gaps close together one is drawn, so that they do not hide the lanes. */
export const drawBreaks = (brush: LaneBrush, axis: TimeAxis, place: BreakPlace): void => {
  const { context, colours, pixelOf, plotWidth } = brush
  let narrowTo = -Infinity
  for (const { gap } of axis.squeezes) {
    const left = pixelOf(gap.startAt)
    const right = pixelOf(gap.endAt)
    if (right < 0 || left > plotWidth) continue
    const box = { ...place, left, right }
    if (right - left >= minForTeeth) drawTorn(context, colours, box)
    else if (left >= narrowTo) {
      narrowTo = left + Math.max(tooth, right - left)
      drawNarrow(context, colours, box)
    }
    if (place.hasLength && right - left >= minForLength) drawLength(context, colours, formatDuration(gap.endAt - gap.startAt), box)
  }
}

interface BreakBox extends BreakPlace {
  readonly left: number
  readonly right: number
}

const drawTorn = (context: CanvasRenderingContext2D, colours: ChartColours, { left, right, top, bottom }: BreakBox): void => {
  const path = new Path2D()
  zigzag(path, left, top, bottom, 'down')
  zigzag(path, right, top, bottom, 'up')
  path.closePath()
  context.fillStyle = colours.surface
  context.fill(path)
  context.fillStyle = colours.breakFill
  context.fill(path)
  context.strokeStyle = colours.lineStrong
  context.lineWidth = 1
  for (const x of [left, right]) {
    const edge = new Path2D()
    zigzag(edge, x, top, bottom, 'down')
    context.stroke(edge)
  }
}

/** On whole pixels, so that its edges are sharp; a line where there is no room for two edges. */
const drawNarrow = (context: CanvasRenderingContext2D, colours: ChartColours, { right, top, bottom, ...box }: BreakBox): void => {
  const left = Math.round(box.left)
  const width = Math.round(right) - left
  if (width < tooth) {
    context.fillStyle = colours.lineStrong
    context.fillRect(left, top, 1, bottom - top)
    return
  }
  context.fillStyle = colours.surface
  context.fillRect(left, top, width, bottom - top)
  context.fillStyle = colours.breakFill
  context.fillRect(left, top, width, bottom - top)
  context.fillStyle = colours.lineStrong
  context.fillRect(left, top, 1, bottom - top)
  context.fillRect(left + width - 1, top, 1, bottom - top)
}

/** A line of teeth along an edge. */
const zigzag = (path: Path2D, x: number, top: number, bottom: number, direction: 'down' | 'up'): void => {
  const steps = Math.max(1, Math.round((bottom - top) / tooth))
  for (let step = 0; step <= steps; step += 1) {
    const place = direction === 'down' ? step : steps - step
    const y = top + (place / steps) * (bottom - top)
    const at = x + (place % 2 === 0 ? -tooth / 3 : tooth / 3)
    if (step === 0 && direction === 'down') path.moveTo(at, y)
    else path.lineTo(at, y)
  }
}

/** Upright when the break is too narrow for the words. */
const drawLength = (context: CanvasRenderingContext2D, colours: ChartColours, words: string, box: BreakBox): void => {
  const room = box.right - box.left
  const { width } = context.measureText(words)
  const middle = (box.left + box.right) / 2
  const isLevel = width + 8 <= room
  if (!isLevel && width + 8 > box.bottom - box.top) return
  context.save()
  context.translate(middle, box.top + (isLevel ? 10 : width / 2 + 6))
  if (!isLevel) context.rotate(-Math.PI / 2)
  context.textAlign = 'center'
  context.fillStyle = colours.surface
  context.fillRect(-width / 2 - 2, -6, width + 4, 12)
  context.fillStyle = colours.text
  context.fillText(words, 0, 0)
  context.restore()
}
