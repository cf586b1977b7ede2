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

test('a text and an expression meet in every Unicode form, and the match is where it is in the text', () => {
  const forms = ['NFC', 'NFD'] as const
  for (const one of forms)
    for (const other of forms) {
      const text = 'x\nzé función: 데이터베이스 Ǻngström é'.normalize(one)
      const find = (pattern: string): readonly string[] => foundIn(pattern.normalize(other), text).map((found) => found.normalize('NFC'))
      expect(find('funci.n')).toEqual(['función'])
      expect(find('[ó]n: 데이.')).toEqual(['ón: 데이터'])
      expect(find('베이스|Ǻ|é$')).toEqual(['베이스', 'Ǻ', 'é'])
      expect(find('f.*m')).toEqual(['función: 데이터베이스 Ǻngström'])
    }
  expect(foundIn('e\u0301+', 'caf\u00e9s')).toEqual(['é'])
  expect(foundIn(String.raw`\u0301`, 'cafe\u0301')).toEqual(['\u0301'])
})
