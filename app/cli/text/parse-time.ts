/** Times as persons type them: with a zone, or in local time, and then it is said which zone that was. */
import { StrataError } from '../../model/failure.ts'

const local = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d))?)?$/

const two = (value: number): string => String(value).padStart(2, '0')

/** The zone's offset at a time, such as +01:00. */
const offsetAt = (at: Date): string => {
  const minutes = -at.getTimezoneOffset()
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`
}

/**
 * ISO 8601 with a zone; `note` is a message for the user about the time, or empty.
 * @throws StrataError invalid-input
 */
export const parseTime = (text: string, now = new Date()): { readonly at: string; readonly note: string } => {
  if (text === 'now') return { at: `${now.toISOString().slice(0, 19)}Z`, note: '' }
  const [, day, minute = '00:00', second = '00'] = local.exec(text) ?? []
  if (day === undefined) return { at: text.replace(/^(\d{4}-\d\d-\d\d) (?=\d\d:)/, '$1T'), note: '' }
  const at = new Date(`${day}T${minute}:${second}`)
  if (Number.isNaN(at.getTime())) throw new StrataError('invalid-input', `“${text}” is not a time`, { text })
  const zoned = `${day}T${minute}:${second}${offsetAt(at)}`
  return { at: zoned, note: `Read as local time: ${zoned}\n` }
}
