/** How a mark of the time axis is written. */
import { formatClock, formatClockSeconds, formatDate } from '../../ui/format/format-time.ts'
import type { Tick } from './ticks.ts'

/** Time of day as fine as the marks are; days as dates. */
export const tickLabel = ({ at, stepMs }: Tick): string => {
  if (stepMs >= 86_400_000) return formatDate(at)
  if (stepMs >= 60_000) return formatClock(at)
  if (stepMs >= 1000) return formatClockSeconds(at)
  return `${formatClockSeconds(at)}.${String(new Date(at).getMilliseconds()).padStart(3, '0')}`
}
