/**
 * Words as the search index has them: runs of letters and digits, in lower case, without accents. Runs of Chinese, Japanese and Korean
 * characters, which have no blanks between words, become pairs of neighbours.
 */

const onlyAscii = /^[\0-\x7f]*$/

/** Scripts that are written without blanks between words, and Hangul, whose words have endings attached. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+/gu

const marks = /\p{M}+/gu
const notWords = /[^\p{L}\p{N}\p{Co}\0-\x7f]+/gu

/** `abcd` → `ab bc cd d`: the last character alone, so that each is the beginning of a word. */
const inPairs = (run: string): string => {
  const characters = Array.from(run)
  return ` ${characters.map((character, at) => character + (characters[at + 1] ?? '')).join(' ')} `
}

const notAscii = /[^\0-\x7f]+/g

const foldRun = (run: string): string =>
  run.normalize('NFKD').replace(marks, '').toLowerCase().normalize('NFC').replace(notWords, ' ').replace(unspaced, inPairs)

/** Texts repeat few such runs: signs of lists, lines of tables, letters with accents. */
const foldedRuns = new Map<string, string>()
const maxRuns = 20_000

const folded = (run: string): string => {
  const known = foldedRuns.get(run)
  if (known !== undefined) return known
  const made = foldRun(run)
  if (foldedRuns.size >= maxRuns) foldedRuns.clear()
  foldedRuns.set(run, made)
  return made
}

/** The same text in which words of other scripts than ASCII are as the index has them. ASCII is unchanged, capitals included. */
export const foldedText = (text: string): string => (onlyAscii.test(text) ? text : text.replace(notAscii, folded))

const words = /[a-z0-9\x80-\uffff]+/g

/** All words in the order of the text, with repetitions. */
export const wordsIn = (text: string): readonly string[] => foldedText(text).toLowerCase().match(words) ?? []

/**
 * The words to search for. A run of characters without blanks, as in Chinese, is searched as its pairs; a single last character is not
 * searched.
 */
export const soughtWords = (text: string): readonly string[] => {
  const found: string[] = []
  for (const run of text.normalize('NFC').split(unspacedParts)) {
    const own = wordsIn(run)
    found.push(...(isUnspaced(run) && own.length > 1 ? own.slice(0, -1) : own))
  }
  return found
}

const unspacedParts = /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+)/u
const isUnspaced = (run: string): boolean => unspacedParts.exec(run)?.[0] === run

/** Whether the text is a single run that is written without blanks. */
export const isUnspacedWord = (text: string): boolean => isUnspaced(text.normalize('NFC'))

/** One character of such a script: the beginning of a pair. */
export const isOneUnspaced = (text: string): boolean => isUnspaced(text) && Array.from(text.normalize('NFC')).length === 1

const mixedCase = /[A-Za-z0-9]*(?:[a-z0-9][A-Z]|[A-Z][A-Z][a-z])[A-Za-z0-9]*/g
const bends = /(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/

/** The parts of names like `parseHttpHeader`, in lower case. Names with other separators are several words already. */
export const nameParts = (text: string): readonly string[] => {
  const names = text.match(mixedCase)
  return names === null ? [] : names.flatMap((name) => name.split(bends)).map((part) => part.toLowerCase())
}

/**
 * Least length of a run of base64 characters that is not indexed: an image, a key or packed bytes. Identifiers and nearly all paths are
 * shorter or contain a dot, a dash or an underscore.
 */
const packedLength = 256

const isPacked = (unit: number): boolean =>
  (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || (unit >= 47 && unit <= 57) || unit === 43 || unit === 61

/** The text without runs of packed bytes. */
export const withoutPackedBytes = (text: string): string => {
  const kept: string[] = []
  let from = 0
  // Every such run has a character at one of these places.
  for (let at = packedLength - 1; at < text.length; at += packedLength) {
    if (!isPacked(text.charCodeAt(at))) continue
    let start = at
    while (start > from && isPacked(text.charCodeAt(start - 1))) start -= 1
    let end = at + 1
    while (end < text.length && isPacked(text.charCodeAt(end))) end += 1
    if (end - start < packedLength) continue
    kept.push(text.slice(from, start), ' ')
    from = end
    at = end - 1
  }
  return kept.length === 0 ? text : kept.join('') + text.slice(from)
}
