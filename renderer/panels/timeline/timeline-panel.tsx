/** Legend, overview, chart and figures of a timeline, and the commands that move it. */
import { useMemo, useState, type ReactNode } from 'react'
import type { TimelineView } from '../../../app/contract/timeline.ts'
import { formatDuration } from '../../../app/model/format/duration.ts'
import { keepPreference, preference } from '../../ui/layout/preferences.ts'
import { CacheBreaksLane } from './cache-breaks-lane.tsx'
import type { Target } from './chart-target.ts'
import { replyAt } from './context-curve.ts'
import { contextPlace, destinationOf, placeOfPick, type ReadPlace } from './event-place.ts'
import { eventWords, spoken } from './event-words.ts'
import { FiguresBar } from './figures-bar.tsx'
import { laneIndexes, type LaneIndex } from './lane-index.ts'
import { legendEntries } from './legend-entries.ts'
import { pickOfEvent } from './pick-event.ts'
import { placeLane } from './placed-lane.ts'
import { rangeFigures, type Range, type RangeFigures } from './range-figures.ts'
import { squeezedAxis, timeAxis, toTime, type TimeAxis } from './time-axis.ts'
import { TimelineChart } from './timeline-chart.tsx'
import { cursorEvent, cursorOf, type Cursor } from './timeline-cursor.ts'
import { TimelineLegend } from './timeline-legend.tsx'
import { TimelineOverview } from './timeline-overview.tsx'
import { useShown, type ShownView } from './use-shown.ts'
import { useThrottled } from './use-throttled.ts'
import { useTimelineCommands } from './use-timeline-commands.ts'

export interface TimelinePanelProps {
  readonly timeline: TimelineView
  readonly startAt: number
  readonly endAt: number
  readonly commit: string | undefined
  readonly stretch: readonly [number, number] | undefined
  readonly onStretch: (shown: readonly [number, number] | undefined) => void
  readonly onRead: (place: ReadPlace) => void
  readonly onClose: (() => void) | undefined
}

export const TimelinePanel = (props: TimelinePanelProps): ReactNode => {
  const { timeline, startAt, endAt, onRead } = props
  const lanes = useMemo(() => laneIndexes(timeline), [timeline])
  const squeezed = useMemo(() => squeezedAxis(timeline.lanes, startAt, endAt), [timeline, startAt, endAt])
  const [isSqueezed, setSqueezed] = useState(() => preference('timeline.squeeze') !== 'no')
  const axis = useMemo(() => (isSqueezed ? squeezed : timeAxis(startAt, endAt, [])), [startAt, endAt, squeezed, isSqueezed])
  const placed = useMemo(() => lanes.map((lane) => placeLane(lane, axis)), [lanes, axis])
  const view = useShown({ axis, stretch: props.stretch, onStretch: props.onStretch })
  const { range, cursor, setCursor, extendTo, setRange } = useCursor(lanes)
  const figures = useFigures({ timeline, lanes, axis, view, range })
  const readEvent = (at: Cursor | undefined): void => {
    const pick = pickOfEvent(cursorEvent(lanes, at))
    if (pick !== undefined) onRead(placeOfPick(pick, timeline.sources))
  }
  const readContext = (): void => {
    const at = cursorEvent(lanes, cursor)?.at
    const reply = at === undefined ? timeline.context.at(-1) : replyAt(timeline.context, at)
    const place = reply && contextPlace(reply)
    if (place !== undefined) onRead(place)
  }
  const click = (target: Target | undefined): void => {
    if (target === undefined || target.kind === 'break') return
    const { event, place } = destinationOf(target, timeline.sources)
    if (event !== undefined) setCursor(cursorOf(lanes, target.lane, event))
    if (place !== undefined) onRead(place)
  }
  const toggleIdle = (): void => {
    keepPreference('timeline.squeeze', isSqueezed ? 'no' : 'yes')
    setSqueezed(!isSqueezed)
  }
  const zoomToRange = (): void => {
    if (range !== undefined) view.frame(range[0], range[1])
  }
  useTimelineCommands({
    view,
    axis,
    lanes,
    cursor,
    range,
    toggleIdle,
    onCursor: (next) => {
      setCursor(next)
      readEvent(next)
    },
    onExtend: extendTo,
    onRead: () => readEvent(cursor),
    onContext: readContext,
    onZoomToRange: zoomToRange,
    onClearRange: () => setRange(undefined),
    onClose: props.onClose,
  })
  const hasContext = timeline.context.length > 0
  const entries = useMemo(() => legendEntries({ ...figures, hasContext }), [figures, hasContext])
  const [main] = placed
  const event = cursorEvent(lanes, cursor)
  return (
    <section className="timeline" aria-label="Timeline">
      <TimelineLegend
        scope={figures.scope}
        entries={entries}
        gaps={squeezed.squeezes.length}
        isSqueezed={isSqueezed}
        onToggleIdle={toggleIdle}
        onFit={view.fit}
        showsAll={view.showsAll}
      />
      {main === undefined ? null : <TimelineOverview lane={main} axis={axis} view={view} cursorAt={event?.at} />}
      <CacheBreaksLane timeline={timeline} axis={axis} view={view} onRead={onRead} />
      <TimelineChart
        timeline={timeline}
        lanes={placed}
        axis={axis}
        view={view}
        commit={props.commit}
        range={range}
        cursor={cursor}
        onRange={setRange}
        onClick={click}
      />
      <FiguresBar {...figures} onZoom={zoomToRange} onClear={() => setRange(undefined)} />
      <div className="visually-hidden" role="status">
        {event === undefined ? '' : spoken(eventWords(event))}
      </div>
    </section>
  )
}

interface Selection {
  readonly cursor: Cursor | undefined
  readonly range: Range | undefined
  /** Where the range that is extended by key begins. */
  readonly anchorAt: number | undefined
}

interface CursorAndRange extends Pick<Selection, 'cursor' | 'range'> {
  readonly setCursor: (cursor: Cursor | undefined) => void
  readonly extendTo: (cursor: Cursor) => void
  readonly setRange: (range: Range | undefined) => void
}

const useCursor = (lanes: readonly LaneIndex[]): CursorAndRange => {
  const [selection, setSelection] = useState<Selection>({ cursor: undefined, range: undefined, anchorAt: undefined })
  const extendTo = (cursor: Cursor): void => {
    const at = cursorEvent(lanes, cursor)?.at
    if (at === undefined) return
    const anchorAt = selection.anchorAt ?? cursorEvent(lanes, selection.cursor)?.at ?? at
    setSelection({ cursor, anchorAt, range: anchorAt === at ? undefined : [Math.min(anchorAt, at), Math.max(anchorAt, at)] })
  }
  return {
    cursor: selection.cursor,
    range: selection.range,
    setCursor: (cursor) => setSelection((now) => ({ ...now, cursor, anchorAt: undefined })),
    extendTo,
    setRange: (range) => setSelection((now) => ({ ...now, range, anchorAt: undefined })),
  }
}

interface FigureOptions {
  readonly timeline: TimelineView
  readonly lanes: readonly LaneIndex[]
  readonly axis: TimeAxis
  readonly view: ShownView
  readonly range: Range | undefined
}

interface Figures {
  readonly whole: RangeFigures
  readonly shown: RangeFigures
  readonly scope: string
  readonly breaks: number
  readonly breaksShown: number
  readonly selected: { readonly range: Range; readonly figures: RangeFigures } | undefined
}

/** Milliseconds between two updates of the figures while the view moves: computing them in every frame takes too long. */
const figuresMs = 120

/** Figures of the whole session, of the part in view, and of the selected range. */
const useFigures = ({ timeline, lanes, axis, view, range }: FigureOptions): Figures => {
  const { usage } = timeline
  // An axis and the part of it in view belong together.
  const latest = useMemo(() => ({ axis, shown: view.shown, showsAll: view.showsAll }), [axis, view.shown, view.showsAll])
  const seen = useThrottled(latest, figuresMs)
  const whole = useMemo(() => rangeFigures(lanes, -Infinity, Infinity, usage), [lanes, usage])
  const inView = useMemo(
    () => (seen.showsAll ? whole : rangeFigures(lanes, toTime(seen.axis, seen.shown.from), toTime(seen.axis, seen.shown.to), usage)),
    [lanes, usage, seen, whole],
  )
  const selected = useMemo(
    () => (range === undefined ? undefined : { range, figures: rangeFigures(lanes, range[0], range[1], usage) }),
    [lanes, usage, range],
  )
  return useMemo(
    () => ({
      whole,
      shown: inView,
      selected,
      breaks: seen.axis.squeezes.length,
      breaksShown: seen.axis.squeezes.filter(({ start, end }) => end > seen.shown.from && start < seen.shown.to).length,
      scope: seen.showsAll ? 'Whole session' : `In view: ${formatDuration(inView.durationMs)}`,
    }),
    [whole, inView, selected, seen],
  )
}
