/** Finds a token that a program wrapped at the end of a line. */
import type { FoundAt } from './secret-rule.ts'

/** The end of a line within a token: indentation and the marks of quotes and boxes may follow. */
const lineBreak = /\r?\n[ \t>|│]{0,8}/y
const part = /[\w.~+/=:-]{1,400}/y
const maxLines = 12

const endOf = (pattern: RegExp, text: string, at: number): number => {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}

/** A continued line that only a machine writes: digits among letters, or a long run. */
const isMachineMade = (line: string): boolean => /\d/.test(line) && /[A-Za-z]/.test(line) && line.length >= 6

interface Joined {
  readonly text: string
  /** Where each joined line begins: in the joined text and in the original. */
  readonly lines: readonly { readonly joined: number; readonly at: number }[]
}

/** Characters before a token that decide whether one begins there. */
const searchedBefore = 24

/** The lines that may be one token, joined; undefined when the line does not end where the characters of a token do. */
const joinedFrom = (text: string, from: number, lengths: ReadonlySet<number>): Joined | undefined => {
  const begin = Math.max(0, from - searchedBefore)
  let end = endOf(part, text, from)
  let joined = text.slice(begin, end)
  const lines = [{ joined: 0, at: begin }]
  while (lines.length < maxLines) {
    const next = endOf(lineBreak, text, end)
    const line = next === end ? '' : text.slice(next, endOf(part, text, next))
    if (!isMachineMade(line) && !lengths.has(joined.length + line.length - (from - begin))) break
    lines.push({ joined: joined.length, at: next })
    joined += line
    end = next + line.length
  }
  return lines.length === 1 ? undefined : { text: joined, lines }
}

const placeOf = ({ lines }: Joined, unit: number): number => {
  const line = lines.filter(({ joined }) => joined < unit).at(-1) ?? lines[0]
  return line === undefined ? unit : line.at + unit - line.joined
}

/**
 * The match of a rule at a place, with the lines that continue it.
 * @param lengths the usual lengths of the token, characters: a match of that length is complete
 */
export const extended = (
  text: string,
  at: number,
  lengths: ReadonlySet<number>,
  matchAt: (text: string, at: number) => FoundAt | undefined,
): FoundAt | undefined => {
  const found = matchAt(text, at)
  if (found !== undefined && (lengths.has(found.end - found.start) || text.charCodeAt(found.end) > 13)) return found
  const joined = joinedFrom(text, at, lengths)
  if (joined === undefined) return found
  const offset = Math.min(at, searchedBefore)
  const whole = matchAt(joined.text, offset)
  if (whole === undefined || whole.end <= (found === undefined ? offset : found.end - at + offset)) return found
  return { ...whole, start: at + whole.start - offset, end: placeOf(joined, whole.end) }
}
