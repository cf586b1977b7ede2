/** The tables of a lake beside those of the store: nothing is forgotten, and every column is either shown or hidden. */
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { lakeNames, lakeNamesOfNumbers, lakeTables } from '../../../../app/analytics/lake/lake-tables.ts'
import { execute } from '../../../../app/store/tables/query.ts'
import { emptyTables } from '../../../support/empty-tables.ts'

const connection = emptyTables()

const described = async (sql: string): Promise<readonly string[]> =>
  (await connection().runAndReadAll(`DESCRIBE ${sql}`))
    .getRowObjectsJson()
    .map((row) => `${row['column_name'] as string} ${row['column_type'] as string}`)

const sayNames = async (key: string | undefined): Promise<void> => {
  for (const name of ['hidden', 'known_id', 'known_word', 'left_out']) await execute(connection(), `DROP MACRO IF EXISTS ${name}`)
  for (const sql of lakeNames(key)) await execute(connection(), sql)
}

const dividing = ['project VARCHAR', 'month VARCHAR']

test.each([undefined, 'ab'.repeat(32)].flatMap((key) => Object.keys(lakeTables).map((table) => [table, key] as const)))(
  'the columns of %s are those of the store, with project and month, and names in place of numbers (key of hashes: %s)',
  async (table, key) => {
    await sayNames(key)
    const own = await described(`SELECT * FROM ${table}`)
    const named = own.map((column) => {
      const known = lakeNamesOfNumbers[column.split(' ')[0] ?? '']
      return known === undefined ? column : `${known.name} VARCHAR`
    })
    const expected = [...dividing, ...named.filter((column) => column !== 'project VARCHAR')]
    expect([...(await described(lakeTables[table] ?? ''))].sort()).toEqual(expected.sort())
  },
)

const schemaFolder = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../../../app/store/tables/schema')

test('every table is in the lake, except derived ones and those about storage or files of this machine', async () => {
  const rows = (await connection().runAndReadAll('SELECT table_name FROM duckdb_tables() WHERE NOT internal')).getRowObjectsJson()
  const facts = readdirSync(schemaFolder)
    .filter((file) => /facts|compaction-items|prefix-changes|thinking-events/.test(file))
    .flatMap((file) => [...readFileSync(path.join(schemaFolder, file), 'utf8').matchAll(/^CREATE TABLE (\w+)/gm)].map(([, name]) => name))
  const left = rows.map((row) => row['table_name'] as string).filter((name) => !Object.hasOwn(lakeTables, name) && !facts.includes(name))
  expect(left.sort()).toEqual(['artifacts', 'projection_state', 'seen_files'])
})

test.each([
  ['main', 'main'],
  ['a1b2c3d', 'a1b2c3d'],
  ['ctx-0123abcd', 'ctx-0123abcd'],
  ['0f0e0d0c-0b0a-0908-0706-050403020100', '0f0e0d0c-0b0a-0908-0706-050403020100'],
  ['toolu_01AbCdEfGh', 'toolu_01AbCdEfGh'],
  ['live/the-merger', undefined],
  ['bob', undefined],
])('the id “%s” is kept only when a program generated it', async (name, expected) => {
  await sayNames('cd'.repeat(32))
  const [row] = (await connection().runAndReadAll('SELECT known_id($name) AS shown', { name })).getRowObjectsJson()
  if (expected === undefined) expect(row?.['shown']).toMatch(/^[0-9a-f]{16}$/)
  else expect(row?.['shown']).toBe(expected)
})

test.each([
  ['turn_boundary', true],
  ['claude-code/cli', true],
  ['mcp__harbour__measure', true],
  ['<synthetic>', true],
  ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', true],
  ['', true],
  ['/home/bob/x', false],
  ['the merger is off', false],
  ['bob@example.com', false],
  ['a/b/c', false],
  ['x'.repeat(61), false],
])('the word “%s” is kept: %s', async (word, stays) => {
  await sayNames('cd'.repeat(32))
  const [row] = (await connection().runAndReadAll('SELECT known_word($word) AS shown', { word })).getRowObjectsJson()
  if (stays) expect(row?.['shown']).toBe(word)
  else expect(row?.['shown']).toMatch(/^[0-9a-f]{16}$/)
})

test('equal names have equal hashes, another key gives other hashes, and null stays null', async () => {
  const hashes = async (key: string): Promise<unknown[]> => {
    await sayNames(key)
    const sql = "SELECT hidden('/home/bob') AS one, hidden('/home/bob') AS two, hidden('/home/eve') AS three, hidden(NULL::VARCHAR) AS four"
    return Object.values((await connection().runAndReadAll(sql)).getRowObjectsJson()[0] ?? {})
  }
  const [one, two, three, four] = await hashes('ab'.repeat(32))
  expect([one === two, one === three, four]).toEqual([true, false, null])
  expect((await hashes('cd'.repeat(32)))[0]).not.toBe(one)
})
