/** What a text that is typed finds, by JavaScript as by DuckDB. */
import { DuckDBInstance } from '@duckdb/node-api'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { searchPattern } from '../../../../app/analytics/search/search-pattern.ts'

let instance: DuckDBInstance
beforeAll(async () => {
  instance = await DuckDBInstance.create()
})
afterAll(() => instance.closeSync())

const inDatabase = async (text: string, said: string): Promise<boolean> => {
  const connection = await instance.connect()
  try {
    const reader = await connection.runAndReadAll('SELECT regexp_matches($said::VARCHAR, $pattern::VARCHAR)', {
      said,
      pattern: searchPattern(text),
    })
    return reader.getRows()[0]?.[0] === true
  } finally {
    connection.closeSync()
  }
}

const inPage = (text: string, said: string): boolean => new RegExp(searchPattern(text), 'u').test(said)

test.each([
  ['Connection Refused', 'the connection\n   refused it', true],
  ['a.c', 'abc', false],
  ['f(x)', 'calls F(x);', true],
  ['say "hi"', JSON.stringify({ command: 'say "hi"' }), true],
  ['one two', JSON.stringify({ text: 'one\ntwo' }), true],
  [String.raw`C:\temp`, JSON.stringify({ path: String.raw`C:\temp` }), true],
  [String.raw`C:\temp`, String.raw`at C:\temp`, true],
  ['  padded ', 'padded', true],
  ['größe', 'GRÖSSE, GRÖßE', true],
  ['[^a]', 'b', false],
  ['ARK sk', 'ark SK', true],
  ['one two', 'one\u00a0two', true],
  ['one\u00a0two', 'one two', true],
  ['今日　は', '今日　は', true],
  ['ΟΔΟΣ', 'οδος', true],
  ['οδος', 'ΟΔΟΣ', true],
  ['straße', 'STRAẞE', true],
  ['ǅep', 'ǆep', true],
  ['5 µs', '5 μs', true],
  ['say "hi"', JSON.stringify({ text: JSON.stringify({ command: 'say "hi"' }) }), true],
])('%j in %j: %s', async (text, said, isFound) => {
  expect([inPage(text, said), await inDatabase(text, said)]).toEqual([isFound, isFound])
})

test('backslashes are found fast, however many there are', async () => {
  const typed = `${'\\'.repeat(40)}x`
  const said = `${'\\'.repeat(60)}y ${typed}`
  expect([inPage(typed, said), await inDatabase(typed, said)]).toEqual([true, true])
  const [most, more] = ['\\'.repeat(1000), '\\'.repeat(1500)]
  expect([inPage(most, more), await inDatabase(most, more)]).toEqual([true, true])
})

test('any typed text is found where it occurs, also in the JSON of a call', async () => {
  const text = fc.string({ unit: 'grapheme', minLength: 2, maxLength: 12 }).filter((each) => /^[^\s\p{C}]+( [^\s\p{C}]+)*$/u.test(each))
  await fc.assert(
    fc.asyncProperty(text, fc.string({ maxLength: 8 }), async (typed, around) => {
      for (const said of [`${around}${typed}${around}`, JSON.stringify({ around, typed })]) {
        expect(inPage(typed, said)).toBe(true)
        expect(await inDatabase(typed, said)).toBe(true)
      }
    }),
    { numRuns: 150 },
  )
})
