/** The grammar of searches. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseSearch } from '../../../../app/model/search/parse-search.ts'
import { maxTerms, type SearchQuery } from '../../../../app/model/search/search-query.ts'

const now = Date.UTC(2026, 5, 15, 12)
const parse = (text: string): SearchQuery => parseSearch(text, { now, zone: 'UTC' })

const shape = ({ required, excluded }: SearchQuery) => ({
  required: required.map((terms) => terms.map(({ kind, text }) => `${kind} ${text}`)),
  excluded: excluded.map(({ text }) => text),
})

test('words, phrases, excluded words, alternatives and prefixes', () => {
  expect(shape(parse('deploy "the worker" -staging retry OR again wor*'))).toEqual({
    required: [['word deploy'], ['phrase the worker'], ['word retry', 'word again'], ['prefix wor']],
    excluded: ['staging'],
  })
})

test.each([
  ['lamp kind:prompt OR wick', [['word lamp'], ['word wick']]],
  ['lamp OR tool:Bash', [['word lamp']]],
  ['lamp OR -wick', [['word lamp']]],
  ['lamp /x/ OR wick', [['word lamp'], ['word wick']]],
  ['lamp OR OR wick', [['word lamp'], ['word wick']]],
])('%s has an OR that joins nothing, with a hint', (text, required) => {
  expect(shape(parse(text)).required).toEqual(required)
  expect(parse(text).hints).toContainEqual(expect.stringContaining('OR is ignored'))
})

test('several values of a filter may have OR between them', () => {
  expect(parse('tool:Bash OR tool:Read')).toMatchObject({ filters: [{ value: 'Bash' }, { value: 'Read' }], hints: [] })
})

test.each([
  ['lamp AND wick', /^AND is searched as a word/],
  ['lamp NOT wick', /^NOT is searched as a word: a minus/],
])('%s has a hint', (text, hint) => {
  expect(parse(text).required).toHaveLength(3)
  expect(parse(text).hints).toEqual([expect.stringMatching(hint)])
})

test.each([
  ['fmt:check', ['fmt', 'check']],
  ['snake_case.name', ['snake', 'case', 'name']],
  ['--raw-transcript', ['raw', 'transcript']],
  ['https://example.org/a', ['https', 'example', 'org', 'a']],
  ['parseHttpHeader', ['parsehttpheader']],
  ['Größe', ['große']],
])('%s is one word, not a filter', (text, words) => {
  const { required, filters, excluded } = parse(text)
  expect(required.map((terms) => terms.map((term) => term.kind))).toEqual([['word']])
  expect(required[0]?.[0]?.words).toEqual(words)
  expect([filters, excluded]).toEqual([[], []])
})

test('filters have values, also in quotes, and can exclude', () => {
  expect(parse('kind:Prompt -tool:Bash project:"my boat" is:error').filters).toEqual([
    { name: 'kind', value: 'prompt', isExcluded: false },
    { name: 'tool', value: 'Bash', isExcluded: true },
    { name: 'project', value: 'my boat', isExcluded: false },
    { name: 'is', value: 'error', isExcluded: false },
  ])
})

test('days, times and ages limit the time', () => {
  expect(parse('after:2026-06-01 before:2026-06-02T10:30')).toMatchObject({
    since: Date.UTC(2026, 5, 1),
    until: Date.UTC(2026, 5, 2, 10, 30),
  })
  expect(parse('after:2w').since).toBe(now - 14 * 86_400_000)
  expect(parse('after:2w after:3d').since).toBe(now - 3 * 86_400_000)
  expect(parse('after:today').since).toBe(Date.UTC(2026, 5, 15))
})

test.each([
  ['"open phrase', /closing quotation mark/],
  ['after:tomorow x', /after:tomorow is ignored: use a day/],
  ['kind:promt x', /did you mean kind:prompt\?/],
  ['is:broken x', /only is:error exists/],
  ['/a(b/ x', /is no regular expression/],
  ['kind: x', /has no value/],
  ['x OR', /OR needs a word on both sides/],
  ['?! x', /no letters or digits/],
])('%s has a hint', (text, hint) => {
  expect(parse(text).hints.join('\n')).toMatch(hint)
})

test('regular expressions have slashes around them; paths are words', () => {
  expect(parse('/E[0-9]{4}/ /Foo\\W/').patterns).toEqual([
    { source: 'E[0-9]{4}', ignoresCase: false },
    { source: 'Foo\\W', ignoresCase: false },
  ])
  expect(parse('/e\\d+/i').patterns).toEqual([{ source: 'e\\d+', ignoresCase: true }])
  expect(parse('/home/me/file').patterns).toEqual([])
  expect(parse('/home/me/file').required).toHaveLength(1)
})

test('any text is a search, and no more terms are used than are allowed', () => {
  const piece = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('"', '-', 'OR', '/', 'kind:', 'after:', '*', '\0', ' ', '(', ':'))
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 200 }), (pieces) => {
      const { required, excluded, patterns, filters } = parse(pieces.join(''))
      expect(required.flat().length + excluded.length + patterns.length + filters.length).toBeLessThanOrEqual(maxTerms)
      for (const { words } of [...required.flat(), ...excluded]) expect(words.length).toBeGreaterThan(0)
    }),
  )
})

test('a search of ten thousand words is read at once, with a hint', () => {
  const { required, hints } = parse(Array.from({ length: 10_000 }, (_, at) => `w${at}`).join(' '))
  expect(required.length).toBe(maxTerms)
  expect(hints.join(' ')).toMatch(/Only the first/)
})
