/** Two lists that scroll together: the one that a person scrolls leads, the other one follows. */
import { useCallback, useEffect, useRef, type RefObject } from 'react'
import type { ColumnHandle } from './compare-column.tsx'
import { otherSide, type SideName } from './differences.ts'
import { followedOffset } from './scroll-pairs.ts'

export type Columns = Readonly<Record<SideName, RefObject<ColumnHandle | null>>>

export interface ScrollTogether {
  /** A person scrolls this side now. */
  readonly lead: (side: SideName) => void
  /** A list was scrolled, or its rows were measured. */
  readonly moved: () => void
}

/** Shorter ways are the rounding of the page. */
const minWay = 1

export const useScrollTogether = (columns: Columns, isOn: boolean): ScrollTogether => {
  const leader = useRef<SideName>('left')
  const frame = useRef(0)
  const { left, right } = columns
  const moved = useCallback(() => {
    if (!isOn) return
    cancelAnimationFrame(frame.current)
    frame.current = requestAnimationFrame(() => {
      const lists = { left: left.current, right: right.current }
      const from = lists[leader.current]
      const to = lists[otherSide(leader.current)]
      if (from === null || to === null) return
      const wanted = followedOffset(from.stops(), to.stops(), from.offset())
      if (Math.abs(to.offset() - wanted) > minWay) to.scrollTo(wanted)
    })
  }, [isOn, left, right])
  useEffect(() => {
    moved()
    return () => cancelAnimationFrame(frame.current)
  }, [moved])
  const lead = useCallback((side: SideName) => {
    leader.current = side
  }, [])
  return { lead, moved }
}
