/** Keeps a long list on screen while its filter or its tables change: the new rows replace the old ones when they have arrived. */
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { RowSource } from './row-source.ts'
import { useChanged } from '../calls/use-changed.ts'

export interface ShownRows<Row, Extra> {
  readonly source: RowSource<Row, Extra>
  /** Changes with every page that arrives. */
  readonly version: number
  /** Rows for another filter are on their way; those shown are for the one before. */
  readonly isReplacing: boolean
  readonly refresh: () => void
}

const firstRows = 60

/**
 * `key` says what is listed; `make` gives a fresh source for it. `sessionId`: only changes of this session matter.
 * @param waitMs how long after a change it is asked for again, so that something beside it comes first
 */
export const useRowSource = <Row, Extra>(
  key: string,
  make: () => RowSource<Row, Extra>,
  sessionId?: string,
  waitMs = 0,
): ShownRows<Row, Extra> => {
  const [shown, setShown] = useState(() => ({ key, source: make() }))
  const latest = useRef({ key, make, shown })
  useEffect(() => {
    latest.current = { key, make, shown }
  })
  const stopComing = useRef<(() => void) | undefined>(undefined)
  const replace = useCallback(() => {
    const now = latest.current
    stopComing.current?.()
    const coming = now.make()
    const [first, last] = now.shown.key === now.key ? now.shown.source.needed() : [0, firstRows]
    stopComing.current = whenSettled(coming, first, Math.max(last, firstRows), () => setShown({ key: now.key, source: coming }))
  }, [])
  useEffect(() => {
    // Back at the rows that are shown while others are on their way: those must not come any more.
    if (latest.current.shown.key !== key || stopComing.current !== undefined) replace()
  }, [key, replace])
  useEffect(() => {
    latest.current.shown.source.need(0, firstRows)
    return () => stopComing.current?.()
  }, [])
  useChanged(replace, sessionId, waitMs)
  const version = useSyncExternalStore(shown.source.subscribe, shown.source.version)
  return { source: shown.source, version, isReplacing: shown.key !== key, refresh: replace }
}

const whenSettled = <Row, Extra>(coming: RowSource<Row, Extra>, first: number, last: number, done: () => void): (() => void) => {
  const stop = coming.subscribe(() => {
    if (!coming.isSettled()) return
    stop()
    done()
  })
  coming.need(first, last)
  return stop
}
