/** Reads times that say their zone, strictly: a day that the calendar does not have is no time. */

const shape = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(:\d\d)?(?:\.\d+)?(?:Z|([+-])(\d\d):?(\d\d))$/

const offsetMs = (sign = '+', hours = '0', minutes = '0'): number => {
  const size = (Number(hours) * 60 + Number(minutes)) * 60_000
  return sign === '-' ? -size : size
}

/** Milliseconds since 1970, fractions of a second floored away; undefined for anything but ISO 8601 with a zone. */
export const readTime = (text: string): number | undefined => {
  const [, minute = '', second = ':00', sign, hours, minutes] = shape.exec(text) ?? []
  const at = Date.parse(`${minute}${second}Z`)
  // A day too many is taken for the first of the next month.
  const isReal = !Number.isNaN(at) && new Date(at).toISOString().startsWith(`${minute}${second}`)
  return isReal ? at - offsetMs(sign, hours, minutes) : undefined
}
