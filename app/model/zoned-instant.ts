/** Days and times of a zone as instants. */
import { StrataError } from './failure.ts'

const shape = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d))?)?$/
const dayMs = 86_400_000

/** The clock time of a zone at an instant, as the milliseconds of a UTC clock. */
const clockAt = (at: number, zone: string): number => {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const part = (name: Intl.DateTimeFormatPartTypes): number => parts.get(name) ?? 0
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
}

/** How far the clocks of a zone are ahead of UTC, milliseconds. */
const aheadAt = (at: number, zone: string): number => clockAt(at, zone) - at

/** The instant at which the clocks show a time, the first of two; where they skip it, the one after as much time. */
const instantAt = (clock: number, zone: string): number => {
  // Clocks that change near it are as far ahead as a day before, or as a day after.
  const before = clock - aheadAt(clock - dayMs, zone)
  const after = clock - aheadAt(clock + dayMs, zone)
  return [Math.min(before, after), Math.max(before, after)].find((at) => clockAt(at, zone) === clock) ?? before
}

/** @throws StrataError invalid-input */
const withOwnZone = (text: string): number => {
  const at = /(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? Date.parse(text) : NaN
  if (Number.isNaN(at)) throw new StrataError('invalid-input', `“${text}” is not a day: use the form 2026-01-31`, { text })
  return at
}

/**
 * Milliseconds since 1970 of a day, a time of the zone, or ISO 8601 with an explicit zone.
 * @param end a day alone means its end
 * @throws StrataError invalid-input
 */
export const zonedInstant = (text: string, zone: string, end: 'end' | 'beginning'): number => {
  const [, day, time, seconds] = shape.exec(text) ?? []
  if (day === undefined) return withOwnZone(text)
  const clock = Date.parse(`${day}T${time ?? '00:00'}:${seconds ?? '00'}Z`)
  // A day that is not in the calendar is taken for one of the next month.
  if (Number.isNaN(clock) || !new Date(clock).toISOString().startsWith(day))
    throw new StrataError('invalid-input', `The date ${text} does not exist`, { text })
  return instantAt(time === undefined && end === 'end' ? clock + dayMs : clock, zone)
}
