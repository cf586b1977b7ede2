/** The whole session above the chart, with the part in view: a click or a drag moves it. */
import { useMemo, useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import { formatInstant } from '../../../app/model/format/instant.ts'
import { useElementSize } from '../../ui/layout/use-element-size.ts'
import type { OverviewCover, OverviewScene } from './draw-overview.ts'
import { OverviewCanvas } from './overview-canvas.tsx'
import { centredAt, draggedBy, gripAt, type Grip } from './overview-drag.ts'
import { overviewLayout } from './overview-layout.ts'
import type { PlacedLane } from './placed-lane.ts'
import { toTime, type TimeAxis } from './time-axis.ts'
import type { ShownView } from './use-shown.ts'
import type { Shown } from './zoom.ts'

export interface TimelineOverviewProps {
  readonly lane: PlacedLane
  readonly axis: TimeAxis
  readonly view: ShownView
  readonly cursorAt: number | undefined
}

interface Drag {
  readonly grip: Grip
  readonly x: number
  readonly from: Shown
}

const zoomStep = 1.3
const panStep = 0.15

export const TimelineOverview = ({ lane, axis, view, cursorAt }: TimelineOverviewProps): ReactNode => {
  const frame = useRef<HTMLDivElement>(null)
  const drag = useRef<Drag | undefined>(undefined)
  const box = useElementSize(frame)
  const [grip, setGrip] = useState<Grip>()
  const layout = useMemo(() => overviewLayout(box.width, box.height), [box])
  const scene = useMemo((): OverviewScene => ({ lane, axis, layout }), [lane, axis, layout])
  const { shown, showsAll } = view
  const cover = useMemo(
    (): OverviewCover => ({ axis, layout, stretch: showsAll ? undefined : shown, dimsRest: true, cursorAt }),
    [axis, layout, shown, showsAll, cursorAt],
  )
  const xOf = (event: PointerEvent): number => event.clientX - (frame.current?.getBoundingClientRect().left ?? 0)
  const press = (event: PointerEvent): void => {
    if (event.button !== 0 || showsAll) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const x = xOf(event)
    const held = gripAt(layout, axis.length, shown, x)
    const from = held === undefined ? centredAt(layout, axis.length, shown, x) : shown
    drag.current = { grip: held ?? 'move', x, from }
    if (held === undefined) view.show(from)
  }
  const move = (event: PointerEvent): void => {
    const x = xOf(event)
    if (drag.current === undefined) setGrip(showsAll ? undefined : gripAt(layout, axis.length, shown, x))
    else view.show(draggedBy(layout, axis.length, drag.current.from, drag.current.grip, x - drag.current.x))
  }
  const release = (): void => {
    drag.current = undefined
  }
  const [fromAt, toAt] = [toTime(axis, shown.from), toTime(axis, shown.to)]
  return (
    <div
      ref={frame}
      className={`overview timeline-overview ${grip === undefined ? '' : `is-${grip}`}`}
      role="slider"
      tabIndex={0}
      aria-label="Part of the session in view"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(((shown.from + shown.to) / 2 / axis.length) * 100)}
      aria-valuetext={showsAll ? 'The whole session' : `${formatInstant(fromAt)} to ${formatInstant(toAt)}`}
      onKeyDown={(event) => {
        if (moveByKey(event, view, axis)) event.preventDefault()
      }}
      onPointerDown={press}
      onPointerMove={move}
      onPointerUp={release}
      onPointerCancel={release}
    >
      <OverviewCanvas scene={scene} cover={cover} box={box} />
    </div>
  )
}

/** Whether the key moves the strip; the keys are those of any slider. */
const moveByKey = ({ key }: KeyboardEvent, view: ShownView, { length }: TimeAxis): boolean => {
  const width = view.shown.to - view.shown.from
  const moves: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => view.pan(-panStep),
    ArrowRight: () => view.pan(panStep),
    ArrowUp: () => view.zoom(1 / zoomStep),
    ArrowDown: () => view.zoom(zoomStep),
    PageUp: () => view.pan(-1),
    PageDown: () => view.pan(1),
    Home: () => view.show({ from: 0, to: width }),
    End: () => view.show({ from: length - width, to: length }),
  }
  moves[key]?.()
  return moves[key] !== undefined
}
