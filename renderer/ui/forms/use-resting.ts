/** A choice that follows the hand immediately, and is made when the hand rests: what it costs is paid once. */
import { useCallback, useEffect, useRef, useState } from 'react'

export interface Resting<T> {
  /** The value under the pointer now. */
  readonly now: T
  readonly move: (to: T) => void
  /** Makes the choice without waiting. */
  readonly settle: (to: T) => void
  /** Takes a move back whose choice is not made yet. */
  readonly cancel: () => void
}

/** @param chosen what the choice is without the hand */
export const useResting = <T>(chosen: T, choose: (value: T) => void, restMs = 140): Resting<T> => {
  const [moving, setMoving] = useState<{ readonly to: T } | undefined>()
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const latest = useRef(choose)
  useEffect(() => {
    latest.current = choose
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  const settle = useCallback((to: T) => {
    clearTimeout(timer.current)
    setMoving(undefined)
    latest.current(to)
  }, [])
  const move = useCallback(
    (to: T) => {
      clearTimeout(timer.current)
      setMoving({ to })
      timer.current = setTimeout(() => settle(to), restMs)
    },
    [settle, restMs],
  )
  const cancel = useCallback(() => {
    clearTimeout(timer.current)
    setMoving(undefined)
  }, [])
  return { now: moving === undefined ? chosen : moving.to, move, settle, cancel }
}
