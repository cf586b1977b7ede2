/** Lengths of time in words a person reads at a glance. */
import { millisecondsText } from '../../../app/model/format/in-units.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** Milliseconds as the two largest units that matter: `820 ms`, `4.2 s`, `3 m 05 s`, `2 h 10 m`, `3 d 4 h`. */
export const formatDuration = (ms: number): string => {
  if (ms < 0) return `−${formatDuration(-ms)}`
  if (ms < second) return millisecondsText(ms)
  if (ms < 10 * second) return `${(Math.floor(ms / 100) / 10).toFixed(1)} s`
  if (ms < minute) return `${Math.floor(ms / second)} s`
  if (ms < hour) return pair(ms, minute, 'm', second, 's')
  if (ms < day) return pair(ms, hour, 'h', minute, 'm')
  return `${Math.floor(ms / day)} d ${Math.floor((ms % day) / hour)} h`
}

const pair = (ms: number, large: number, largeUnit: string, small: number, smallUnit: string): string =>
  `${Math.floor(ms / large)} ${largeUnit} ${String(Math.floor((ms % large) / small)).padStart(2, '0')} ${smallUnit}`
