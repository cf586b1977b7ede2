/** Paints a lane: its states as bars, its prompts and errors as marks. */
import { binSpans, type Bar } from './bin-spans.ts'
import type { Brush } from './brush.ts'
import { visibleEvents, visibleSpans, type LaneIndex } from './lane-index.ts'
import { laneStateLook } from './lane-states.ts'

export interface LanePlace {
  readonly top: number
  readonly height: number
  readonly commit: string | undefined
}

const idleHeight = 2

export const drawLane = (brush: Brush, lane: LaneIndex, place: LanePlace): void => {
  const [first, end] = visibleSpans(lane, brush.fromAt, brush.toAt)
  const bars = binSpans({ spans: lane.spans, first, end, pixelOf: brush.pixelOf, widthPx: brush.layout.plotWidth })
  drawCommit(brush, lane, { ...place, first, end })
  for (const bar of bars) if (bar.state === 'idle') drawBar(brush, bar, place)
  for (const bar of bars) if (bar.state !== 'idle' && bar.state !== 'compaction') drawBar(brush, bar, place)
  for (const bar of bars) if (bar.state === 'compaction') drawBar(brush, { ...bar, right: Math.max(bar.right, bar.left + 3) }, place)
  drawMarks(brush, lane, place)
}

const drawBar = ({ context, colours }: Brush, bar: Bar, { top, height }: LanePlace): void => {
  const look = laneStateLook(bar.state)
  context.fillStyle = colours.fills[bar.state]
  const width = Math.max(1, bar.right - bar.left - (bar.right - bar.left > 3 ? 0.5 : 0))
  if (bar.state === 'idle') {
    context.fillRect(bar.left, top + height - idleHeight, width, idleHeight)
    return
  }
  const inset = height * look.inset
  context.fillRect(bar.left, top + inset, width, height - inset)
}

/** The spans of the selected commit stand on a pale ground. */
const drawCommit = (
  { context, colours, pixelOf }: Brush,
  lane: LaneIndex,
  place: LanePlace & { readonly first: number; readonly end: number },
): void => {
  if (place.commit === undefined) return
  let from = Infinity
  let to = -Infinity
  for (let each = place.first; each < place.end; each += 1) {
    const span = lane.spans[each]
    if (span?.commitId !== place.commit) continue
    from = Math.min(from, span.startAt)
    to = Math.max(to, span.endAt)
  }
  if (to < from) return
  const left = pixelOf(from)
  context.fillStyle = colours.accentSoft
  context.fillRect(left - 2, place.top - 3, Math.max(3, pixelOf(to) - left) + 4, place.height + 6)
  context.strokeStyle = colours.accent
  context.lineWidth = 1
  context.strokeRect(left - 2.5, place.top - 3.5, Math.max(3, pixelOf(to) - left) + 5, place.height + 7)
}

/** One mark per pixel is enough: an error beats a prompt. */
const drawMarks = ({ context, colours, pixelOf, fromAt, toAt }: Brush, lane: LaneIndex, { top, height }: LanePlace): void => {
  const [first, end] = visibleEvents(lane, fromAt, toAt)
  let lastError = -10
  let lastPrompt = -10
  for (let place = first; place < end; place += 1) {
    const event = lane.events[place]
    if (event === undefined || (!event.isError && event.kind !== 'prompt')) continue
    const x = Math.round(pixelOf(event.at))
    if (event.isError && x - lastError >= 4) {
      context.fillStyle = colours.danger
      context.fillRect(x - 1, top + height - 6, 2, 6)
      context.fillRect(x - 3, top + height - 2, 6, 2)
      lastError = x
    } else if (event.kind === 'prompt' && x - lastPrompt >= 3) {
      drawPrompt(context, colours.text, x, top)
      lastPrompt = x
    }
  }
}

const drawPrompt = (context: CanvasRenderingContext2D, colour: string, x: number, top: number): void => {
  context.fillStyle = colour
  context.beginPath()
  context.moveTo(x - 3.5, top - 4)
  context.lineTo(x + 3.5, top - 4)
  context.lineTo(x, top + 2)
  context.fill()
}

/** The lane's name in the gutter, shortened to fit. */
export const drawLaneName = ({ context, colours, layout }: Brush, name: string, top: number, height: number): void => {
  context.fillStyle = colours.text
  const room = layout.gutter - 16
  let text = name
  while (text.length > 1 && context.measureText(text).width > room) text = `${text.slice(0, -2).trimEnd()}…`
  context.fillText(text, 8, top + height / 2)
}
