/** Regular expressions of people: none takes longer than its text is long, and what cannot be run is named. */
import { expect, test } from 'vitest'
import { runnable } from '../../../../app/engine/search/linear-pattern.ts'
import { parseSearch } from '../../../../app/model/search/parse-search.ts'

const read = (pattern: string): ReturnType<typeof runnable> => runnable(parseSearch(`/${pattern}/`, { now: 0, zone: 'UTC' }))

const foundIn = (pattern: string, text: string): readonly string[] =>
  read(pattern).patterns.flatMap(({ ranges }) => ranges(text, 60).map(([from, to]) => text.slice(from, to)))

test.each(['(a+)+$', '(a|a)*$', '(a*)*b', '(a|aa)+$', '(.*)*x', '(x+x+)+y'])('%s is answered on a long line', (pattern) => {
  const text = `${'a'.repeat(50_000)}${'x'.repeat(50_000)}!`
  expect(read(pattern).patterns[0]?.ranges(text, 60)).toBeDefined()
})

test.each([
  ['(?<=a)b', 'look-behind'],
  ['(?<!a)b', 'look-behind'],
  ['a(?=b)', 'look-ahead'],
  ['a(?!b)', 'look-ahead'],
  [String.raw`(a)\1`, 'back-references'],
  [String.raw`(?<n>a)\k<n>`, 'back-references'],
])('%s is refused: %s are not available', (pattern, what) => {
  const { query, patterns } = read(pattern)
  expect(patterns).toEqual([])
  expect(query.hints).toEqual([expect.stringMatching(new RegExp(`^/.*/ is ignored: ${what} (?:is|are) not available\\.$`))])
})

test('a match is within a line, wherever in it, and signs of JavaScript mean what they mean there', () => {
  expect(foundIn('panic:.*nil', `panic: ${'x'.repeat(30_000)} nil\npanic:\nnil`)).toHaveLength(1)
  expect(foundIn('^b+$', 'abb\nbb\nb')).toEqual(['bb', 'b'])
  expect(foundIn(String.raw`a\sb`, 'a\u00a0b')).toEqual(['a\u00a0b'])
  expect(foundIn(String.raw`[\s]b`, 'a\u00a0b')).toEqual(['\u00a0b'])
  expect(foundIn(String.raw`\p{Script=Greek}+`, 'abc λόγος')).toEqual(['λόγος'])
  expect(foundIn('x*', 'axxb')).toEqual(['xx'])
})
