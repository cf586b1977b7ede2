/** Wheel zooms, dragging pans, Shift and dragging selects a range, a click opens the event under the pointer. */
import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react'
import { targetAt, unitAt, type ChartPoint, type Target } from './chart-target.ts'
import type { ChartScene } from './draw-chart.ts'
import { toTime } from './time-axis.ts'
import type { ShownView } from './use-shown.ts'

export interface ChartPointerOptions {
  readonly frame: RefObject<HTMLElement | null>
  readonly scene: ChartScene
  readonly view: ShownView
  /** The pointer rests there, pixels from the top left corner of the visible part; undefined: it is outside the chart, or drags. */
  readonly onHover: (point: ChartPoint | undefined) => void
  readonly onRange: (range: readonly [number, number] | undefined) => void
  readonly onClick: (target: Target | undefined) => void
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
const wheelBase = 1.0016

const isInPlot = ({ layout }: ChartScene, x: number): boolean => x >= layout.plotLeft - layout.edge

export const useChartPointer = (options: ChartPointerOptions): ChartPointer => {
  const drag = useRef<Drag | undefined>(undefined)
  const [isDragging, setDragging] = useState(false)
  useWheel(options)
  return {
    isDragging,
    listeners: {
      onPointerDown: (event) => {
        const { x } = pointOf(options, event)
        if (event.button !== 0 || !isInPlot(options.scene, x)) return
        event.currentTarget.setPointerCapture(event.pointerId)
        drag.current = { kind: event.shiftKey ? 'range' : 'pan', startX: x, lastX: x, hasMoved: false }
      },
      onPointerMove: (event) => {
        const point = pointOf(options, event)
        if (drag.current === undefined) options.onHover(point)
        else dragTo(options, drag.current, point.x, setDragging)
      },
      onPointerUp: (event) => {
        if (drag.current?.hasMoved === false) {
          options.onRange(undefined)
          options.onClick(targetAt(options.scene, pointOf(options, event)))
        }
        drag.current = undefined
        setDragging(false)
      },
      onPointerLeave: () => options.onHover(undefined),
    },
  }
}

const pointOf = ({ frame }: ChartPointerOptions, event: { readonly clientX: number; readonly clientY: number }): ChartPoint => {
  const box = frame.current?.getBoundingClientRect()
  return { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) }
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
  const { plotLeft, plotWidth } = scene.layout
  if (drag.kind === 'pan') view.pan((drag.lastX - x) / plotWidth)
  else {
    const ends = [drag.startX, x]
      .sort((a, b) => a - b)
      .map((each) => toTime(scene.axis, unitAt(scene, Math.max(plotLeft, Math.min(each, plotLeft + plotWidth)))))
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
      const { x } = pointOf(latest.current, event)
      if (!isInPlot(scene, x)) return
      event.preventDefault()
      const sideways = event.shiftKey ? event.deltaY : event.deltaX
      if (Math.abs(sideways) > Math.abs(event.deltaY) || event.shiftKey) view.pan(sideways / scene.layout.plotWidth)
      else view.zoom(wheelBase ** event.deltaY, unitAt(scene, x))
    }
    own?.addEventListener('wheel', turn, { passive: false })
    return () => own?.removeEventListener('wheel', turn)
  }, [frame])
}
