/** Cells of an answer in words, by their unit. */
import type { AnalyticsCell } from '../../../app/contract/analytics.ts'
import { weekdayName, type MetricUnit } from '../../../app/model/metric.ts'
import { formatBytes } from '../../../app/model/format/bytes.ts'
import { formatCompact, formatCount } from '../../../app/model/format/count.ts'
import { formatDuration } from '../../../app/model/format/duration.ts'
import { formatDateTime } from '../../../app/model/format/instant.ts'
import { formatUsd } from '../../../app/model/format/usd.ts'

const decimals =
  (digits: number) =>
  (value: number): string =>
    value.toLocaleString('en', { maximumFractionDigits: digits })

const numbers: Readonly<Record<MetricUnit, (value: number) => string>> = {
  text: String,
  count: formatCount,
  chars: decimals(1),
  tokens: formatCount,
  bytes: formatBytes,
  ms: formatDuration,
  minutes: decimals(1),
  instant: formatDateTime,
  usd: formatUsd,
  ratio: (value) => value.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
  share: (value) => `${(100 * value).toFixed(1)} %`,
  number: decimals(2),
  weekday: weekdayName,
}

const units: Readonly<Partial<Record<MetricUnit, string>>> = { chars: 'chars', tokens: 'tokens', minutes: 'min' }

/** The unit of a number; undefined when the number or the name of its column shows the unit. */
export const unitWord = (unit: MetricUnit): string | undefined => units[unit]

/** The exact value, with its unit when that is part of the number. The caller handles n/a. */
export const cellWords = (value: Exclude<AnalyticsCell, null>, unit: MetricUnit): string => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'number' ? numbers[unit](value) : value
}

const compactUnits: ReadonlySet<MetricUnit> = new Set(['count', 'chars', 'tokens', 'number', 'minutes', 'ratio'])

/** Whether the axis of a chart has only whole numbers. */
export const isWhole = (unit: MetricUnit): boolean => unit === 'count' || unit === 'tokens' || unit === 'bytes'

/** Short, for the axis of a chart. */
export const axisWords = (value: number, unit: MetricUnit): string => {
  if (unit === 'ms') return value === 0 ? '0' : formatDuration(value).replace(/ 0 (?:h|min|s)$/, '')
  if (!compactUnits.has(unit)) return withoutZeros(numbers[unit](value))
  return withoutZeros(Math.abs(value) < 10 ? decimals(2)(value) : formatCompact(value))
}

/** `2.00k` as `2k`. */
const withoutZeros = (words: string): string => words.replace(/\.0+(?=\D|$)/, '').replace(/(\.\d*[1-9])0+(?=\D|$)/, '$1')
