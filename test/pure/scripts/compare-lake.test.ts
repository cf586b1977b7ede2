/** What a reader of a lake answers is compared with what the store answers. */
import { expect, test } from 'vitest'
import { compareTable, isSame } from '../../../scripts/lake/compare.mjs'

const text = { name: 'name', native: 'VARCHAR', class: 'text', values: '3', total: '12', first: null, last: null }
const tokens = { name: 'tokens', native: 'BIGINT', class: 'whole number', values: '3', total: '9007199254740993', first: null, last: null }
const time = { name: 'at', native: 'TIMESTAMP WITH TIME ZONE', class: 'timestamp', values: '3', total: null, first: '1', last: '5' }
const project = { name: 'project', native: 'VARCHAR', class: 'text' }
const stored = {
  columns: [text, tokens, time, project],
  partitions: [
    ['/home/sam/garden', '2026-01', 2],
    [null, null, 1],
  ] as const,
}

const differences = (...args: Parameters<typeof compareTable>): readonly string[] => compareTable(...args).differences

test('equal answers have no differences', () => {
  expect(compareTable(stored, stored)).toEqual({ rows: 3, columns: 4, differences: [] })
})

test('whole numbers are compared exactly, floats with a tolerance', () => {
  expect(isSame('whole number', '9007199254740993', '9007199254740992')).toBe(false)
  expect(isSame('float', '0.3', '0.30000000000000004')).toBe(true)
  expect(isSame('float', '0.3', '0.3000001')).toBe(false)
})

test('the sum of no values is null or 0, depending on the engine', () => {
  expect(isSame('text', null, '0')).toBe(true)
  expect(isSame('text', null, '4')).toBe(false)
})

test('another sum, type or time is a difference, and so is a column that only one of the two has', () => {
  const columns = [
    { ...text, class: 'whole number', native: 'BIGINT' },
    { ...tokens, total: '9007199254740992' },
    { ...time, last: '6' },
    { ...project, name: 'client' },
  ]
  expect(differences(stored, { ...stored, columns })).toEqual([
    'column name: text in the store, whole number (BIGINT) in the lake',
    'column tokens: the sum is 9007199254740993 in the store, 9007199254740992 in the lake',
    'column at: the maximum is 5 in the store, 6 in the lake',
    'column project: missing',
    'column client: only in the lake',
  ])
})

test('sums of other rows are not compared', () => {
  const answered = { columns: [{ ...text, values: '2' }, tokens, time, project], partitions: [['/home/sam/garden', '2026-01', 2]] as const }
  expect(differences(stored, answered)).toEqual([
    '3 rows in the store, 2 in the lake',
    'partition only in the store: project null, month null, 1 rows',
  ])
})

test('a table that cannot be read is a difference', () => {
  expect(differences(stored, { failure: 'no footer' })).toEqual(['cannot be read: no footer'])
})

test('a shortened folder is the project that the manifest names, and an empty project is null', () => {
  const answered = {
    ...stored,
    partitions: [
      ['/home/s-0123', '2026-01', 2],
      ['', null, 1],
    ] as const,
  }
  expect(differences(stored, answered)).toHaveLength(2)
  expect(differences(stored, answered, { folders: new Map([['/home/s-0123', '/home/sam/garden']]) })).toEqual([])
})

test('of a lake without names and texts, only numbers are compared', () => {
  const answered = {
    columns: [{ ...text, total: '48' }, tokens, time, project],
    partitions: [
      ['0123456789abcdef', '2026-01', 2],
      [null, null, 1],
    ] as const,
  }
  expect(differences(stored, answered, { anonymised: true })).toEqual([])
  const columns = [{ ...text, total: '48' }, { ...tokens, total: '1' }, time, project]
  expect(differences(stored, { ...answered, columns }, { anonymised: true })).toHaveLength(1)
})
