/** The canvas of the timeline: sizes it, paints it once per frame, and turns the pointer into moves. */
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import type { TimelineView } from '../../../app/contract/timeline.ts'
import { countOf } from '../../../app/model/format/count.ts'
import { formatDuration } from '../../../app/model/format/duration.ts'
import { useElementSize } from '../../ui/layout/use-element-size.ts'
import { chartLayout } from './chart-layout.ts'
import { targetAt, xOf, type ChartPoint, type Target } from './chart-target.ts'
import { scaleTop } from './context-curve.ts'
import { drawChart, type ChartScene } from './draw-chart.ts'
import type { LaneIndex } from './lane-index.ts'
import { laneStates } from './lane-states.ts'
import type { PlacedLane } from './placed-lane.ts'
import type { TimeAxis } from './time-axis.ts'
import { cursorEvent, type Cursor } from './timeline-cursor.ts'
import { TimelineTip } from './timeline-tip.tsx'
import { useCanvasPainting } from './use-canvas-painting.ts'
import { useChartPointer } from './use-chart-pointer.ts'
import type { ShownView } from './use-shown.ts'
import { useThrottled } from './use-throttled.ts'

export interface TimelineChartProps {
  readonly timeline: TimelineView
  readonly lanes: readonly PlacedLane[]
  readonly axis: TimeAxis
  readonly view: ShownView
  readonly commit: string | undefined
  readonly range: readonly [number, number] | undefined
  readonly cursor: Cursor | undefined
  readonly onRange: (range: readonly [number, number] | undefined) => void
  readonly onClick: (target: Target | undefined) => void
}

/** Last place of the pointer, and the cursor at that moment: a cursor that has moved since is described instead of the pointer. */
interface Pointed {
  readonly point: ChartPoint | undefined
  readonly cursor: Cursor | undefined
}

/** Milliseconds between two updates of the text at a resting pointer while the view moves. */
const hoverMs = 100

export const TimelineChart = (props: TimelineChartProps): ReactNode => {
  const { timeline, axis, view, commit, range, cursor, lanes } = props
  const frame = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const box = useElementSize(frame)
  const [scrollTop, setScrollTop] = useState(0)
  const [pointed, setPointed] = useState<Pointed>({ point: undefined, cursor })
  const layout = useMemo(
    () => chartLayout({ ...box, laneCount: lanes.length, hasCurve: timeline.context.length > 0 }),
    [box, lanes.length, timeline],
  )
  const top = useMemo(() => scaleTop(timeline.context), [timeline])
  const { shown } = view
  const scene = useMemo(
    (): ChartScene => ({ timeline, scaleTop: top, lanes, axis, shown, layout, range, commit, cursor, scrollTop, viewHeight: box.height }),
    [timeline, top, lanes, axis, shown, layout, range, commit, cursor, scrollTop, box.height],
  )
  useCanvasPainting(
    canvas,
    box,
    useCallback((context, colours) => drawChart(context, scene, colours), [scene]),
  )
  const pointer = useChartPointer({
    frame,
    scene,
    view,
    onHover: (point) => setPointed({ point, cursor }),
    onRange: props.onRange,
    onClick: props.onClick,
  })
  useEffect(() => {
    const lane = cursor?.lane ?? 0
    const [begin, end] = [layout.laneTops[lane] ?? 0, (layout.laneTops[lane] ?? 0) + (layout.laneHeights[lane] ?? 0)]
    const own = frame.current
    if (own === null || cursor === undefined) return
    if (end > own.scrollTop + own.clientHeight) own.scrollTop = end - own.clientHeight + 8
    else if (begin < own.scrollTop + layout.axisBottom) own.scrollTop = lane === 0 ? 0 : begin - layout.axisBottom - 8
  }, [cursor, layout])
  // Zooming moves what is under a pointer that rests.
  const sceneUnderPointer = useThrottled(scene, hoverMs)
  const hover = useMemo(() => hoverTip(sceneUnderPointer, pointed.point), [sceneUnderPointer, pointed.point])
  const tip = pointed.cursor === cursor ? hover : cursorTip(scene)
  return (
    <div className="chart-frame">
      <canvas
        ref={canvas}
        className="chart-canvas"
        role="img"
        aria-label={chartWords(timeline)}
        style={{ width: box.width, height: box.height }}
      />
      <div
        ref={frame}
        className={`chart ${pointer.isDragging ? 'is-dragging' : ''}`}
        onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}
        {...pointer.listeners}
      >
        <div style={{ height: layout.height }} />
      </div>
      {tip === undefined ? null : <TimelineTip {...tip} sessionId={timeline.sessionId} box={box} />}
    </div>
  )
}

interface Tip {
  readonly target: Target
  readonly point: ChartPoint
  readonly hint: string
}

const hoverTip = (scene: ChartScene, point: ChartPoint | undefined): Tip | undefined => {
  const target = point && targetAt(scene, point)
  return point && target && { target, point, hint: target.kind === 'context' ? 'Click to list what filled it' : 'Click to read it' }
}

/** Below the lane of the cursor, while its event is in view. */
const cursorTip = (scene: ChartScene): Tip | undefined => {
  const { cursor, lanes, layout, scrollTop } = scene
  const lane: LaneIndex | undefined = cursor && lanes[cursor.lane]
  const event = cursorEvent(lanes, cursor)
  if (cursor === undefined || lane === undefined || event === undefined) return undefined
  const x = xOf(scene, event.at)
  if (x < layout.plotLeft - 1 || x > layout.plotLeft + layout.plotWidth + 1) return undefined
  const y = (layout.laneTops[cursor.lane] ?? 0) + (layout.laneHeights[cursor.lane] ?? 0) / 2 - scrollTop
  return { target: { kind: 'lane', lane, event, span: undefined, at: event.at }, point: { x, y }, hint: 'Press Enter to read it' }
}

/** The timeline in a sentence, for screen readers. */
const chartWords = (timeline: TimelineView): string => {
  const length =
    timeline.startAt === null || timeline.endAt === null ? 'of unknown length' : `of ${formatDuration(timeline.endAt - timeline.startAt)}`
  const states = laneStates
    .filter(({ state }) => timeline.totals[state] > 0)
    .map(({ state, name }) => `${name.toLowerCase()} ${formatDuration(timeline.totals[state])}`)
  const agents = countOf(Math.max(0, timeline.lanes.length - 1), 'sub-agent')
  return `Timeline ${length}, ${agents}, ${countOf(timeline.compactions.length, 'compaction')}. Main lane: ${states.join(', ')}.`
}
