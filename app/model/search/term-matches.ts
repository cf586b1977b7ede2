/** Where the terms of a search are in a text: for marking them, and for telling how near they are to each other. */
import type { SearchPattern, SearchTerm } from './search-query.ts'
import { isUnspacedWord } from './words.ts'
import { wordForms } from './word-forms.ts'

/** UTF-16 code units. */
export type TextRange = readonly [from: number, to: number]

const wordUnit = /[\p{L}\p{N}\p{M}]/u
const between = String.raw`[^\p{L}\p{N}]{1,60}?`
const marks = /\p{M}+/gu
const escaped = (text: string): string => text.replace(/[$()*+.?[\]\\^{|}/-]/g, String.raw`\$&`)

const isUpper = (unit: string): boolean => unit !== unit.toLowerCase()
const isLower = (unit: string): boolean => unit !== unit.toUpperCase()

/**
 * Whether a word may begin or end there: beside something else than a letter or digit, beside a script without blanks between words, or
 * within a name where its case bends.
 */
const isBorder = (text: string, at: number): boolean => {
  const before = text[at - 1]
  const after = text[at]
  if (before === undefined || after === undefined || !wordUnit.test(before) || !wordUnit.test(after)) return true
  if (isUnspacedWord(before) || isUnspacedWord(after)) return true
  if (isUpper(after) && !isUpper(before)) return true
  const next = text[at + 1]
  return isUpper(before) && isUpper(after) && next !== undefined && isLower(next)
}

/** A text without accents, ligatures and other compatibility forms, in which terms are looked for. */
export interface PlainText {
  readonly text: string
  /** Where the character of each UTF-16 code unit begins and ends in the original text; undefined: at the same place. */
  readonly places: { readonly starts: readonly number[]; readonly ends: readonly number[] } | undefined
}

const onlyAscii = /^[\0-\x7f]*$/
const notAscii = /[^\0-\x7f]+/g

const bare = (character: string): string =>
  onlyAscii.test(character) ? character : character.normalize('NFKD').replace(marks, '').normalize('NFC')

const withPlaces = (text: string): PlainText => {
  const starts: number[] = []
  const ends: number[] = []
  let plain = ''
  let at = 0
  for (const character of text) {
    const own = bare(character)
    const end = at + character.length
    const isSame = own.length === character.length
    // A mark belongs to the letter before it.
    if (own === '' && ends.length > 0) ends[ends.length - 1] = end
    for (let unit = 0; unit < own.length; unit += 1) {
      starts.push(isSame ? at + unit : at)
      ends.push(isSame ? at + unit + 1 : end)
    }
    plain += own
    at = end
  }
  return { text: plain, places: { starts, ends } }
}

export const plainText = (text: string): PlainText => {
  if (onlyAscii.test(text)) return { text, places: undefined }
  const isShifted = [...text.matchAll(notAscii)].some(([run]) => Array.from(run).some((one) => bare(one).length !== one.length))
  if (isShifted) return withPlaces(text)
  return { text: text.replace(notAscii, (run) => Array.from(run, bare).join('')), places: undefined }
}

export interface TermMatcher {
  readonly term: SearchTerm
  /** At most `most` of them, in order, as places of the original text. */
  readonly ranges: (plain: PlainText, most: number) => readonly TextRange[]
}

const sourceOf = ({ kind, text, words, hasCapitals }: SearchTerm): string => {
  // In a phrase the words are as typed; elsewhere as the index has them.
  const own = plainText(text).text.match(/[\p{L}\p{N}]+/gu) ?? []
  const [word = ''] = words
  if (kind === 'word' && words.length === 1)
    return [...wordForms(word)]
      .sort((a, b) => b.length - a.length)
      .map(escaped)
      .join('|')
  return own.map((one) => escaped(hasCapitals ? one : one.toLowerCase())).join(between)
}

export const termMatcher = (term: SearchTerm): TermMatcher => {
  const pattern = new RegExp(`(?:${sourceOf(term)})`, term.kind === 'phrase' && term.hasCapitals ? 'gu' : 'giu')
  const isWithin = isUnspacedWord(term.text)
  return {
    term,
    ranges: ({ text: within, places }, most) => {
      const found: TextRange[] = []
      pattern.lastIndex = 0
      for (let match = pattern.exec(within); match !== null && found.length < most; match = pattern.exec(within)) {
        const end = match.index + match[0].length
        const isWhole = isWithin || (isBorder(within, match.index) && (term.kind === 'prefix' || isBorder(within, end)))
        if (isWhole) found.push([places?.starts[match.index] ?? match.index, places?.ends[end - 1] ?? end])
        else pattern.lastIndex = match.index + 1
        if (match[0] === '') pattern.lastIndex += 1
      }
      return found
    },
  }
}

/** Characters that a pattern is tried on together: a regular expression can take unlimited time on longer stretches. */
const patternChars = 2000

/** Where a regular expression matches, within lines. @param isLate whether there is no time left */
export const patternRanges = (
  { source, ignoresCase }: SearchPattern,
  text: string,
  most: number,
  isLate: () => boolean,
): readonly TextRange[] => {
  const pattern = new RegExp(source, ignoresCase ? 'giu' : 'gu')
  const found: TextRange[] = []
  let at = 0
  for (const line of text.split('\n')) {
    for (let from = 0; from < line.length && found.length < most && !isLate(); from += patternChars)
      for (const match of line.slice(from, from + patternChars).matchAll(pattern))
        if (match[0] !== '' && found.length < most) found.push([at + from + match.index, at + from + match.index + match[0].length])
    at += line.length + 1
  }
  return found
}
