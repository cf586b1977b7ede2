/** Names of time zones, as persons give them. */
import { StrataError } from '../model/failure.ts'

/** Names that were given before, since looking one up takes as long as a small query. */
const known = new Map<string, string>()

/**
 * @param timeZone IANA name; undefined: that of this machine
 * @throws StrataError invalid-input
 */
export const zoneOf = (timeZone: string | undefined): string => {
  if (timeZone === undefined) return new Intl.DateTimeFormat('en').resolvedOptions().timeZone
  const found = known.get(timeZone)
  if (found !== undefined) return found
  try {
    const zone = new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
    known.set(timeZone, zone)
    return zone
  } catch {
    throw new StrataError('invalid-input', `Unknown time zone “${timeZone}”: use a name such as Europe/Berlin or UTC`, {
      timeZone,
    })
  }
}
