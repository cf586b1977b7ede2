/** Whether a scroll passes pages faster than they can be read: then their rows need not be drawn. */
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** A long step, as a part of a page. */
const longStep = 0.4
/** Long steps in one direction that follow each other, after which a scroll is in a hurry: a jump is a single step. */
const maxSteps = 3
/** A step follows another one within this time. */
const followMs = 60
/** After the last long step, until the rows are drawn. */
const restMs = 80

export interface Hurry {
  readonly isOn: boolean
  /** Is called for every scroll. @param offset and @param page pixels */
  readonly note: (offset: number, page: number) => void
}

export const useHurry = (): Hurry => {
  const [isOn, setOn] = useState(false)
  /** `run`: long steps that followed each other, negative upwards. */
  const last = useRef({ offset: 0, at: 0, run: 0, timer: 0, isOn: false })
  const turn = (next: boolean): void => {
    last.current.isOn = next
    setOn(next)
  }
  const note = (offset: number, page: number): void => {
    const now = performance.now()
    const before = last.current
    const step = offset - before.offset
    if (step === 0) return
    const direction = Math.sign(step)
    const follows = now - before.at < followMs && direction === Math.sign(before.run)
    const isLong = Math.abs(step) > page * longStep
    const run = isLong ? (follows ? before.run : 0) + direction : 0
    last.current = { ...before, offset, at: now, run }
    if (Math.abs(run) < maxSteps) return
    clearTimeout(before.timer)
    last.current.timer = window.setTimeout(() => turn(false), restMs)
    if (!before.isOn) flushSync(() => turn(true))
  }
  return { isOn, note }
}
