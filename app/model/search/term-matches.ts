/** Where the terms of a search are in a text: for marking them, and for telling how near they are to each other. */
import type { SearchTerm } from './search-query.ts'
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

/** A syllable in its letters, as some file systems spell names. */
const letters = '[\u1100-\u1112][\u1161-\u1175][\u11a8-\u11c2]?'
const inLetters = new RegExp(letters, 'u')
const characters = new RegExp(`${letters}|.`, 'gsu')

const withPlaces = (text: string): PlainText => {
  const starts: number[] = []
  const ends: number[] = []
  let plain = ''
  let at = 0
  for (const character of text.match(characters) ?? []) {
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
  const isShifted =
    inLetters.test(text) || [...text.matchAll(notAscii)].some(([run]) => Array.from(run).some((one) => bare(one).length !== one.length))
  if (isShifted) return withPlaces(text)
  return { text: text.replace(notAscii, (run) => Array.from(run, bare).join('')), places: undefined }
}

export interface TermMatcher {
  readonly term: SearchTerm
  /** At most `most` matches in order, as ranges of the original text. */
  readonly ranges: (plain: PlainText, most: number) => readonly TextRange[]
}

/** Sources of the regular expressions of a term: all forms of a word, the longest first; one source for any other term. */
const sourcesOf = ({ kind, text, words, hasCapitals }: SearchTerm): readonly string[] => {
  // A phrase has its words as typed; other terms have them as in the index.
  const own = plainText(text).text.match(/[\p{L}\p{N}]+/gu) ?? []
  const [word = ''] = words
  if (kind === 'word' && words.length === 1) return [...wordForms(word)].sort((a, b) => b.length - a.length).map(escaped)
  return [own.map((one) => escaped(hasCapitals ? one : one.toLowerCase())).join(between)]
}

/**
 * The end of a match, or -1. When the match of a longer form is not a whole word, as `shadows` in `ShadowStrategy`, a shorter form may
 * match.
 */
const endsAt = (forms: readonly RegExp[], within: string, from: number, isWhole: (from: number, end: number) => boolean): number => {
  for (const form of forms) {
    form.lastIndex = from
    const match = form.exec(within)
    if (match !== null && match[0] !== '' && isWhole(from, from + match[0].length)) return from + match[0].length
  }
  return -1
}

export const termMatcher = (term: SearchTerm): TermMatcher => {
  const flags = term.kind === 'phrase' && term.hasCapitals ? 'u' : 'iu'
  const sources = sourcesOf(term)
  const pattern = new RegExp(`(?:${sources.join('|')})`, `g${flags}`)
  const forms = sources.map((source) => new RegExp(source, `y${flags}`))
  const isWithin = isUnspacedWord(term.text)
  return {
    term,
    ranges: ({ text: within, places }, most) => {
      const found: TextRange[] = []
      const isWhole = (from: number, end: number): boolean =>
        isWithin || (isBorder(within, from) && (term.kind === 'prefix' || isBorder(within, end)))
      pattern.lastIndex = 0
      for (let match = pattern.exec(within); match !== null && found.length < most; match = pattern.exec(within)) {
        const end = endsAt(forms, within, match.index, isWhole)
        if (end !== -1) found.push([places?.starts[match.index] ?? match.index, places?.ends[end - 1] ?? end])
        pattern.lastIndex = Math.max(end, match.index + 1)
      }
      return found
    },
  }
}
