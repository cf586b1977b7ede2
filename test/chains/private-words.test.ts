/** Which texts a person's own words find, and which words there can be. */
import { expect, test } from 'vitest'
import { privateWordsPattern } from '../../app/chains/private-words.ts'
import { privateWord } from '../../app/model/private-word.ts'

const found = (words: readonly string[], text: string): readonly string[] =>
  [...text.matchAll(privateWordsPattern(words) ?? /(?!)/g)].map(([one]) => one)

test('a word is found within others, capitals or not, and whatever blanks it is written with', () => {
  expect(found(['Jane Roe'], 'jane roe, JANE\n  ROE, Jane-Roe, JanesRoe')).toEqual(['jane roe', 'JANE\n  ROE'])
  expect(found(['straße', 'ÉCOLE'], 'STRAßE école Strasse')).toEqual(['STRAßE', 'école'])
})

test('a star stands for what follows up to a blank or a quotation mark, and every other sign for itself', () => {
  expect(found(['acme-*'], '"Acme-12.b" acme- x, "acme-')).toEqual(['Acme-12.b', 'acme-', 'acme-'])
  expect(found(['a.c(d)'], 'abc(d) a.c(d)')).toEqual(['a.c(d)'])
})

test('of words that begin alike the longest is found', () => {
  expect(found(['acme', 'acme.example'], 'at acme.example')).toEqual(['acme.example'])
})

test('looking takes no longer the longer a text is', () => {
  const text = 'a-'.repeat(200_000)
  expect(found(['a*a-b', 'a-*x'], text)).toEqual([])
})

test.each([
  ['ab', /three letters/],
  ['  a*b ', /three letters/],
  ['abc*def*', /one \*/],
  ['ab\ncd', /one line/],
  ['x'.repeat(201), /200/],
])('%j is no word', (text, reason) => {
  expect(privateWord.safeParse(text).error?.issues[0]?.message).toMatch(reason)
})
