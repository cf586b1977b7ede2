/** How long a session ran, computed from the timestamps of its records. */
import { idleMs } from '../analytics/idle-threshold.ts'
import type { PlacedLine } from '../chains/session-lines.ts'

/** Times of one chain, cut where the clock went back by the idle threshold or more; each part in order of time. */
const runsOf = (times: readonly number[]): readonly (readonly number[])[] => {
  const runs: number[][] = []
  let before = Number.NEGATIVE_INFINITY
  for (const time of times) {
    if (runs.length === 0 || before - time >= idleMs) runs.push([])
    runs.at(-1)?.push(time)
    before = time
  }
  return runs.map((run) => run.sort((a, b) => a - b))
}

const firstOf = (run: readonly number[]): number => run[0] ?? Number.POSITIVE_INFINITY
const lastOf = (run: readonly number[]): number => run.at(-1) ?? Number.NEGATIVE_INFINITY

/** Earliest first time of all runs after each one. */
const earliestAfter = (runs: readonly (readonly number[])[]): readonly number[] => {
  const earliest = runs.map(() => Number.POSITIVE_INFINITY)
  for (let at = runs.length - 2; at >= 0; at -= 1) earliest[at] = Math.min(earliest[at + 1] ?? 0, firstOf(runs[at + 1] ?? []))
  return earliest
}

const lengthOf = (runs: readonly (readonly number[])[]): number => {
  const endings = earliestAfter(runs)
  let latestBefore = Number.NEGATIVE_INFINITY
  let length = 0
  for (const [at, run] of runs.entries()) {
    for (const [index, end] of run.entries()) {
      const start = run[index - 1] ?? end
      const isKnown = end - start < idleMs || (start >= latestBefore && end <= (endings[at] ?? end))
      if (isKnown) length += end - start
    }
    latestBefore = Math.max(latestBefore, lastOf(run))
  }
  return length
}

/**
 * Milliseconds that passed in files in which the clock went back by the idle threshold or more. The time between two runs is unknown.
 * A long stretch that an earlier or a later run contradicts is unknown too. Unknown time counts nothing.
 * @param files times of the records of each file in the order of the chain, milliseconds since 1970.
 * @returns undefined: the clock of no file went back so far.
 */
export const sessionLength = (files: readonly (readonly number[])[]): number | undefined => {
  const runsOfFiles = files.map(runsOf)
  if (runsOfFiles.every((runs) => runs.length < 2)) return undefined
  return runsOfFiles.reduce((sum, runs) => sum + lengthOf(runs), 0)
}

/** A record that has a time and is no copy. Milliseconds since 1970. */
interface Timed {
  readonly at: number
  readonly isEvent: boolean
}

const timedIn = (places: readonly PlacedLine[]): readonly Timed[] =>
  places.flatMap(({ line, isCopy }) =>
    isCopy || line.occurredAt === undefined ? [] : [{ at: line.occurredAt, isEvent: line.events.length > 0 }],
  )

/** The time of the next event after each record; Infinity: none follows. */
const nextEvents = (records: readonly Timed[]): Float64Array => {
  const times = new Float64Array(records.length)
  let next = Number.POSITIVE_INFINITY
  for (let at = records.length - 1; at >= 0; at -= 1) {
    times[at] = next
    const record = records[at]
    if (record?.isEvent === true) next = record.at
  }
  return times
}

/** Times that count, of one file: those of events, and of other records unless the events around them contradict the clock. */
const countedIn = (records: readonly Timed[]): readonly number[] => {
  const next = nextEvents(records)
  let before = Number.NEGATIVE_INFINITY
  return records.flatMap(({ at, isEvent }, place) => {
    const isBelieved = isEvent || (at > before - idleMs && at < (next[place] ?? at) + idleMs)
    if (isEvent) before = at
    return isBelieved ? [at] : []
  })
}

/**
 * Earliest and latest time of what is no copy, milliseconds since 1970; null: none is readable. A record that is no event, such as the
 * progress of a tool, does not count where its time is off by the idle threshold or more from the events around it.
 */
export const spanOf = (
  sources: readonly (readonly PlacedLine[])[],
): { readonly firstAt: number | null; readonly lastAt: number | null } => {
  let firstAt: number | null = null
  let lastAt: number | null = null
  for (const places of sources)
    for (const at of countedIn(timedIn(places))) {
      if (firstAt === null || at < firstAt) firstAt = at
      if (lastAt === null || at > lastAt) lastAt = at
    }
  return { firstAt, lastAt }
}
