/** Sentences that say nearly the same. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SentenceGroups, type Sentence } from '../../../app/reasoning/repeated-sentences.ts'

const sentence = (words: string): Sentence<string> => ({ place: words, text: words, terms: new Set(words.split(' ')) })

const grouped = (texts: readonly string[]): readonly (readonly string[])[] => {
  const groups = new SentenceGroups<string>()
  for (const words of texts) groups.add(sentence(words))
  return groups.all.map((group) => group.map(({ text }) => text))
}

/** Every group is looked at. */
const simply = (texts: readonly string[]): readonly (readonly string[])[] => {
  const groups: string[][] = []
  for (const words of texts) {
    const own = new Set(words.split(' '))
    const shares = groups.map(([first = '']) => {
      const other = new Set(first.split(' '))
      const both = [...own].filter((word) => other.has(word)).length
      return both / (own.size + other.size - both)
    })
    const best = Math.max(0, ...shares)
    const at = shares.indexOf(best)
    if (best >= 0.6) groups[at]?.push(words)
    else groups.push([words])
  }
  return groups
}

test('a sentence joins those that share at least 60 % of all words with it', () => {
  expect(grouped(['use plain words', 'use plain words please', 'plain cake', 'use words plain'])).toEqual([
    ['use plain words', 'use plain words please', 'use words plain'],
    ['plain cake'],
  ])
  expect(grouped(['a b c', 'a b c d e', 'a b'])).toEqual([['a b c', 'a b c d e', 'a b']])
})

test('looking up the rarest words finds the same groups as comparing with every group', () => {
  const words = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(fc.array(words, { maxLength: 30 }), (all) => {
      const texts = all.map((own) => own.join(' '))
      expect(grouped(texts)).toEqual(simply(texts))
    }),
  )
})
