/** The timeline as a strip over a page: the whole session, the stretch that the reader shows, and a way to every event. */
import { useMemo, useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'
import type { TimelineEvent, TimelineView } from '../../../app/contract/timeline.ts'
import { useElementSize } from '../../ui/layout/use-element-size.ts'
import { EventTip } from './event-tip.tsx'
import type { OverviewCover, OverviewScene } from './draw-overview.ts'
import { placeOfPick, type ReadPlace } from './event-place.ts'
import { pickWords, spoken } from './event-words.ts'
import { laneIndexes } from './lane-index.ts'
import { OverviewCanvas } from './overview-canvas.tsx'
import { overviewLayout, overviewX } from './overview-layout.ts'
import { refreshPick, pickAt, pickByKey, pickPlace, placeAmong, placeAt, readableEvents, type Pick } from './pick-event.ts'
import { placeLane, type PlacedLane } from './placed-lane.ts'
import { axisWalk, squeezedAxis, toAxis, type TimeAxis } from './time-axis.ts'
import { tipBelow } from './tip-place.ts'
import './timeline.css'

export interface TimelineStripProps {
  readonly timeline: TimelineView
  /** Time range in the reader, milliseconds since 1970; undefined: none. */
  readonly shownFrom: number | undefined
  readonly shownTo: number | undefined
  readonly onPick: (place: ReadPlace) => void
}

/** Nothing for a session without times. */
export const TimelineStrip = (props: TimelineStripProps): ReactNode => {
  const { timeline } = props
  const main = useMemo(() => mainLane(timeline), [timeline])
  return main === undefined ? null : <Strip {...props} {...main} />
}

/** The cursor, and the events among which it was set. */
interface Kept {
  readonly pick: Pick
  readonly among: readonly TimelineEvent[]
}

interface MainLane {
  readonly axis: TimeAxis
  readonly lane: PlacedLane
}

const mainLane = (timeline: TimelineView): MainLane | undefined => {
  const { startAt, endAt } = timeline
  const [main] = laneIndexes(timeline)
  if (startAt === null || endAt === null || main === undefined) return undefined
  const axis = squeezedAxis(timeline.lanes, startAt, endAt)
  return { axis, lane: placeLane(main, axis) }
}

const Strip = ({ timeline, shownFrom, shownTo, onPick, axis, lane }: TimelineStripProps & MainLane): ReactNode => {
  const frame = useRef<HTMLDivElement>(null)
  const box = useElementSize(frame)
  const [hovered, setHovered] = useState<Pick>()
  const [kept, setKept] = useState<Kept>()
  /** Clicked: its tip would cover what the reader goes to. */
  const [clicked, setClicked] = useState<Pick>()
  const layout = useMemo(() => overviewLayout(box.width, box.height), [box])
  const readable = useMemo(() => readableEvents(lane), [lane])
  const cursor = useMemo(() => kept && refreshPick(kept.pick, kept.among, readable), [kept, readable])
  const setCursor = (pick: Pick | undefined): void => setKept(pick && { pick, among: readable })
  const scene = useMemo((): OverviewScene => ({ lane, axis, layout }), [lane, axis, layout])
  const pointed = hovered ?? cursor
  const cover = useMemo((): OverviewCover => {
    const isShown = shownFrom !== undefined && shownTo !== undefined
    const stretch = isShown ? { from: toAxis(axis, shownFrom), to: toAxis(axis, shownTo) } : undefined
    return { axis, layout, stretch, dimsRest: false, cursorAt: pointed?.at }
  }, [axis, layout, shownFrom, shownTo, pointed])
  const under = (event: MouseEvent): Pick | undefined => {
    const unitOf = axisWalk(axis)
    const left = frame.current?.getBoundingClientRect().left ?? 0
    return pickAt({ lane, readable, pixelOf: (at) => overviewX(layout, axis.length, unitOf(at)) }, event.clientX - left)
  }
  const place = cursor === undefined ? placeAt(readable, shownFrom ?? axis.startAt) : placeAmong(readable, cursor)
  const current = cursor ?? pickPlace(readable, place)
  const pick = (picked: Pick | undefined): void => {
    if (picked === undefined) return
    setCursor(picked)
    onPick(placeOfPick(picked, timeline.sources))
  }
  const press = (event: KeyboardEvent): void => {
    const isPicked = event.key === 'Enter' || event.key === ' '
    const next = isPicked ? undefined : pickByKey(event.key, lane, readable, cursor ?? (shownFrom === undefined ? undefined : current))
    if (isPicked) pick(current)
    else if (next !== undefined) setCursor(next)
    else return
    setClicked(undefined)
    // These keys belong to the strip while it has the focus.
    event.preventDefault()
  }
  return (
    <div className="timeline-strip">
      <div
        ref={frame}
        className="overview"
        role="slider"
        tabIndex={0}
        aria-label="Session timeline"
        aria-valuemin={1}
        aria-valuemax={Math.max(1, readable.length)}
        aria-valuenow={place + 1}
        aria-valuetext={current === undefined ? 'No events' : spoken(pickWords(current))}
        onKeyDown={press}
        onBlur={() => setCursor(undefined)}
        onPointerMove={(event) => setHovered(under(event))}
        onPointerLeave={() => setHovered(undefined)}
        onClick={(event) => {
          setClicked(under(event))
          pick(under(event))
        }}
      >
        <OverviewCanvas scene={scene} cover={cover} box={box} />
      </div>
      {pointed === undefined || pointed.at === clicked?.at ? null : (
        <EventTip
          words={pickWords(pointed)}
          hint="Click or press Enter to read it"
          style={tipBelow(overviewX(layout, axis.length, toAxis(axis, pointed.at)), box)}
        />
      )}
    </div>
  )
}
