/**
 * Decides when to look at which changed file. It waits briefly, so that a burst is handled together. A file that keeps growing is looked at
 * regularly, but not for every line.
 */

/** A file is looked at when it has been quiet for so long, */
export const quietMs = 25
/** or when so long has passed since it first changed, however busy it is. */
export const patienceMs = 100
/** After work on a group of files, the group rests for this many times the duration, so that a large session leaves time for others. */
export const restFactor = 2
export const maxRestMs = 10_000

interface Waiting {
  readonly firstAt: number
  lastAt: number
}

/** All times in milliseconds on one clock, which the caller reads. */
export interface ChangeQueue {
  /** Something happened to a file. */
  notice(path: string, now: number): void
  /** When there will be something to take; undefined: nothing waits. */
  readonly nextDue: number | undefined
  /** Files whose time has come, with all that wait of the same groups; they no longer wait. */
  take(now: number): readonly string[]
  /** Work on these files took `tookMs` and has just ended. */
  rest(paths: readonly string[], tookMs: number, now: number): void
}

/** @param groupOf says which files are worked on together, such as those of one session. */
export const changeQueue = (groupOf: (path: string) => string): ChangeQueue => {
  const groups = new Map<string, Map<string, Waiting>>()
  const restsUntil = new Map<string, number>()

  const dueOf = (group: string, files: ReadonlyMap<string, Waiting>): number => {
    const times = [...files.values()].map(({ firstAt, lastAt }) => Math.min(lastAt + quietMs, firstAt + patienceMs))
    return Math.max(
      times.reduce((a, b) => Math.min(a, b), Infinity),
      restsUntil.get(group) ?? -Infinity,
    )
  }

  return {
    notice(path, now) {
      const group = groupOf(path)
      const files = groups.get(group) ?? new Map<string, Waiting>()
      groups.set(group, files)
      const waiting = files.get(path)
      if (waiting === undefined) files.set(path, { firstAt: now, lastAt: now })
      else waiting.lastAt = now
    },
    get nextDue() {
      const times = [...groups].map(([group, files]) => dueOf(group, files))
      return times.length === 0 ? undefined : times.reduce((a, b) => Math.min(a, b), Infinity)
    },
    take(now) {
      const due = [...groups].filter(([group, files]) => dueOf(group, files) <= now)
      for (const [group] of due) groups.delete(group)
      for (const [group, until] of restsUntil) if (until <= now) restsUntil.delete(group)
      return due.flatMap(([, files]) => [...files.keys()]).sort()
    },
    rest(paths, tookMs, now) {
      const until = now + Math.min(maxRestMs, tookMs * restFactor)
      for (const path of paths) restsUntil.set(groupOf(path), until)
    },
  }
}
