/** A value that a person is still typing, once it has stayed the same for a moment. */
import { useEffect, useState } from 'react'

/** Milliseconds. */
const pauseMs = 400

/** The first value at once; a later one after it has not changed for the pause. */
export const useSettled = (value: string): string => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
