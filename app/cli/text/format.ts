/** Values in the texts of the command line: as the window writes them, and `n/a` for what is not available. */
import type { ExactCount } from '../../model/exact-count.ts'
import { formatBytes } from '../../model/format/bytes.ts'
import { formatCompact, formatCount } from '../../model/format/count.ts'
import { formatDuration } from '../../model/format/duration.ts'
import { formatClockSeconds, formatDateTime } from '../../model/format/instant.ts'
import { formatUsd } from '../../model/format/usd.ts'

/** A value that is unknown; never shown as zero. */
export const notAvailable = 'n/a'

const orNotAvailable =
  <T>(format: (value: T) => string) =>
  (value: T | null): string =>
    value === null ? notAvailable : format(value)

/** An instant that JavaScript cannot represent is not available. */
const isInstant = (ms: number): boolean => !Number.isNaN(new Date(ms).getTime())

export const countText = orNotAvailable<ExactCount>(formatCount)
export const bytesText = orNotAvailable(formatBytes)
export const shortCountText = orNotAvailable<ExactCount>(formatCompact)
export const durationText = orNotAvailable(formatDuration)
export const timeText = orNotAvailable((ms: number) => (isInstant(ms) ? formatDateTime(ms) : notAvailable))
export const clockText = orNotAvailable(formatClockSeconds)

/** A ratio with two decimals; `reason` says why there is none. */
export const ratioText = (ratio: number | null, reason: string): string =>
  ratio === null ? `${notAvailable} (${reason})` : ratio.toFixed(2)

export const usdText = (usd: number | null, reason = ''): string => {
  if (usd === null) return reason === '' ? notAvailable : `${notAvailable} (${reason})`
  return formatUsd(usd)
}

/** A share of a whole: 42.5 %. */
export const percentText = (part: number, whole: number, reason: string): string =>
  whole === 0 ? `${notAvailable} (${reason})` : `${((100 * part) / whole).toFixed(1)} %`
