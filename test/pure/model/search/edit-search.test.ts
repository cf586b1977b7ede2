/** The text of a search in parts, and with one part more or less. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  asBeginning,
  filterText,
  filterValues,
  partsOf,
  toggledFilter,
  withFilter,
  withoutPart,
} from '../../../../app/model/search/edit-search.ts'
import { parseSearch } from '../../../../app/model/search/parse-search.ts'

const clock = { now: Date.parse('2026-03-04T12:00:00Z'), zone: 'UTC' }
const texts = (text: string): readonly string[] => partsOf(text).map((part) => part.text)

test('words, phrases, patterns and filters are parts, and words with OR between them are one', () => {
  expect(texts('shadow "branch rebase" -staging /time(d )?out/i file:"/a b/c.ts" -tool:Bash')).toEqual([
    'shadow',
    '"branch rebase"',
    '-staging',
    '/time(d )?out/i',
    'file:"/a b/c.ts"',
    '-tool:Bash',
  ])
  expect(texts('one OR "two three" OR four five')).toEqual(['one OR "two three" OR four', 'five'])
  expect(texts('OR one OR')).toEqual(['OR one OR'])
})

const token = fc.oneof(
  fc.constantFrom(
    'word',
    'wor*',
    '-word',
    '"a phrase"',
    '-"a phrase"',
    '/re gex/',
    '/A/i',
    'OR',
    '"open',
    'kind:call',
    '-kind:title',
    'is:error',
  ),
  fc.constantFrom(
    'file:"/a b/c"',
    'project:x',
    'after:2w',
    'before:2026-01-31',
    '-after:7d',
    'http://x.y',
    'tool:',
    'kind:smell',
    '--x',
    'a"b',
  ),
  fc.string({ maxLength: 8 }),
)
const lines = fc.array(token, { maxLength: 8 }).map((tokens) => tokens.join(' '))

test('the parts of any text mean what the text means', () => {
  fc.assert(
    fc.property(lines, (line) => {
      const whole = parseSearch(line, clock)
      const again = parseSearch(texts(line).join(' '), clock)
      expect({ ...again, hints: [] }).toEqual({ ...whole, hints: [] })
    }),
  )
})

test('the filters of parts are those of the grammar', () => {
  fc.assert(
    fc.property(lines, (line) => {
      const own = partsOf(line).flatMap(({ text }) => parseSearch(text, clock).filters)
      expect(own).toEqual(parseSearch(line, clock).filters)
    }),
  )
  expect(filterValues('kind:smell', 'kind')).toEqual([])
})

test('a filter that is set is in the text, and one that is removed is not', () => {
  expect(withFilter('shadow kind:call branch', 'kind', ['prompt'])).toBe('shadow branch kind:prompt')
  expect(withFilter('kind:call  kind:output', 'kind', [])).toBe('')
  expect(withFilter('-kind:call x', 'kind', [])).toBe('-kind:call x')
  expect(toggledFilter('x kind:call', 'kind', 'output')).toBe('x kind:call kind:output')
  expect(toggledFilter('x kind:call kind:output', 'kind', 'call')).toBe('x kind:output')
  expect(filterValues('x after:2026-01-31 after:2w -after:3d', 'after')).toEqual(['2026-01-31', '2w'])
})

test('any value of a filter is the same after it was written and read', () => {
  const value = fc
    .string({ minLength: 1, maxLength: 30 })
    .map((text) => text.replaceAll('"', '').trim())
    .filter((text) => text !== '')
  fc.assert(
    fc.property(value, (file) => {
      expect(filterValues(`word ${filterText('file', file)} other`, 'file')).toEqual([file])
      expect(withFilter(withFilter('word other', 'file', [file]), 'file', [])).toBe('word other')
    }),
  )
})

test('a part is removed with the blank before it', () => {
  const without = (text: string, at: number): string => {
    const part = partsOf(text)[at]
    return part === undefined ? text : withoutPart(text, part)
  }
  expect([0, 1, 2].map((at) => without('one  -two three', at))).toEqual(['-two three', 'one three', 'one  -two'])
})

test('only a last word that may be incomplete is taken as a beginning', () => {
  expect(asBeginning('shadow bran')).toBe('shadow bran*')
  for (const text of ['shadow ', 'bran*', 'a', '"bran', 'tool:Bash', '-bran', 'one OR', '/bran/', ''])
    expect([text, asBeginning(text)]).toEqual([text, undefined])
})
