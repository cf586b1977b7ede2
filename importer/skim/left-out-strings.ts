/** The long strings that a shortened line leaves out, by the numbers of their stand-ins. */

export interface LeftOutStrings {
  readonly textOf: (number: number) => string
  /** Length of the string, UTF-16 code units. */
  readonly unitsOf: (number: number) => number
}

/** A text of which only the length is known, because nobody reads it. */
export class UnreadText {
  /** UTF-16 code units. */
  readonly length: number

  constructor(length: number) {
    this.length = length
  }
}

const mark = 1

/** Number of the left-out string that a text stands for; undefined for a text of its own. */
const numberOf = (text: string): number | undefined => (text.charCodeAt(0) === mark ? Number(text.slice(1)) : undefined)

/** The value with every left-out string put back, at any depth. */
export const restored = (value: unknown, strings: LeftOutStrings): unknown => {
  if (typeof value === 'string') {
    const number = numberOf(value)
    return number === undefined ? value : strings.textOf(number)
  }
  if (typeof value === 'object' && value !== null) restoreParts(value as Record<string, unknown>, strings, restored)
  return value
}

/** A text, or what is known of one that was left out. */
export const measured = (value: unknown, strings: LeftOutStrings): unknown => {
  const number = typeof value === 'string' ? numberOf(value) : undefined
  return number === undefined ? value : new UnreadText(strings.unitsOf(number))
}

/** Replaces the parts of a list or an object, in place, by what `restore` makes of them. */
export const restoreParts = (
  parts: Record<string, unknown>,
  strings: LeftOutStrings,
  restore: (value: unknown, strings: LeftOutStrings, key: string) => unknown,
): void => {
  for (const key of Object.keys(parts)) {
    const part = parts[key]
    // Numbers, flags and nothing stand for themselves.
    if (typeof part !== 'string' && (typeof part !== 'object' || part === null)) continue
    const whole = restore(part, strings, key)
    if (whole !== part) parts[key] = whole
  }
}
