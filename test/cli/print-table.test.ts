import fc from 'fast-check'
import stringWidth from 'string-width'
import { expect, test } from 'vitest'
import { cutToWidth, printTable } from '../../app/cli/print-table.ts'

const columns = [{ title: 'ID' }, { title: 'TITLE', flexible: true }, { title: 'N', align: 'right' as const }]

test('columns are as wide as their cells, numbers stand to the right, nothing trails', () => {
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
  expect(printTable(columns, [['a1', 'a title that is much too long', '1,234']], 30)).toBe(
    'ID  TITLE                    N\na1  a title that is mu…  1,234\n',
  )
})

test('wide characters take two columns and are never cut in half', () => {
  expect(cutToWidth('検索する', 5)).toBe('検索…')
  expect(cutToWidth('👩‍💻👩‍💻👩‍💻', 4)).toBe('👩‍💻…')
  expect(cutToWidth('e\u0301e\u0301e\u0301', 2)).toBe('e\u0301…')
})

test('a cut text is never wider than asked, and a text that fits is left alone', () => {
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
