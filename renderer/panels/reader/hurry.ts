/** Whether a scroll rushes past pages, so that nobody can read its rows: then they need not be drawn. */
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** Steps of so much of a page, one soon after the other in one direction, after which a scroll is a rush: a jump is a single one. */
const steps = 3
const share = 0.4
const soonMs = 60
/** After the last such step, until the rows are drawn. */
const restMs = 80

export interface Hurry {
  readonly isOn: boolean
  /** Hears of every scroll. @param offset and @param page pixels */
  readonly note: (offset: number, page: number) => void
}

export const useHurry = (): Hurry => {
  const [isOn, setOn] = useState(false)
  const run = useRef({ offset: 0, at: 0, steps: 0, timer: 0, isOn: false })
  const turn = (next: boolean): void => {
    run.current.isOn = next
    setOn(next)
  }
  const note = (offset: number, page: number): void => {
    const now = performance.now()
    const { offset: before, at, steps: so } = run.current
    const step = offset - before
    const isLong = Math.abs(step) > page * share
    const follows = now - at < soonMs && Math.sign(step) === Math.sign(so)
    const counted = isLong ? Math.sign(step) * (follows ? Math.abs(so) + 1 : 1) : 0
    run.current = { ...run.current, offset, at: now, steps: step === 0 ? so : counted }
    if (Math.abs(counted) < steps) return
    clearTimeout(run.current.timer)
    run.current.timer = window.setTimeout(() => turn(false), restMs)
    if (!run.current.isOn) flushSync(() => turn(true))
  }
  return { isOn, note }
}
