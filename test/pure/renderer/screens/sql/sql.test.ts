/** What the SQL console works out without a page: order of rows, text to paste, what can be drawn, what was run before. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SqlValue } from '../../../../../app/model/sql-rows.ts'
import { rowsAsTsv, sortRows } from '../../../../../renderer/screens/sql/cell-text.ts'
import { chartData } from '../../../../../renderer/screens/sql/chart-data.ts'
import { withQuery } from '../../../../../renderer/screens/sql/query-history.ts'

const result = (columns: readonly (readonly [string, string])[], rows: readonly (readonly SqlValue[])[]) => ({
  columns: columns.map(([name, type]) => ({ name, type })),
  rows,
  cut: null,
  elapsedMs: 1,
})

test('numbers sort as numbers also where they are text, and nulls come last both ways', () => {
  const rows = [['9007199254740993'], [null], ['9'], ['-10'], ['9007199254740992']]
  expect(sortRows(rows, 0, false).map(([cell]) => cell)).toEqual(['-10', '9', '9007199254740992', '9007199254740993', null])
  expect(
    sortRows(rows, 0, true)
      .map(([cell]) => cell)
      .at(-1),
  ).toBe(null)
})

test('rows that are equal in the column keep their order', () => {
  const rows = fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.nat()))
  fc.assert(
    fc.property(rows, (given) => {
      const indexed = given.map(([key], index) => [key, index] as const)
      const sorted = sortRows(indexed, 0, false)
      expect(sorted).toEqual([...indexed].sort((a, b) => a[0] - b[0] || a[1] - b[1]))
    }),
  )
})

test('pasted text has a line per row and a tab between fields, also when values contain either', () => {
  const { columns, rows } = result(
    [
      ['a', 'VARCHAR'],
      ['b', 'BIGINT[]'],
    ],
    [
      ['x\ty\nz', [1, null]],
      [null, []],
    ],
  )
  expect(rowsAsTsv(columns, rows)).toBe('a\tb\nx y z\t[1,null]\n\t[]\n')
})

test('a chart uses the first text column and the numeric ones; without numbers it explains why not', () => {
  const given = result(
    [
      ['n', 'BIGINT'],
      ['day', 'DATE'],
      ['usd', 'DOUBLE'],
    ],
    [
      [1, '2026-01-01', 0.5],
      ['9007199254740993', '2026-01-02', null],
    ],
  )
  expect(chartData(given)).toEqual({
    label: 'day',
    measures: ['n', 'usd'],
    isTime: true,
    points: [
      { label: '2026-01-01', values: [1, 0.5] },
      { label: '2026-01-02', values: [9007199254740992, null] },
    ],
    left: 0,
  })
  expect(chartData(result([['a', 'VARCHAR']], [['x']]))).toBe('No column contains numbers.')
  expect(chartData(result([['a', 'BIGINT']], []))).toBe('The query returned no rows.')
  expect(chartData(result([['a', 'BIGINT']], [[7]]))).toMatchObject({ points: [{ label: '1', values: [7] }] })
})

test('a repeated query moves to the front of the history', () => {
  expect(withQuery(['a', 'b', 'c'], 'b')).toEqual(['b', 'a', 'c'])
  expect(
    withQuery(
      Array.from({ length: 100 }, (_, at) => String(at)),
      'new',
    ),
  ).toHaveLength(100)
})
