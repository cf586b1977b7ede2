/** The current time, for relative times on screen: all components that use it redraw together, every few seconds. */
import { useSyncExternalStore } from 'react'

const everyMs = 5_000

const listeners = new Set<() => void>()
let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined

const tick = (): void => {
  now = Date.now()
  for (const listener of [...listeners]) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  if (listeners.size === 0) {
    now = Date.now()
    timer = setInterval(tick, everyMs)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(timer)
  }
}

/** Milliseconds since 1970, at most a few seconds old. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now)
