/** Reads a time as the client writes it, the same way on every machine. */
import { isInYearsOfFigures } from '../../app/model/years-of-figures.ts'

const shape = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/

/** Whether the month has such a day: a date that does not exist is read as a later one. */
const isInMonth = (text: string): boolean => {
  const day = Number(text.slice(8, 10))
  return day <= 28 || new Date(`${text.slice(0, 10)}T00:00:00Z`).getUTCDate() === day
}

/**
 * Milliseconds since 1970 of an ISO 8601 date with or without a time; undefined for anything else, also for what an
 * offset moves out of the years of which figures are told.
 * Without an offset it is UTC: times enter the ids of commits, so the machine's time zone must not decide.
 */
export const readInstant = (text: string): number | undefined => {
  const match = shape.exec(text)
  if (match === null) return undefined
  if (!isInMonth(text)) return undefined
  const at = Date.parse(text.includes('T') && match[1] === undefined ? `${text}Z` : text)
  return isInYearsOfFigures(at) ? at : undefined
}
