/** The terms of a text: words without endings, parts of names, without words that say nothing. */
import { stemmer } from 'stemmer'
import { nameParts, wordsIn } from '../model/search/words.ts'
import stopWords from './stop-words.json' with { type: 'json' }

/** Characters of a text that are read. */
const maxText = 8_000

const ignored = new Set(Object.values(stopWords).flatMap((words) => words.split(' ')))

const plain = /^[a-z]{3,30}$/
/** Short numbers, hashes and ids are in no other text, or in any. */
const saysNothing = /^(?:.|\d{1,2}|[0-9a-f]{12,}|.{41,})$/

/** Texts repeat their words. */
const known = new Map<string, string>()
const maxKnown = 50_000

/** '': the word says nothing. */
const termOf = (word: string): string => {
  const before = known.get(word)
  if (before !== undefined) return before
  const term = ignored.has(word) || saysNothing.test(word) ? '' : plain.test(word) ? stemmer(word) : word
  if (known.size >= maxKnown) known.clear()
  known.set(word, term)
  return term
}

const number = /^\d+$/

/** In the order of the text, with repetitions; names are terms themselves, and so are their parts. @param also short numbers, too */
export const termsIn = (text: string, also?: 'numbers'): readonly string[] => {
  const read = text.slice(0, maxText)
  const terms: string[] = []
  for (const words of [wordsIn(read), nameParts(read)])
    for (const word of words) {
      const term = also === 'numbers' && number.test(word) ? word : termOf(word)
      if (term !== '') terms.push(term)
    }
  return terms
}

const writtenWord = /[\p{L}\p{M}\p{N}]+/gu
const maxWord = 40

/** Terms with the words that they come from, as the text has them; of several forms the first. */
export const wordsOfTerms = (text: string): ReadonlyMap<string, string> => {
  const written = new Map<string, string>()
  for (const [word] of text.slice(0, maxText).matchAll(writtenWord))
    if (word.length <= maxWord) for (const term of termsIn(word)) if (!written.has(term)) written.set(term, word)
  return written
}
