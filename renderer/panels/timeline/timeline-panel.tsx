/** Legend, chart and selected range of a timeline, and the commands that move it. */
import { useMemo, useState, type ReactNode } from 'react'
import type { TimelineView } from '../../../app/contract/timeline.ts'
import { keepPreference, preference } from '../../ui/layout/preferences.ts'
import type { ReadPlace } from './event-place.ts'
import { idleGaps, timeAxis } from './time-axis.ts'
import { laneIndexes } from './lane-index.ts'
import type { Range } from './range-figures.ts'
import { RangePanel } from './range-panel.tsx'
import { TimelineChart } from './timeline-chart.tsx'
import { TimelineLegend } from './timeline-legend.tsx'
import { useShown } from './use-shown.ts'
import { useTimelineCommands } from './use-timeline-commands.ts'

export interface TimelinePanelProps {
  readonly timeline: TimelineView
  readonly startAt: number
  readonly endAt: number
  readonly commit: string | undefined
  readonly stretch: readonly [number, number] | undefined
  readonly onStretch: (shown: readonly [number, number] | undefined) => void
  readonly onRead: (place: ReadPlace) => void
}

const idleMs = 5 * 60_000

export const TimelinePanel = (props: TimelinePanelProps): ReactNode => {
  const { timeline, startAt, endAt } = props
  const lanes = useMemo(() => laneIndexes(timeline), [timeline])
  const gaps = useMemo(() => idleGaps(timeline.lanes, startAt, endAt, idleMs), [timeline, startAt, endAt])
  const [isSqueezed, setSqueezed] = useState(() => preference('timeline.squeeze') !== 'no')
  const axis = useMemo(() => timeAxis(startAt, endAt, isSqueezed ? gaps : []), [startAt, endAt, gaps, isSqueezed])
  const view = useShown({ axis, stretch: props.stretch, onStretch: props.onStretch })
  const [range, setRange] = useState<Range>()
  const [cursorAt, setCursor] = useState<number>()
  const toggleIdle = (): void => {
    keepPreference('timeline.squeeze', isSqueezed ? 'no' : 'yes')
    setSqueezed(!isSqueezed)
  }
  useTimelineCommands({
    view,
    axis,
    lanes,
    cursorAt,
    range,
    setCursor,
    setRange,
    toggleIdle,
    sources: timeline.sources,
    onRead: props.onRead,
  })
  return (
    <section className="timeline" aria-label="Timeline">
      <TimelineLegend
        totals={timeline.totals}
        gaps={gaps}
        isSqueezed={isSqueezed}
        onToggleIdle={toggleIdle}
        onFit={view.fit}
        showsAll={view.showsAll}
      />
      <TimelineChart
        timeline={timeline}
        lanes={lanes}
        axis={axis}
        view={view}
        commit={props.commit}
        range={range}
        cursorAt={cursorAt}
        onRange={setRange}
        onCursor={setCursor}
        onRead={props.onRead}
      />
      {range === undefined ? null : (
        <RangePanel lanes={lanes} range={range} onZoom={() => view.frame(range[0], range[1])} onClear={() => setRange(undefined)} />
      )}
    </section>
  )
}
