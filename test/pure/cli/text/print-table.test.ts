import fc from 'fast-check'
import stringWidth from 'string-width'
import { expect, test } from 'vitest'
import { printTable } from '../../../../app/cli/text/print-table.ts'
import { columnsOf, cutToWidth } from '../../../../app/cli/text/text-width.ts'

const columns = [{ title: 'ID' }, { title: 'TITLE', flexible: true }, { title: 'N', align: 'right' as const }]

test('columns are as wide as their cells, numbers are aligned right, and lines have no trailing spaces', () => {
  expect(
    printTable(
      columns,
      [
        ['a1', 'short', '7'],
        ['b22', 'a longer title', '1,234'],
      ],
      undefined,
    ),
  ).toBe('ID   TITLE               N\na1   short               7\nb22  a longer title  1,234\n')
})

test('only the flexible column gives way to a narrow terminal', () => {
  const title = 'a title that is much too long for what there is'
  expect(printTable(columns, [['a1', title, '1,234']], 45)).toBe(
    'ID  TITLE                                   N\na1  a title that is much too long for…  1,234\n',
  )
})

test('a path is cut at its beginning', () => {
  const where = [{ title: 'N' }, { title: 'WHERE', flexible: 'start' as const }]
  expect(printTable(where, [['1', '/home/mira/code/harbour/board.jsonl:7']], 33)).toBe(
    'N  WHERE\n1  …/code/harbour/board.jsonl:7\n'.replace('…/code', '…ra/code'),
  )
})

test('less important columns are omitted before the flexible one becomes unreadable', () => {
  const some = [{ title: 'ID' }, { title: 'TITLE', flexible: true }, { title: 'SIZE', dropped: 2 }, { title: 'N', dropped: 1 }]
  const rows = [['a1', 'a title of thirty characters..', '12 kB', '7']]
  expect(printTable(some, rows, 80)).toContain('12 kB  7')
  expect(printTable(some, rows, 40)).toBe('ID  TITLE                           N\na1  a title of thirty characters..  7\n')
  expect(printTable(some, rows, 34)).toBe('ID  TITLE\na1  a title of thirty characters..\n')
})

test('wide characters take two columns and are never cut in half', () => {
  expect(cutToWidth('検索する', 5)).toBe('検索…')
  expect(cutToWidth('👩‍💻👩‍💻👩‍💻', 4)).toBe('👩‍💻…')
  expect(cutToWidth('e\u0301e\u0301e\u0301', 2)).toBe('e\u0301…')
})

test('a cut text is never wider than requested, and a text that fits is unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 30 }), (text, width) => {
      expect(stringWidth(cutToWidth(text, width))).toBeLessThanOrEqual(width)
      expect(cutToWidth(text, stringWidth(text))).toBe(text)
    }),
  )
})

test('colours do not count as width', () => {
  const red = (text: string): string => `\u001b[31m${text}\u001b[39m`
  expect(printTable([{ title: 'A', paint: red }, { title: 'B' }], [['x', 'y']], 10)).toBe(`A  B\n${red('x')}  y\n`)
})

test('the width of a text is the sum of its characters, also in pieces', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', ' ', 'é', '漢', '🚀', '\u200b', '~')), (characters) => {
      const text = characters.join('')
      expect(columnsOf(text)).toBe(stringWidth(text))
    }),
  )
})

test.each([
  ['x', 1_000_000],
  ['漢', 100_000],
  ['e\u0301', 20_000],
  ['🚀 ', 20_000],
])('a text of “%s” %d times is measured and cut', (character, times) => {
  const text = character.repeat(times)
  expect(columnsOf(text)).toBe(stringWidth(character) * times)
  expect(columnsOf(cutToWidth(text, 40))).toBeLessThanOrEqual(40)
  expect(
    printTable([{ title: 'WHERE', flexible: 'start' }], [[text]], 60)
      .split('\n')
      .every((line) => columnsOf(line) <= 60),
  ).toBe(true)
})
