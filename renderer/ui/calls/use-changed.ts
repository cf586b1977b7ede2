/** Notifies a screen that the tables it shows have changed, at most as often as it can draw. */
import { useEffect, useRef } from 'react'
import { onSignal } from './bridge.ts'
import { adaptiveThrottle } from './throttle.ts'

/** An occasional line is shown immediately; an import, or an agent that never stops, is followed once a second. */
const gaps = { shortestMs: 100, longestMs: 1000 }

/** After a new line, the rows matter most to a person. Summaries are requested later, when the rows have usually arrived. */
export const afterRowsMs = 120

/**
 * Runs `refresh` when tables of `sessionId` (of any session when undefined) changed: immediately for rare changes, once a second for
 * continuous ones.
 * @param waitMs delay after the notice, milliseconds
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
