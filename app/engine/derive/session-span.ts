/** From when to when a session ran. */
import { idleMs } from '../../analytics/idle-threshold.ts'
import type { PlacedLine } from '../../chains/session-lines.ts'

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
