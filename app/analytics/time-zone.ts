/** Names of time zones, as persons give them. */
import { StrataError } from '../model/failure.ts'

/**
 * @param timeZone IANA name; undefined: that of this machine
 * @throws StrataError invalid-input
 */
export const zoneOf = (timeZone: string | undefined): string => {
  try {
    return new Intl.DateTimeFormat('en', timeZone === undefined ? {} : { timeZone }).resolvedOptions().timeZone
  } catch {
    throw new StrataError('invalid-input', `There is no time zone “${timeZone ?? ''}”; one looks like Europe/Berlin or UTC`, {
      timeZone: timeZone ?? '',
    })
  }
}
