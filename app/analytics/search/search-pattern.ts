/** Builds a pattern that finds a text as typed; DuckDB and JavaScript read it alike. */

const isBlank = /^\s+$/u
const partsOf = /\s+|"|\\+|[^\s"\\]+/gu

/** White space as in JavaScript. DuckDB's \s matches only that of ASCII, not no-break spaces or the ideographic space. */
const blanks = String.raw`\s` + '\u000b\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'

/** Letters that differ only in case or in their place in a word, besides letters with a single capital form. */
const alike = [
  'σςΣ',
  'ßẞ',
  'µμΜ',
  'ǆǅǄ',
  'ǉǈǇ',
  'ǌǋǊ',
  'ǳǲǱ',
  'åÅ\u212b',
  'ωΩ\u2126',
  'θϑΘϴ',
  'φϕΦ',
  'βϐΒ',
  'εϵΕ',
  'κϰΚ',
  'πϖΠ',
  'ρϱΡ',
  'ṡẛṠ',
]

const isOne = (text: string): boolean => Array.from(text).length === 1

/**
 * A pattern for both cases of a letter. RE2's case-insensitive mode takes three times as long for a text with an s or a k, since each of
 * these also matches a letter of another script.
 */
const characterPattern = (character: string): string => {
  const some = alike.find((each) => each.includes(character))
  if (some !== undefined) return `[${some}]`
  const cases = [...new Set([character, character.toLowerCase(), character.toUpperCase()])].filter(isOne)
  if (cases.length > 1) return `[${cases.join('')}]`
  return character.replace(/[$()*+.?[\]^{|}]/, String.raw`\$&`)
}

/** RE2 takes no larger counts. */
const most = 1000

/** In the JSON of a call a line break, a quotation mark and a backslash are escaped; in JSON within JSON they are escaped again. */
const patternOf = (part: string): string => {
  if (isBlank.test(part)) return String.raw`(?:[${blanks}]|\\[nrtf])+`
  if (part === '"') return String.raw`\\{0,3}"`
  // One count for all of them: every way to share them out would be tried.
  if (part.startsWith('\\')) return String.raw`\\{${part.length}}\\{0,${Math.min(most, part.length * 3)}}`
  return Array.from(part).map(characterPattern).join('')
}

/** Case is ignored. Blanks at both ends are removed. */
export const searchPattern = (text: string): string => (text.trim().match(partsOf) ?? []).map(patternOf).join('')
