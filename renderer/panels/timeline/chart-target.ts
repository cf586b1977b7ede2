/** Finds what is drawn at a point of the chart: a mark, an event or state of a lane, a break in time, or the context's size. */
import type { LaneSpan, TimelineEvent, TimelineView } from '../../../app/contract/timeline.ts'
import { laneAt } from './chart-layout.ts'
import { replyAt, sizeAt } from './context-curve.ts'
import type { ChartScene } from './draw-chart.ts'
import { hitAt } from './hit.ts'
import { firstPlace, type LaneIndex } from './lane-index.ts'
import type { Mark, MarkKind } from './lane-marks.ts'
import { toAxis, toTime, type Gap } from './time-axis.ts'

/** Pixels from the top left corner of the chart as it is scrolled. */
export interface ChartPoint {
  readonly x: number
  readonly y: number
}

export type Target = { readonly at: number } & (
  | { readonly kind: 'lane'; readonly lane: LaneIndex; readonly span: LaneSpan | undefined; readonly event: TimelineEvent | undefined }
  | { readonly kind: 'mark'; readonly lane: LaneIndex; readonly mark: Mark }
  | { readonly kind: 'break'; readonly gap: Gap }
  /** `tokens` undefined: not available until the next reply. `reply`: the last one before. */
  | { readonly kind: 'context'; readonly lane: LaneIndex; readonly tokens: number | undefined; readonly reply: ContextReply | undefined }
)

export type ContextReply = TimelineView['context'][number]

const tolerancePx = 4
/** Marks are larger than their events. */
const markReachPx = 5

export const unitAt = ({ shown, layout }: ChartScene, x: number): number =>
  shown.from + ((x - layout.plotLeft) / layout.plotWidth) * (shown.to - shown.from)

/** Pixels from the left of the chart. */
export const xOf = ({ shown, layout, axis }: ChartScene, at: number): number =>
  layout.plotLeft + ((toAxis(axis, at) - shown.from) / (shown.to - shown.from)) * layout.plotWidth

/** The mark of one of these kinds that is nearest to a pixel and within reach. */
const markNear = (scene: ChartScene, lane: LaneIndex, kinds: readonly MarkKind[], x: number): Mark | undefined => {
  const fromAt = toTime(scene.axis, unitAt(scene, x - markReachPx))
  let best: Mark | undefined
  for (let place = firstPlace(lane.marks.length, (each) => (lane.marks[each]?.at ?? 0) >= fromAt); place < lane.marks.length; place += 1) {
    const mark = lane.marks[place]
    if (mark === undefined || xOf(scene, mark.at) > x + markReachPx) break
    if (!kinds.includes(mark.kind)) continue
    if (best === undefined || Math.abs(xOf(scene, mark.at) - x) < Math.abs(xOf(scene, best.at) - x)) best = mark
  }
  return best
}

const breakAt = (scene: ChartScene, x: number): Gap | undefined =>
  scene.axis.squeezes.find(({ gap }) => xOf(scene, gap.startAt) + tolerancePx <= x && x <= xOf(scene, gap.endAt) - tolerancePx)?.gap

/** Kinds of marks at a height of a lane. */
const kindsAt = (scene: ChartScene, lane: number, y: number): readonly MarkKind[] => {
  const top = scene.layout.laneTops[lane] ?? 0
  const height = scene.layout.laneHeights[lane] ?? 0
  if (y < top + height * 0.25) return ['prompt', 'command', ...(lane === 0 ? [] : (['rewind'] as const))]
  return y > top + height * 0.7 ? ['error', 'refused'] : []
}

const laneTarget = (scene: ChartScene, place: number, x: number, y: number): Target | undefined => {
  const lane = scene.lanes[place]
  if (lane === undefined) return undefined
  const at = toTime(scene.axis, unitAt(scene, x))
  const mark = markNear(scene, lane, kindsAt(scene, place, y), x)
  if (mark !== undefined) return { kind: 'mark', lane, mark, at: mark.at }
  const gap = breakAt(scene, x)
  if (gap !== undefined) return { kind: 'break', gap, at }
  const hit = hitAt(lane, at, toTime(scene.axis, unitAt(scene, x + tolerancePx)) - at)
  return hit && { kind: 'lane', ...hit, at }
}

/** Above the lanes. */
const curveTarget = (scene: ChartScene, main: LaneIndex, { x, y }: ChartPoint): Target | undefined => {
  const { layout, timeline } = scene
  const mark = markNear(scene, main, ['compaction', 'rewind'], x)
  if (mark !== undefined) return { kind: 'mark', lane: main, mark, at: mark.at }
  const at = toTime(scene.axis, unitAt(scene, x))
  const gap = breakAt(scene, x)
  if (gap !== undefined) return { kind: 'break', gap, at }
  if (y < layout.curveTop || timeline.context.length === 0) return undefined
  const cutsAt = timeline.compactions.map((compaction) => compaction.at)
  const size = sizeAt(timeline.context, cutsAt, at)
  return size === 'before' ? undefined : { kind: 'context', lane: main, at, tokens: size, reply: replyAt(timeline.context, at) }
}

/** Undefined: nothing is drawn at the point. */
export const targetAt = (scene: ChartScene, point: ChartPoint): Target | undefined => {
  const { layout, lanes, scrollTop } = scene
  const [main] = lanes
  if (main === undefined || point.x < layout.plotLeft - layout.edge || point.y < layout.axisBottom) return undefined
  const y = point.y + scrollTop
  if (y <= layout.curveBottom) return curveTarget(scene, main, { x: point.x, y })
  const lane = laneAt(layout, y)
  return lane === undefined ? undefined : laneTarget(scene, lane, point.x, y)
}
