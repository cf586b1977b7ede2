/** Instants in the time zone of this machine, written so that they sort and cannot be misread. */

const dayMs = 86_400_000
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const

const two = (value: number): string => String(value).padStart(2, '0')

/** `2026-03-04` */
export const formatDate = (at: number): string => {
  const date = new Date(at)
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** `14:05` */
export const formatClock = (at: number): string => {
  const date = new Date(at)
  return `${two(date.getHours())}:${two(date.getMinutes())}`
}

/** `14:05:09` */
export const formatClockSeconds = (at: number): string => `${formatClock(at)}:${two(new Date(at).getSeconds())}`

/** `2026-03-04 14:05` */
export const formatDateTime = (at: number): string => `${formatDate(at)} ${formatClock(at)}`

/** `03-04 14:05`, where there is little room. */
export const formatShortTime = (at: number): string => formatDateTime(at).slice('2026-'.length)

/** `2026-03-04 14:05:09` */
export const formatInstant = (at: number): string => `${formatDate(at)} ${formatClockSeconds(at)}`

/** `Wed 4 Mar 2026`, with `Today` and `Yesterday` where they apply. */
export const formatDay = (at: number, now: number): string => {
  const date = new Date(at)
  const text = `${weekdays[date.getDay()] ?? ''} ${date.getDate()} ${months[date.getMonth()] ?? ''} ${date.getFullYear()}`
  const name = dayName(at, now)
  return name === undefined ? text : `${name}, ${text}`
}

const dayName = (at: number, now: number): string | undefined => {
  const day = formatDate(at)
  if (day === formatDate(now)) return 'Today'
  const noon = new Date(now).setHours(12, 0, 0, 0)
  return day === formatDate(noon - dayMs) ? 'Yesterday' : undefined
}

/** How long ago, in one unit: `now`, `5 min`, `3 h`, `12 d`, `5 mo`, `2 y`. Future instants give `in 3 d`. */
export const formatAge = (at: number, now: number): string => {
  if (at > now + 60_000) return `in ${oneUnit(at - now)}`
  return now - at < 60_000 ? 'now' : oneUnit(now - at)
}

const ageUnits: readonly (readonly [number, string])[] = [
  [365 * dayMs, 'y'],
  [30 * dayMs, 'mo'],
  [dayMs, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
]

const oneUnit = (ms: number): string => {
  const [size, unit] = ageUnits.find(([least]) => ms >= least) ?? [60_000, 'min']
  return `${Math.max(1, Math.floor(ms / size))} ${unit}`
}
