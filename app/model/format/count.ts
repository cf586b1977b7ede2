/** Counts: exact with separators, compact where a column is narrow, and with their noun. */
import type { ExactCount } from '../exact-count.ts'
import { inUnits } from './units.ts'

const exact = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })

/** `12,345` */
export const formatCount = (count: ExactCount): string => exact.format(typeof count === 'number' ? count : BigInt(count))

/** `950`, `12.3k`, `1.20M`: three significant digits. */
export const formatCompact = (rounded: ExactCount): string => inUnits(Number(rounded), ['', 'k', 'M', 'G', 'T'])

/** `1 session`, `2 sessions`, `3 entries`. */
export const countOf = (count: number, noun: string, plural = `${noun}s`): string => `${formatCount(count)} ${count === 1 ? noun : plural}`

/** A ratio with one decimal place: `35.5`. */
export const formatRatio = (ratio: number): string => ratio.toFixed(1)
