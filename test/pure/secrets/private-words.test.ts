/** Which texts a person's own words find, and which words there can be. */
import { expect, test } from 'vitest'
import { privateWordsPattern } from '../../../app/secrets/private-words.ts'
import { redactSecrets, replaceSecrets } from '../../../app/secrets/redact-secrets.ts'
import { privateWord } from '../../../app/model/private-word.ts'

const found = (words: readonly string[], text: string): readonly string[] =>
  [...text.matchAll(privateWordsPattern(words) ?? /(?!)/g)].map(([one]) => one)

test('a word is found within others, in any case and with any blanks', () => {
  expect(found(['Jane Roe'], 'jane roe, JANE\n  ROE, Jane-Roe, JanesRoe')).toEqual(['jane roe', 'JANE\n  ROE'])
  expect(found(['straße', 'ÉCOLE'], 'STRAßE école Strasse')).toEqual(['STRAßE', 'école'])
})

test('a star matches everything up to a blank or a quotation mark, and any other character matches itself', () => {
  expect(found(['acme-*'], '"Acme-12.b" acme- x, "acme-')).toEqual(['Acme-12.b', 'acme-', 'acme-'])
  expect(found(['a.c(d)'], 'abc(d) a.c(d)')).toEqual(['a.c(d)'])
})

test('of words with the same beginning the longest is found', () => {
  expect(found(['acme', 'acme.example'], 'at acme.example')).toEqual(['acme.example'])
})

test.each([
  ['Renée', ['Ren\\u00e9e', 'REN\\u00C9E', 'Rene\u0301e', 'Ren%C3%A9e', 'Ren&#233;e']],
  ['Rene\u0301e', ['Renée']],
  [String.raw`CORP\jroe`, [String.raw`CORP\\jroe`, String.raw`corp\\\\jroe`]],
  [String.raw`CORP\nick`, [String.raw`CORP\nick`, String.raw`CORP\\nick`]],
  ["O'Brien", [String.raw`O\'Brien`, 'O&#39;Brien', String.raw`O\u0027Brien`, 'O%27Brien']],
  ['AT&Tee', ['AT&amp;Tee', String.raw`AT\u0026Tee`]],
  ['the "JR" one', [String.raw`the \"JR\" one`, String.raw`the \\\"JR\\\" one`, 'the &quot;JR&quot; one']],
  ['Jane Roe', [String.raw`Jane\nRoe`, 'jane%20roe', 'Jane+Roe', 'Jane&nbsp;Roe']],
  ['jane@acme.example', ['jane%40acme.example']],
])('%s is found in every notation of programs, and redacted with all of its escapes', (word, writings) => {
  const words = privateWordsPattern([word, 'acme'])
  for (const written of writings) expect(redactSecrets(`a\\n${written}\\"b`, { words }), written).toBe('a\\n[redacted]\\"b')
})

test('text that is not redacted, and text that only resembles an escape, is unchanged', () => {
  const words = privateWordsPattern(['Renée'])
  const text = String.raw`%zz %ff \ud83d &nothing; C:\new\users \\ Ren\u00e9e`
  expect(replaceSecrets(text, (secret) => secret.text, { words })).toBe(text)
  expect(redactSecrets(text, { words })).toBe(text.replace(/\S+$/, '[redacted]'))
})

test('the search time per character does not grow with the text', () => {
  const text = 'a-'.repeat(200_000)
  expect(found(['a*a-b', 'a-*x'], text)).toEqual([])
})

test.each([
  ['ab', /three letters/],
  ['  a*b ', /three letters/],
  ['abc*def*', /one \*/],
  ['ab\ncd', /one line/],
  ['x'.repeat(201), /200/],
])('%j is not a private word', (text, reason) => {
  expect(privateWord.safeParse(text).error?.issues[0]?.message).toMatch(reason)
})
