/** Slows down a value that changes in every frame, for parts of a page that need not follow each change. */
import { useEffect, useRef, useState } from 'react'

/** The value, updated at most once in `everyMs`; the last change always arrives. */
export const useThrottled = <T>(value: T, everyMs: number): T => {
  const [held, setHeld] = useState(value)
  const latest = useRef(value)
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    latest.current = value
    if (Object.is(value, held) || waiting.current !== undefined) return
    waiting.current = setTimeout(() => {
      waiting.current = undefined
      setHeld(latest.current)
    }, everyMs)
  }, [value, held, everyMs])
  useEffect(
    () => () => {
      clearTimeout(waiting.current)
      waiting.current = undefined
    },
    [],
  )
  return held
}
