/** The stretch of the axis on screen: it moves immediately, and enters the address when it comes to rest. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { toAxis, toTime, type TimeAxis } from './time-axis.ts'
import { clampShown, frameAround, panBy, showsAll, zoomAround, type Limits, type Shown } from './zoom.ts'

export interface ShownView {
  readonly shown: Shown
  readonly showsAll: boolean
  /** `focus` in axis units; undefined: the middle. */
  readonly zoom: (factor: number, focus?: number) => void
  readonly pan: (share: number) => void
  readonly fit: () => void
  /** Shows this stretch of the axis. */
  readonly show: (shown: Shown) => void
  /** Shows a stretch of time with room around it. */
  readonly frame: (fromAt: number, toAt: number) => void
}

export interface ShownOptions {
  readonly axis: TimeAxis
  readonly stretch: readonly [number, number] | undefined
  readonly onStretch: (shown: readonly [number, number] | undefined) => void
}

/** The narrowest stretch that can be shown, milliseconds. */
const minMs = 20

/**
 * A view that does not move for this long is at rest, milliseconds. Each write redraws the whole screen, too much for a frame of a
 * movement.
 */
const restMs = 250

export const useShown = ({ axis, stretch, onStretch }: ShownOptions): ShownView => {
  const limits = useMemo((): Limits => ({ length: axis.length, least: minMs }), [axis])
  const [times, setTimes] = useState(stretch)
  const sent = useRef(stretch)
  const shown = useMemo(
    () =>
      times === undefined
        ? { from: 0, to: limits.length }
        : clampShown({ from: toAxis(axis, times[0]), to: toAxis(axis, times[1]) }, limits),
    [times, axis, limits],
  )
  const latest = useRef(onStretch)
  useEffect(() => {
    latest.current = onStretch
  })
  useEffect(() => {
    if (isSame(times, sent.current)) return undefined
    const resting = setTimeout(() => {
      sent.current = times
      latest.current(times)
    }, restMs)
    return () => clearTimeout(resting)
  }, [times])
  useEffect(() => {
    if (isSame(stretch, sent.current)) return
    sent.current = stretch
    setTimes(stretch)
  }, [stretch])
  const move = useCallback(
    (change: (now: Shown) => Shown) => {
      setTimes((now) => {
        const from = now === undefined ? { from: 0, to: limits.length } : { from: toAxis(axis, now[0]), to: toAxis(axis, now[1]) }
        const next = change(from)
        return showsAll(next, limits) ? undefined : [toTime(axis, next.from), toTime(axis, next.to)]
      })
    },
    [axis, limits],
  )
  return useMemo(
    () => ({
      shown,
      showsAll: showsAll(shown, limits),
      zoom: (factor, focus) => move((now) => zoomAround(now, focus ?? (now.from + now.to) / 2, factor, limits)),
      pan: (share) => move((now) => panBy(now, share, limits)),
      fit: () => move(() => ({ from: 0, to: limits.length })),
      show: (next) => move(() => clampShown(next, limits)),
      frame: (fromAt, toAt) => move(() => frameAround(toAxis(axis, fromAt), toAxis(axis, toAt), limits)),
    }),
    [shown, limits, move, axis],
  )
}

/** The address contains whole milliseconds. */
const isSame = (a: readonly [number, number] | undefined, b: readonly [number, number] | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && Math.round(a[0]) === Math.round(b[0]) && Math.round(a[1]) === Math.round(b[1]))
