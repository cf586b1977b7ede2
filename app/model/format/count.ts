/** Counts: exact with separators, compact where a column is narrow, and with their noun. */
import type { ExactCount } from '../exact-count.ts'
import { inUnits } from './units.ts'

/** Before every third digit from the end. */
const thousands = /\B(?=(?:\d{3})+$)/g

const digitsOf = (count: number): string => (Number.isFinite(count) ? BigInt(Math.round(count)).toString() : String(count))

/** `12,345`. Written without `Intl`, whose data takes longer to load than a short command runs. */
export const formatCount = (count: ExactCount): string =>
  (typeof count === 'number' ? digitsOf(count) : BigInt(count).toString()).replace(thousands, ',')

/** `950`, `12.3k`, `1.20M`: three significant digits. */
export const formatCompact = (rounded: ExactCount): string => inUnits(Number(rounded), ['', 'k', 'M', 'G', 'T'])

/** `1 session`, `2 sessions`, `3 entries`. */
export const countOf = (count: ExactCount, noun: string, plural = `${noun}s`): string =>
  `${formatCount(count)} ${Number(count) === 1 ? noun : plural}`

/** The plural noun, or its singular for one thing: “calls”, “call”; “replies”, “reply”. */
export const nounFor = (count: number, plural: string): string => (count === 1 ? plural.replace(/ies$/, 'y').replace(/s$/, '') : plural)

/** A ratio with one decimal place: `35.5`. */
export const formatRatio = (ratio: number): string => ratio.toFixed(1)
