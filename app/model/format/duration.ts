/** Lengths of time. */

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** Milliseconds as at most two units: `820 ms`, `4.2 s`, `3 min 5 s`, `2 h 10 min`, `3 d 4 h`. Only what has passed whole counts. */
export const formatDuration = (ms: number): string => {
  if (ms < 0) return `−${formatDuration(-ms)}`
  if (ms < second) return `${Math.floor(ms)} ms`
  if (ms < 10 * second) return `${(Math.floor(ms / 100) / 10).toFixed(1)} s`
  if (ms < minute) return `${Math.floor(ms / second)} s`
  if (ms < hour) return pair(ms, minute, 'min', second, 's')
  return ms < day ? pair(ms, hour, 'h', minute, 'min') : pair(ms, day, 'd', hour, 'h')
}

/** Without the smaller unit when it is 0. */
const pair = (ms: number, large: number, largeUnit: string, small: number, smallUnit: string): string => {
  const rest = Math.floor((ms % large) / small)
  const first = `${Math.floor(ms / large)} ${largeUnit}`
  return rest === 0 ? first : `${first} ${rest} ${smallUnit}`
}
