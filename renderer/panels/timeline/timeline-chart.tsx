/** The canvas of the timeline: sizes it, paints it once per frame, and turns the pointer into moves. */
import { useCallback, useMemo, useRef, useState, type ReactNode } from 'react'
import type { TimelineView } from '../../../app/contract/timeline.ts'
import { chartLayout } from './chart-layout.ts'
import { scaleTop } from './context-curve.ts'
import { drawChart, type ChartScene } from './draw-chart.ts'
import type { ReadPlace } from './event-place.ts'
import type { ChartPoint } from './hit.ts'
import type { LaneIndex } from './lane-index.ts'
import { placeLane } from './placed-lane.ts'
import type { TimeAxis } from './time-axis.ts'
import { TimelineTip } from './timeline-tip.tsx'
import { useElementSize } from '../../ui/layout/use-element-size.ts'
import { useCanvasPainting } from './use-canvas-painting.ts'
import { hoverAt, useChartPointer } from './use-chart-pointer.ts'
import type { ShownView } from './use-shown.ts'
import { countOf } from '../../../app/model/format/count.ts'
import { formatDuration } from '../../../app/model/format/duration.ts'
import { laneStates } from './lane-states.ts'

export interface TimelineChartProps {
  readonly timeline: TimelineView
  readonly lanes: readonly LaneIndex[]
  readonly axis: TimeAxis
  readonly view: ShownView
  readonly commit: string | undefined
  readonly range: readonly [number, number] | undefined
  readonly cursorAt: number | undefined
  readonly onRange: (range: readonly [number, number] | undefined) => void
  readonly onCursor: (at: number) => void
  readonly onRead: (place: ReadPlace) => void
}

export const TimelineChart = (props: TimelineChartProps): ReactNode => {
  const { timeline, axis, view, commit, range, cursorAt } = props
  const frame = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const box = useElementSize(frame)
  const [scrollTop, setScrollTop] = useState(0)
  const [point, setPoint] = useState<ChartPoint>()
  const layout = useMemo(
    () => chartLayout(box.width, props.lanes.length, timeline.context.length > 0),
    [box.width, props.lanes.length, timeline],
  )
  const lanes = useMemo(() => props.lanes.map((lane) => placeLane(lane, axis)), [props.lanes, axis])
  const top = useMemo(() => scaleTop(timeline.context), [timeline])
  const { shown } = view
  const scene = useMemo(
    (): ChartScene => ({ timeline, scaleTop: top, lanes, axis, shown, layout, range, commit, cursorAt, scrollTop, viewHeight: box.height }),
    [timeline, top, lanes, axis, shown, layout, range, commit, cursorAt, scrollTop, box.height],
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
    onHover: setPoint,
    onRange: props.onRange,
    onCursor: props.onCursor,
    onRead: props.onRead,
  })
  // Zooming moves what is under a pointer that rests.
  const hover = useMemo(() => point && hoverAt(scene, point), [scene, point])
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
      {hover === undefined ? null : <TimelineTip hover={hover} box={box} />}
    </div>
  )
}

/** The timeline in a sentence, for those who do not see it. */
const chartWords = (timeline: TimelineView): string => {
  const length =
    timeline.startAt === null || timeline.endAt === null ? 'of unknown length' : `of ${formatDuration(timeline.endAt - timeline.startAt)}`
  const states = laneStates
    .filter(({ state }) => timeline.totals[state] > 0)
    .map(({ state, name }) => `${name.toLowerCase()} ${formatDuration(timeline.totals[state])}`)
  const agents = countOf(Math.max(0, timeline.lanes.length - 1), 'sub-agent')
  return `Timeline ${length}, ${agents}, ${countOf(timeline.compactions.length, 'compaction')}. Main lane: ${states.join(', ')}.`
}
