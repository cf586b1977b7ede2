/** What finds a text as it was typed: a pattern that DuckDB and JavaScript read alike. */

const isBlank = /^\s+$/u
const partsOf = /\s+|["\\]|[^\s"\\]+/gu

const isOne = (text: string): boolean => Array.from(text).length === 1

/**
 * Both cases of a letter. RE2's own way of not regarding them takes three times as long where a text has an s or a k, since each of these is a
 * letter of other scripts, too.
 */
const characterPattern = (character: string): string => {
  const [lower, upper] = [character.toLowerCase(), character.toUpperCase()]
  if (lower !== upper && isOne(lower) && isOne(upper)) return `[${lower}${upper}]`
  return character.replace(/[$()*+.?[\]^{|}]/, String.raw`\$&`)
}

/** In the JSON of a call a line break, a quotation mark and a backslash are escaped. */
const patternOf = (part: string): string => {
  if (isBlank.test(part)) return String.raw`(?:\s|\\[ntr])+`
  if (part === '"') return String.raw`\\?"`
  if (part === '\\') return String.raw`\\\\?`
  return Array.from(part).map(characterPattern).join('')
}

/** Capitals do not matter. Blanks at both ends are left out. */
export const searchPattern = (text: string): string => (text.trim().match(partsOf) ?? []).map(patternOf).join('')
