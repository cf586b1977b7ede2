/** Words as the index has them, and where they are in a text. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseSearch } from '../../../../app/model/search/parse-search.ts'
import { plainText, termMatcher } from '../../../../app/model/search/term-matches.ts'
import { wordForms } from '../../../../app/model/search/word-forms.ts'
import { foldedText, nameParts, soughtWords, withoutPackedBytes, wordsIn } from '../../../../app/model/search/words.ts'

test.each([
  ['Ärger über café', ['arger', 'uber', 'cafe']],
  ['snake_case kebab-case a.b/c', ['snake', 'case', 'kebab', 'case', 'a', 'b', 'c']],
  ['“quoted” — text…', ['quoted', 'text']],
  ['部署工作', ['部署', '署工', '工作', '作']],
  ['한국어 text', ['한국', '국어', '어', 'text']],
])('%s', (text, words) => {
  expect(wordsIn(text)).toEqual(words)
})

test('a run without blanks is looked for by its pairs', () => {
  expect(soughtWords('署工作')).toEqual(['署工', '工作'])
  expect(soughtWords('作')).toEqual(['作'])
})

test('names in mixed case have parts', () => {
  expect(nameParts('parseHTTPHeader and useEffect, not Plain or LOUD')).toEqual(['parse', 'http', 'header', 'use', 'effect'])
})

test('packed bytes are left out, paths and sentences stay', () => {
  const bytes = 'iVBORw0KGgo'.repeat(60)
  expect(withoutPackedBytes(`before ${bytes} after`)).toBe('before   after')
  expect(withoutPackedBytes(`${bytes}\n${bytes}`).trim()).toBe('')
  const plain = 'a sentence with a/path/of.many/parts '.repeat(40)
  expect(withoutPackedBytes(plain)).toBe(plain)
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string({ maxLength: 20 }), fc.nat({ max: 600 })), { maxLength: 8 }), (pieces) => {
      const text = pieces.map(([own, length]) => `${own} ${'x'.repeat(length)} `).join('')
      const expected = text.replace(/[A-Za-z0-9+/=]{256,}/g, ' ')
      expect(withoutPackedBytes(text)).toBe(expected)
    }),
  )
})

test.each([
  ['retries', ['retry', 'retried', 'retrying']],
  ['validating', ['validate', 'validates', 'validated']],
  ['stopped', ['stop', 'stops', 'stopping']],
  ['branches', ['branch']],
  ['fail', ['fails', 'failed', 'failing']],
  ['class', ['classes']],
])('forms of %s', (word, forms) => {
  expect(wordForms(word)).toEqual(expect.arrayContaining([word, ...forms]))
})

test('short words, numbers and names have one form', () => {
  for (const word of ['is', 'ed25519', 'bus', '部署']) expect(wordForms(word)).toEqual([word])
})

const termOf = (text: string) => {
  const term = parseSearch(text, { now: 0, zone: 'UTC' }).required[0]?.[0]
  if (term === undefined) throw new Error(`${text} is a term`)
  return termMatcher(term)
}
const found = (search: string, text: string): readonly string[] =>
  termOf(search)
    .ranges(plainText(text), 10)
    .map(([from, to]) => text.slice(from, to))

test('terms are found as whole words, in all forms, and in the parts of names', () => {
  expect(found('worker', 'Workers work; the workerPool, coworker')).toEqual(['Workers', 'worker'])
  expect(found('header', 'parseHttpHeader')).toEqual(['Header'])
  expect(found('http', 'parseHTTPHeader httpx')).toEqual(['HTTP'])
  expect(found('work*', 'workers rework')).toEqual(['work'])
  expect(found('cafe', 'Das Café')).toEqual(['Café'])
  expect(found('工作', '部署工作')).toEqual(['工作'])
  expect(found('ended_at', 'ended at, ended_at; ended')).toEqual(['ended at', 'ended_at'])
})

test('a phrase in small letters ignores case, one with capitals does not', () => {
  expect(found('"shadow branch"', 'Shadow\n  branch, shadow branches')).toEqual(['Shadow\n  branch'])
  expect(found('"Shadow branch"', 'shadow branch')).toEqual([])
})

test('words are found beside scripts without blanks, with separate accents, and in ligatures', () => {
  expect(found('youer', '修改youer服务端')).toEqual(['youer'])
  expect(found('itgc', '追加して、gen-itgcも')).toEqual(['itgc'])
  expect(found('cafe', 'un cafe\u0301 noir')).toEqual(['cafe\u0301'])
  expect(found('find', '\ufb01nd it')).toEqual(['\ufb01nd'])
  expect(found('abc', 'ＡＢＣ')).toEqual(['ＡＢＣ'])
})

const pieces = [
  'youer',
  '服务',
  'テスト',
  'A\u0308rger',
  'Ärger',
  '\ufb01ne',
  'ＡＢＣ',
  '한국어',
  'x_y',
  'parseHttp',
  ' ',
  '，',
  'é',
  '😀',
  '7',
  '½',
]

test('each word that a text is indexed by is found in it', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 8 }), (parts) => {
      const text = parts.join('')
      for (const word of soughtWords(text)) expect(found(word, text), word).not.toEqual([])
    }),
  )
})

test('each word of a text is one that the text is found by', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
      const own = new Set(wordsIn(text))
      for (const word of own) expect(wordsIn(foldedText(word))).toContain(word)
    }),
  )
})
