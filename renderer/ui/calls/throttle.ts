/** Runs something at most once per interval, the last request never lost. */

interface Throttled {
  readonly request: () => void
  readonly cancel: () => void
}

interface FlushedThrottle extends Throttled {
  /** Runs what is waiting now; does nothing when nothing waits. */
  readonly flush: () => void
}

/** `run` follows a request immediately, or when `intervalMs` since the last run is over. */
export const throttle = (run: () => void, intervalMs: number): FlushedThrottle => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastAt = -Infinity
  const fire = (): void => {
    timer = undefined
    lastAt = Date.now()
    run()
  }
  return {
    request: () => {
      if (timer !== undefined) return
      timer = setTimeout(fire, Math.max(0, lastAt + intervalMs - Date.now()))
    },
    cancel: () => {
      clearTimeout(timer)
      timer = undefined
    },
    flush: () => {
      if (timer === undefined) return
      clearTimeout(timer)
      fire()
    },
  }
}

/** Runs occasional requests immediately, and frequent requests at growing intervals. */
interface Gaps {
  /** Between a run after a quiet time and the next. */
  readonly shortestMs: number
  /** Between runs when it is asked for all the time. */
  readonly longestMs: number
}

/** Every run doubles the time until the next; a pause of twice that time is a quiet one. The last request is never lost. */
export const adaptiveThrottle = (run: () => void, { shortestMs, longestMs }: Gaps): Throttled => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastAt = -Infinity
  let gapMs = shortestMs
  const fire = (): void => {
    timer = undefined
    const now = Date.now()
    gapMs = now - lastAt >= 2 * gapMs ? shortestMs : Math.min(longestMs, 2 * gapMs)
    lastAt = now
    run()
  }
  return {
    request: () => {
      if (timer === undefined) timer = setTimeout(fire, Math.max(0, lastAt + gapMs - Date.now()))
    },
    cancel: () => {
      clearTimeout(timer)
      timer = undefined
    },
  }
}
