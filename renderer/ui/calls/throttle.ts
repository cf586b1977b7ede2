/** Runs something at most once per interval, the last request never lost. */

export interface Throttled {
  readonly request: () => void
  readonly cancel: () => void
}

/** `run` follows a request at once, or when `intervalMs` since the last run is over. */
export const throttle = (run: () => void, intervalMs: number): Throttled => {
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
  }
}
