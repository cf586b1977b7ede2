/** How numbers, sizes, times and durations are written for people. */

import type { ExactCount } from '../../model/exact-count.ts'
import { inUnits, millisecondsText } from '../../model/format/in-units.ts'

/** What is not known is said, never shown as zero. */
export const notAvailable = 'n/a'

/** 12,345 */
export const countText = (count: ExactCount | null): string =>
  count === null ? notAvailable : (typeof count === 'number' ? count : BigInt(count)).toLocaleString('en-US')

const digits = (value: number): string => value.toFixed(value >= 99.95 ? 0 : 1)

/** Bytes in powers of 1000: 266.0 MB. */
export const bytesText = (bytes: number | null): string =>
  bytes === null ? notAvailable : inUnits(bytes, [' B', ' kB', ' MB', ' GB', ' TB'], digits)

/** A count cut to three digits: 1.2M. */
export const shortCountText = (count: ExactCount | null): string =>
  count === null ? notAvailable : inUnits(Number(count), ['', 'k', 'M', 'G', 'T'], digits)

const two = (value: number): string => String(value).padStart(2, '0')

/** Local time, to the minute: 2026-01-05 09:00. */
export const timeText = (ms: number | null): string => {
  if (ms === null) return notAvailable
  const at = new Date(ms)
  if (Number.isNaN(at.getTime())) return notAvailable
  const day = `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}`
}

/** Local time of day: 09:00:20. */
export const clockText = (ms: number | null): string => {
  if (ms === null) return notAvailable
  const at = new Date(ms)
  return `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`
}

/** The two largest units: 2 h 5 min. */
export const durationText = (ms: number | null): string => {
  if (ms === null) return notAvailable
  // As the window does: a length is what has passed whole, so that both say the same.
  const seconds = Math.floor(ms / 1000)
  if (ms < 1000) return millisecondsText(ms)
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} d ${hours % 24} h`
}

/** A ratio with two decimals; `reason` says why there is none. */
export const ratioText = (ratio: number | null, reason: string): string =>
  ratio === null ? `${notAvailable} (${reason})` : ratio.toFixed(2)

/** Least amount that is told as a number, dollars. */
const leastUsd = 0.0001

/** Dollars: cents from a dollar on, hundredths of a cent below; what is less is not told as nothing. */
export const usdText = (usd: number | null, reason = ''): string => {
  if (usd === null) return reason === '' ? notAvailable : `${notAvailable} (${reason})`
  if (usd > 0 && usd < leastUsd) return `<$${leastUsd}`
  return `$${usd.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: usd >= 1 ? 2 : 4 })}`
}

/** A share of a whole: 42.5 %. */
export const percentText = (part: number, whole: number, reason: string): string =>
  whole === 0 ? `${notAvailable} (${reason})` : `${((100 * part) / whole).toFixed(1)} %`

/** 1 commit, 2 commits. */
export const plural = (count: number, one: string, many = `${one}s`): string => `${countText(count)} ${count === 1 ? one : many}`
