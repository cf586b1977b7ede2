/** Tells a screen that the tables it shows have changed, not more often than it can draw. */
import { useEffect, useRef } from 'react'
import { onSignal } from './bridge.ts'
import { throttle } from './throttle.ts'

const refreshIntervalMs = 1000

/** Runs `refresh` when tables of `sessionId` (of any session when undefined) changed; at most once a second. */
export const useChanged = (refresh: () => void, sessionId: string | undefined): void => {
  const latest = useRef(refresh)
  useEffect(() => {
    latest.current = refresh
  })
  useEffect(() => {
    const throttled = throttle(() => latest.current(), refreshIntervalMs)
    const stop = onSignal((signal) => {
      const restarted = signal.kind === 'engine' && signal.state === 'ready'
      const touched = signal.kind === 'changed' && touches(signal.sessionIds, sessionId)
      if (restarted || touched) throttled.request()
    })
    return () => {
      stop()
      throttled.cancel()
    }
  }, [sessionId])
}

const touches = (sessionIds: readonly string[], sessionId: string | undefined): boolean =>
  sessionId === undefined || sessionIds.length === 0 || sessionIds.includes(sessionId)
