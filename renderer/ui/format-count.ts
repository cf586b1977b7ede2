/** Counts: exact with separators, compact where a column is narrow, and with their noun. */
import type { ExactCount } from '../../app/model/exact-count.ts'

const exact = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })

/** `12,345` */
export const formatCount = (count: ExactCount): string => exact.format(typeof count === 'number' ? count : BigInt(count))

/** `950`, `12.3k`, `1.20M`: three significant digits. */
export const formatCompact = (rounded: ExactCount): string => {
  const count = Number(rounded)
  if (count < 1000) return String(Math.round(count))
  if (count < 999_500) return `${digits(count / 1000)}k`
  return count < 999_500_000 ? `${digits(count / 1_000_000)}M` : `${digits(count / 1_000_000_000)}G`
}

/** `1 session`, `2 sessions`, `3 entries`. */
export const countOf = (count: number, noun: string, plural = `${noun}s`): string => `${formatCount(count)} ${count === 1 ? noun : plural}`

/** A ratio with one decimal place: `35.5`. */
export const formatRatio = (ratio: number): string => ratio.toFixed(1)

const digits = (value: number): string => {
  if (value < 9.995) return value.toFixed(2)
  return value < 99.95 ? value.toFixed(1) : value.toFixed(0)
}
