/** Tells a screen that the tables it shows have changed, not more often than it can draw. */
import { useEffect, useRef } from 'react'
import { onSignal } from './bridge.ts'
import { adaptiveThrottle } from './throttle.ts'

/** A line now and then is shown at once; an import, or an agent that never stops, is followed once a second. */
const gaps = { shortestMs: 100, longestMs: 1000 }

/** What a person looks for when a line comes are rows; what sums them up is asked for when these are there, mostly. */
export const afterRowsMs = 120

/**
 * Runs `refresh` when tables of `sessionId` (of any session when undefined) changed; at once when that is rare, once a second when it goes on.
 * @param waitMs how long after it was told
 */
export const useChanged = (refresh: () => void, sessionId: string | undefined, waitMs = 0): void => {
  const latest = useRef(refresh)
  useEffect(() => {
    latest.current = refresh
  })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const slowed = adaptiveThrottle(() => {
      clearTimeout(timer)
      timer = setTimeout(() => latest.current(), waitMs)
    }, gaps)
    const stop = onSignal((signal) => {
      const restarted = signal.kind === 'engine' && signal.state === 'ready'
      const touched = signal.kind === 'changed' && touches(signal.sessionIds, sessionId)
      if (restarted || touched) slowed.request()
    })
    return () => {
      stop()
      slowed.cancel()
      clearTimeout(timer)
    }
  }, [sessionId, waitMs])
}

const touches = (sessionIds: readonly string[], sessionId: string | undefined): boolean =>
  sessionId === undefined || sessionIds.length === 0 || sessionIds.includes(sessionId)
