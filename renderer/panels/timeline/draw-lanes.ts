/** Paints a lane: its name, and its states as bars. */
import type { LaneState } from '../../../app/contract/timeline.ts'
import { binSpans, type Bar } from './bin-spans.ts'
import type { Brush, LaneBrush } from './chart-colours.ts'
import { visibleSpans } from './lane-index.ts'
import type { LaneIndex } from './lane-index.ts'
import { laneStateLook } from './lane-states.ts'
import type { PlacedLane } from './placed-lane.ts'

interface BarPlace {
  readonly top: number
  readonly height: number
}

export interface LanePlace extends BarPlace {
  readonly commit: string | undefined
}

const idleHeight = 2

export const drawLane = (brush: LaneBrush, lane: PlacedLane, place: LanePlace): void => {
  const [first, end] = visibleSpans(lane, brush.fromAt, brush.toAt)
  drawCommit(brush, lane, { ...place, first, end })
  drawBarsOf(brush, lane, place)
}

/** The states of a lane as bars. */
export const drawBarsOf = (brush: LaneBrush, lane: PlacedLane, place: BarPlace): void => {
  const [first, end] = visibleSpans(lane, brush.fromAt, brush.toAt)
  const bars = binSpans({ lane, first, end, pixelOfUnit: brush.pixelOfUnit, widthPx: brush.plotWidth })
  for (const state of fromBackToFront) drawBars(brush, bars, state, place)
}

/** A later state covers earlier ones on the same pixels. State by state, so that the colour changes once for each. */
const fromBackToFront: readonly LaneState[] = ['idle', 'human', 'waiting', 'agent', 'thinking', 'tool', 'compaction']

const drawBars = ({ context, colours, plotWidth }: LaneBrush, bars: readonly Bar[], state: LaneState, { top, height }: BarPlace): void => {
  const least = state === 'compaction' ? 3 : 1
  const inset = state === 'idle' ? height - idleHeight : height * laneStateLook(state).inset
  context.fillStyle = colours.fills[state]
  for (const bar of bars) {
    if (bar.state !== state) continue
    const width = Math.max(least, bar.right - bar.left)
    // A bar at the right end has its full width.
    const left = Math.min(bar.left, Math.max(0, plotWidth - width))
    context.fillRect(left, top + inset, width > 3 ? width - 0.5 : width, height - inset)
  }
}

/** The spans of the selected commit have a pale background. */
const drawCommit = (
  { context, colours, pixelOf }: LaneBrush,
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

interface FittedName {
  readonly font: string
  readonly room: number
  readonly text: string
}

/** Names are measured once, not in every frame. */
const fitted = new WeakMap<LaneIndex, FittedName>()

const fittedName = (context: CanvasRenderingContext2D, lane: LaneIndex, room: number): string => {
  const known = fitted.get(lane)
  if (known?.font === context.font && known.room === room) return known.text
  let text = lane.label
  while (text.length > 1 && context.measureText(text).width > room) text = `${text.slice(0, -2).trimEnd()}…`
  fitted.set(lane, { font: context.font, room, text })
  return text
}

/** The lane's name in the gutter, shortened to fit. */
export const drawLaneName = ({ context, colours, layout }: Brush, lane: LaneIndex, top: number, height: number): void => {
  context.fillStyle = colours.text
  const left = 8 + Math.min(lane.depth, maxDepth) * indent
  context.fillText(fittedName(context, lane, layout.gutter - left - 8), left, top + height / 2)
}

/** A name is this far to the right for each call between its lane and the main lane, pixels. */
const indent = 10
const maxDepth = 4

export interface CallLine {
  readonly at: number
  /** Foot of the lane with the call, and middle of the lane that it started. */
  readonly from: number
  readonly to: number
}

/** A line from a call down to the lane of the sub-agent that it started. */
export const drawCallLine = ({ context, colours, pixelOf }: Brush, { at, from, to }: CallLine): void => {
  const x = Math.round(pixelOf(at)) + 0.5
  context.strokeStyle = colours.faint
  context.lineWidth = 1
  context.globalAlpha = 0.55
  context.beginPath()
  context.moveTo(x, from)
  context.lineTo(x, to)
  context.lineTo(x + 5, to)
  context.stroke()
  context.globalAlpha = 1
}
