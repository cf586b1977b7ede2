/** Finds a person's own secrets in a text: words that settings name. */

/** The text that a * represents: bounded, so that the search time does not depend on the length of the text. */
const anything = String.raw`[^\s"'\\<>,;]{0,100}`

const patternOf = (word: string): string => word.split('*').map(escapeRegExp).join(anything)

/** Between two words; addresses have a + there. */
const blanks = String.raw`[\s+]+`

const escapeRegExp = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`).replaceAll(/\s+/g, blanks)

/** With accents in one piece and apart, as the file systems of Macs have them. */
const formsOf = (word: string): readonly string[] => [...new Set([word.normalize('NFC'), word.normalize('NFD')])]

/**
 * The pattern that finds private words, in any case, also within longer words; undefined: none are given.
 * @param words as `model/private-word.ts` says
 */
export const privateWordsPattern = (words: readonly string[]): RegExp | undefined => {
  if (words.length === 0) return undefined
  // When two words begin alike, the longer one is matched first.
  const longestFirst = [...words].sort((a, b) => b.length - a.length)
  return new RegExp(longestFirst.flatMap(formsOf).map(patternOf).join('|'), 'giu')
}
