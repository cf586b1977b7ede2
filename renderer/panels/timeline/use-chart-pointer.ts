/** Wheel zooms, dragging pans, Shift and dragging selects a range, a click opens what is under the pointer. */
import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react'
import { laneAt } from './chart-layout.ts'
import type { ChartScene } from './draw-chart.ts'
import { placeOfHit, type ReadPlace } from './event-place.ts'
import { hitAt, type ChartPoint, type Hit, type Hover } from './hit.ts'
import { toTime } from './time-axis.ts'
import type { ShownView } from './use-shown.ts'

export interface ChartPointerOptions {
  readonly frame: RefObject<HTMLElement | null>
  readonly scene: ChartScene
  readonly view: ShownView
  /** The pointer rests there, pixels from the top left corner of what is in view; undefined: it is elsewhere, or drags. */
  readonly onHover: (point: ChartPoint | undefined) => void
  readonly onRange: (range: readonly [number, number] | undefined) => void
  readonly onCursor: (at: number) => void
  readonly onRead: (place: ReadPlace) => void
}

type Listener = (event: PointerEvent) => void

export interface ChartPointer {
  readonly isDragging: boolean
  readonly listeners: {
    readonly onPointerDown: Listener
    readonly onPointerMove: Listener
    readonly onPointerUp: Listener
    readonly onPointerLeave: Listener
  }
}

interface Drag {
  readonly kind: 'pan' | 'range'
  readonly startX: number
  lastX: number
  hasMoved: boolean
}

const clickPx = 4
const tolerancePx = 4
const wheelBase = 1.0016

export const useChartPointer = (options: ChartPointerOptions): ChartPointer => {
  const drag = useRef<Drag | undefined>(undefined)
  const [isDragging, setDragging] = useState(false)
  useWheel(options)
  const place = (event: PointerEvent): Place => placeOf(options, event)
  return {
    isDragging,
    listeners: {
      onPointerDown: (event) => {
        const { x } = place(event)
        if (event.button !== 0 || x < -options.scene.layout.edge) return
        event.currentTarget.setPointerCapture(event.pointerId)
        drag.current = { kind: event.shiftKey ? 'range' : 'pan', startX: x, lastX: x, hasMoved: false }
      },
      onPointerMove: (event) => {
        if (drag.current === undefined) options.onHover(pointOf(options, event))
        else dragTo(options, drag.current, place(event).x, setDragging)
      },
      onPointerUp: (event) => {
        if (drag.current?.hasMoved === false) click(options, place(event))
        drag.current = undefined
        setDragging(false)
      },
      onPointerLeave: () => options.onHover(undefined),
    },
  }
}

/** Pixels from the left of the plot, and from the top of the chart and of what is in view. */
interface Place {
  readonly x: number
  readonly y: number
  readonly viewY: number
}

interface ClientPoint {
  readonly clientX: number
  readonly clientY: number
}

const pointOf = ({ frame }: ChartPointerOptions, event: ClientPoint): ChartPoint => {
  const box = frame.current?.getBoundingClientRect()
  return { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) }
}

const placeIn = (scene: ChartScene, { x, y }: ChartPoint): Place => ({ x: x - scene.layout.plotLeft, y: y + scene.scrollTop, viewY: y })

const placeOf = (options: ChartPointerOptions, event: ClientPoint): Place => placeIn(options.scene, pointOf(options, event))

const unitAt = ({ shown, layout }: ChartScene, x: number): number => shown.from + (x / layout.plotWidth) * (shown.to - shown.from)

const hitUnder = (scene: ChartScene, { x, y, viewY }: Place): Hit | undefined => {
  const lane = x < -scene.layout.edge || viewY < scene.layout.axisBottom ? undefined : scene.lanes[laneAt(scene.layout, y) ?? -1]
  if (lane === undefined) return undefined
  const at = toTime(scene.axis, unitAt(scene, x))
  const tolerance = toTime(scene.axis, unitAt(scene, x + tolerancePx)) - at
  return hitAt(lane, at, tolerance)
}

/** What lies at a point of the scene as it is now; undefined: nothing. */
export const hoverAt = (scene: ChartScene, point: ChartPoint): Hover | undefined => {
  const hit = hitUnder(scene, placeIn(scene, point))
  return hit && { hit, ...point }
}

const click = (options: ChartPointerOptions, place: Place): void => {
  options.onRange(undefined)
  options.onCursor(toTime(options.scene.axis, unitAt(options.scene, place.x)))
  const hit = hitUnder(options.scene, place)
  const { axis, timeline } = options.scene
  const read = hit && placeOfHit(hit, toTime(axis, unitAt(options.scene, place.x)), timeline.sources)
  if (read !== undefined) options.onRead(read)
}

const dragTo = (
  { scene, view, onRange, onHover }: ChartPointerOptions,
  drag: Drag,
  x: number,
  setDragging: (isDragging: boolean) => void,
): void => {
  if (!drag.hasMoved && Math.abs(x - drag.startX) < clickPx) return
  drag.hasMoved = true
  onHover(undefined)
  setDragging(drag.kind === 'pan')
  if (drag.kind === 'pan') view.pan((drag.lastX - x) / scene.layout.plotWidth)
  else {
    const ends = [drag.startX, x]
      .sort((a, b) => a - b)
      .map((each) => toTime(scene.axis, unitAt(scene, Math.max(0, Math.min(each, scene.layout.plotWidth)))))
    onRange([ends[0] ?? 0, ends[1] ?? 0])
  }
  drag.lastX = x
}

/** The wheel zooms over the lanes; with Shift, or sideways, it pans. React's own wheel listener cannot stop the scrolling. */
const useWheel = (options: ChartPointerOptions): void => {
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  const { frame } = options
  useEffect(() => {
    const own = frame.current
    const turn = (event: WheelEvent): void => {
      const { scene, view } = latest.current
      const { x } = placeOf(latest.current, event)
      if (x < -scene.layout.edge) return
      event.preventDefault()
      const sideways = event.shiftKey ? event.deltaY : event.deltaX
      if (Math.abs(sideways) > Math.abs(event.deltaY) || event.shiftKey) view.pan(sideways / scene.layout.plotWidth)
      else view.zoom(wheelBase ** event.deltaY, unitAt(scene, x))
    }
    own?.addEventListener('wheel', turn, { passive: false })
    return () => own?.removeEventListener('wheel', turn)
  }, [frame])
}
