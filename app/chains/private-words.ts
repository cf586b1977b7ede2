/** Finds a person's own secrets in a text: words that settings name. */

/** What a * stands for: bounded, so that looking takes no longer the longer a text is. */
const anything = String.raw`[^\s"'\\<>,;]{0,100}`

const patternOf = (word: string): string => word.split('*').map(escapeRegExp).join(anything)

const escapeRegExp = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`).replaceAll(/\s+/g, String.raw`\s+`)

/**
 * What finds them, capitals or not, also within longer words; undefined: there are none.
 * @param words as `model/private-word.ts` says
 */
export const privateWordsPattern = (words: readonly string[]): RegExp | undefined => {
  if (words.length === 0) return undefined
  // Of two that begin alike the longer one is meant.
  const longestFirst = [...words].sort((a, b) => b.length - a.length)
  return new RegExp(longestFirst.map(patternOf).join('|'), 'giu')
}
