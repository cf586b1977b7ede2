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

/** Whether a word may begin or end there: beside something else than a letter or digit, or within a name where its case bends. */
const isBorder = (text: string, at: number): boolean => {
  const before = text[at - 1]
  const after = text[at]
  if (before === undefined || after === undefined || !wordUnit.test(before) || !wordUnit.test(after)) return true
  if (isUpper(after) && !isUpper(before)) return true
  const next = text[at + 1]
  return isUpper(before) && isUpper(after) && next !== undefined && isLower(next)
}

const plainRun = (run: string): string => {
  let bare = ''
  for (const character of run) {
    const letter = character.normalize('NFKD').replace(marks, '').normalize('NFC')
    bare += letter.length === character.length ? letter : character
  }
  return bare
}

/** The text without accents, as long as before: what is found there is there in the text. */
export const plainText = (text: string): string => text.replace(/[^\0-\x7f]+/g, plainRun)

export interface TermMatcher {
  readonly term: SearchTerm
  /** At most `most` of them, in order. @param plain a text without accents: see plainText */
  readonly ranges: (plain: string, most: number) => readonly TextRange[]
}

const sourceOf = ({ kind, text, words, hasCapitals }: SearchTerm): string => {
  // In a phrase the words are as typed; elsewhere as the index has them.
  const own = plainText(text).match(/[\p{L}\p{N}]+/gu) ?? []
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
    ranges: (within, most) => {
      const found: TextRange[] = []
      pattern.lastIndex = 0
      for (let match = pattern.exec(within); match !== null && found.length < most; match = pattern.exec(within)) {
        const end = match.index + match[0].length
        const isWhole = isWithin || (isBorder(within, match.index) && (term.kind === 'prefix' || isBorder(within, end)))
        if (isWhole) found.push([match.index, end])
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
