/** SQL that a person wrote: what it may do, what it gives, and how it is stopped. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SqlRows } from '../../../../app/model/sql-rows.ts'
import { Database } from '../../../../app/store/tables/database.ts'
import { execute } from '../../../../app/store/tables/query.ts'
import { copyRows, readRows, type SqlLimits } from '../../../../app/store/tables/read-only-sql.ts'
import { placeIn } from '../../../../app/store/tables/sql-refusal.ts'
import { tempDir } from '../../../support/temp-dir.ts'

const folder = tempDir()
const scratch = path.join(folder, 'scratch')
let database: Database
beforeAll(async () => {
  mkdirSync(scratch)
  database = await Database.open(path.join(folder, 'index.duckdb'), { memoryBytes: 64 * 1024 * 1024 })
  await database.transaction((connection) =>
    execute(connection, 'CREATE TABLE numbers AS SELECT n, n::VARCHAR AS name FROM range(5000) t(n)'),
  )
})
afterAll(() => database.close())

const usual: SqlLimits = { rows: 100_000, chars: 10_000_000, milliseconds: 60_000 }
const read = (sql: string, limits: Partial<SqlLimits> = {}, signal = new AbortController().signal): Promise<SqlRows> =>
  database.lend((connection) => readRows(connection, sql, { ...usual, ...limits }, signal))
const copy = (sql: string, to: string, format: 'csv' | 'json' | 'parquet', raw = false): Promise<number> =>
  database.lend((connection) =>
    copyRows(connection, sql, { path: to, format, raw }, { signal: new AbortController().signal, milliseconds: 60_000 }),
  )
const failing = (code: string, data: object = {}): unknown =>
  expect.objectContaining({ code, data: expect.objectContaining(data) as unknown })

test('every kind of value is exact: as JSON, else as text', async () => {
  const { columns, rows } = await read(`
    SELECT 7::BIGINT AS a, 9007199254740993::BIGINT AS b, sum(n) AS c, 1.25::DECIMAL(10, 2) AS d, 0.1::DECIMAL(38, 20) AS e, 'NaN'::DOUBLE AS f,
      TIMESTAMPTZ '2026-01-02 03:04:05.678+02' AS g, DATE '2026-01-02' AS h, ['p', NULL] AS i, {'x': 1, 'y': [2]} AS j, MAP {'k': 1} AS k,
      '\\xAA'::BLOB AS l, NULL AS m, true AS n, INTERVAL 90 SECOND AS o, '4ac7a9e9-607c-4c8a-84f3-843f0191e3fd'::UUID AS p
    FROM numbers`)
  expect(rows).toEqual([
    [
      7,
      '9007199254740993',
      12_497_500,
      1.25,
      '0.10000000000000000000',
      'NaN',
      '2026-01-02 01:04:05.678+00',
      '2026-01-02',
      ['p', null],
      { x: 1, y: [2] },
      [{ key: 'k', value: 1 }],
      '\\xAA',
      null,
      true,
      '00:01:30',
      '4ac7a9e9-607c-4c8a-84f3-843f0191e3fd',
    ],
  ])
  expect(columns.slice(0, 3)).toEqual([
    { name: 'a', type: 'BIGINT' },
    { name: 'b', type: 'BIGINT' },
    { name: 'c', type: 'HUGEINT' },
  ])
})

test('rows end at the limit, and the answer reports that more exist', async () => {
  expect(await read('FROM numbers ORDER BY n', { rows: 2 })).toMatchObject({
    rows: [
      [0, '0'],
      [1, '1'],
    ],
    cut: 'rows',
  })
  expect(await read('FROM numbers', { rows: 5000 })).toMatchObject({ cut: null })
  expect(await read("SELECT repeat('x', 100) FROM range(10)", { chars: 350 })).toMatchObject({ rows: { length: 3 }, cut: 'chars' })
  expect(await read("SELECT repeat('x', 1000)", { chars: 10 })).toMatchObject({ rows: { length: 1 }, cut: null })
})

test.each([
  'INSERT INTO numbers VALUES (1, 2)',
  'DELETE FROM numbers',
  'UPDATE numbers SET n = 1',
  'CREATE TABLE more (a INTEGER)',
  'CREATE TEMP TABLE more (a INTEGER)',
  'DROP TABLE numbers',
  "COPY numbers TO '/tmp/never.csv'",
  "ATTACH '/tmp/never.duckdb'",
  'SET threads = 7',
  'RESET threads',
  'CHECKPOINT',
  'CALL force_checkpoint()',
  'BEGIN',
  'COMMIT',
  'INSTALL httpfs',
  'LOAD httpfs',
  'USE memory',
  'PREPARE p AS DELETE FROM numbers',
  'VACUUM',
  'EXPLAIN ANALYZE DELETE FROM numbers',
  'EXPLAIN ANALYZE SET GLOBAL integer_division = true',
  'EXPLAIN ANALYSE PRAGMA enable_profiling',
  'explain /* a */ analyze -- b\n CALL force_checkpoint()',
  '-- a\nEXPLAIN ANALYZE COMMIT',
  'EXPLAIN (ANALYZE) SET threads = 7',
  'EXPLAIN (ANALYZE, FORMAT json) RESET threads',
  'EXPLAIN SET threads = 7',
  "EXPLAIN ANALYZE COPY numbers TO '/tmp/never.csv'",
  'EXPLAIN ANALYZE EXPLAIN ANALYZE SET threads = 7',
  "EXPLAIN ANALYZE ATTACH '/tmp/never.duckdb'",
  'SELECT 1; DELETE FROM numbers',
  'DELETE FROM numbers; SELECT 1',
  "SELECT * FROM read_text('/etc/hostname')",
  "SELECT * FROM '/etc/passwd'",
  "SELECT * FROM glob('/etc/*')",
  "SELECT * FROM query('DELETE FROM numbers RETURNING n')",
])('a statement that does more than read the tables is refused, and changes nothing: %s', async (sql) => {
  await expect(read(sql)).rejects.toThrow(expect.objectContaining({ code: expect.stringMatching(/^sql-(?:refused|failed)$/) as unknown }))
  await expect(copy(sql, path.join(scratch, 'never.csv'), 'csv')).rejects.toThrow(
    expect.objectContaining({ code: expect.stringMatching(/^sql-(?:refused|failed)$/) as unknown }),
  )
  expect(await read('SELECT count(*) FROM numbers')).toMatchObject({ rows: [[5000]] })
})

test.each([
  'EXPLAIN SELECT n FROM numbers',
  'EXPLAIN ANALYZE FROM numbers',
  '/* why */ explain analyze -- slow\n (SELECT 1) UNION (SELECT 2)',
  'EXPLAIN (FORMAT json) SELECT 1',
  'EXPLAIN (ANALYZE, FORMAT json) WITH a AS (SELECT 1) FROM a',
  'EXPLAIN (SELECT 1)',
])('a SELECT is explained: %s', async (sql) => {
  expect((await read(sql)).rows.length).toBeGreaterThan(0)
})

test('files of the machine cannot be read, also under names that seem to be next to the store', async () => {
  writeFileSync(path.join(folder, 'secret.csv'), 'a\n1\n')
  await expect(read(`SELECT * FROM '${scratch}/../secret.csv'`)).rejects.toThrow(failing('sql-failed'))
  await expect(copy('FROM numbers', path.join(folder, 'outside.csv'), 'csv')).rejects.toThrow(failing('sql-failed'))
  expect(existsSync(path.join(folder, 'outside.csv'))).toBe(false)
})

test.each([
  ['SELECT * FORM numbers', { line: 1, column: 15 }],
  ['SELECT n,\n  nmae\nFROM numbers', { line: 2, column: 3 }],
  [`SELECT ${'n + '.repeat(60)}nmae${' + n'.repeat(60)} FROM numbers`, { line: 1, column: 248 }],
  [`SELECT '${'ä'.repeat(200)}', nmae FROM numbers`, { line: 1, column: 212 }],
  ['SELECT n FROM nowhere', { line: 1, column: 15 }],
  ['SELECT n\nFROM numbers\nWHERE ', { line: 3, column: 6 }],
])('a refusal has the place in the statement: %s', async (sql, place) => {
  await expect(read(sql)).rejects.toThrow(failing('sql-failed', place))
})

test('the place of an error is that of the wrong name', async () => {
  const words = fc.array(fc.constantFrom('n + 1', "'ä'", 'name', '\n', '"n"', '/* … */ 3'), { maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(words, words, async (before, after) => {
      const list = (parts: readonly string[]): string => parts.map((part) => (part === '\n' ? '\n' : `${part}, `)).join('')
      const sql = `SELECT ${list(before)}nmae, ${list(after)}1 FROM numbers`
      const lines = sql.slice(0, sql.indexOf('nmae')).split('\n')
      const place = { line: lines.length, column: (lines.at(-1) ?? '').length + 1 }
      await expect(read(sql)).rejects.toThrow(failing('sql-failed', place))
    }),
    { numRuns: 60 },
  )
})

test('a message without a position has no place', () => {
  expect(placeIn('Out of Range Error: too much', 'SELECT 1')).toBeUndefined()
})

const endless = 'SELECT count(*) FROM range(100000000) a, range(100000000) b'

test('a query is stopped by its caller or its time limit, and others continue', async () => {
  const stop = new AbortController()
  const stopped = expect(read(endless, {}, stop.signal)).rejects.toThrow(failing('cancelled'))
  const late = expect(read(endless, { milliseconds: 200 })).rejects.toThrow(failing('sql-too-long', { milliseconds: 200 }))
  expect(await read('SELECT 1')).toMatchObject({ rows: [[1]] })
  await late
  stop.abort()
  await stopped
  await expect(read('SELECT 1', {}, stop.signal)).rejects.toThrow(failing('cancelled'))
})

test('rows that do not fit into memory are sorted on disk', async () => {
  const sql =
    "SELECT md5(a.n::VARCHAR || '-' || b.n::VARCHAR) AS word FROM numbers a, (FROM numbers LIMIT 400) b ORDER BY word LIMIT 1 OFFSET 1500000"
  expect(await read(sql)).toMatchObject({ rows: [[expect.stringMatching(/^[0-9a-f]{32}$/)]] })
})

test('rows saved as CSV, JSON and Parquet read back equal', async () => {
  const sql = 'SELECT n, name, [n] AS list FROM numbers ORDER BY n; -- all of them'
  for (const format of ['csv', 'json', 'parquet'] as const) {
    const file = path.join(scratch, `rows.${format}`)
    expect(await copy(sql, file, format)).toBe(5000)
    expect(await read(`SELECT count(*), sum(n), max(name::BIGINT) FROM '${file}'`)).toMatchObject({ rows: [[5000, 12_497_500, 4999]] })
  }
  expect(JSON.parse(readFileSync(path.join(scratch, 'rows.json'), 'utf8'))).toHaveLength(5000)
})

test('texts that a spreadsheet would run get an apostrophe in CSV, numbers and other formats are unchanged', async () => {
  const sql = `SELECT * FROM (VALUES ('=1+1', -1, '-1'), ('+cmd', 2, '+2.5e3'), ('-x', 3, '='), ('@sum', 4, 'a=b'), (chr(9) || 'x', 5, '')) t("=a", b, c)`
  const file = path.join(scratch, 'formulas.csv')
  await copy(sql, file, 'csv')
  expect(readFileSync(file, 'utf8')).toBe("'=a,b,c\n'=1+1,-1,-1\n'+cmd,2,+2.5e3\n'-x,3,'=\n'@sum,4,a=b\n'\tx,5,\"\"\n")
  await copy(sql, file, 'csv', true)
  expect(readFileSync(file, 'utf8')).toBe('=a,b,c\n=1+1,-1,-1\n+cmd,2,+2.5e3\n-x,3,=\n@sum,4,a=b\n\tx,5,""\n')
  await copy("SELECT '=1' AS a", path.join(scratch, 'formulas.json'), 'json')
  expect(readFileSync(path.join(scratch, 'formulas.json'), 'utf8')).toContain('"=1"')
})

test('numbers that JSON cannot represent are null, and the file is valid JSON', async () => {
  const file = path.join(scratch, 'endless.json')
  await copy("SELECT 'nan'::DOUBLE AS a, '-inf'::FLOAT AS \"b c\", 0.5::DOUBLE AS d, 'nan' AS e", file, 'json')
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual([{ a: null, 'b c': null, d: 0.5, e: 'nan' }])
})

test('columns with equal names get distinct names, and their values are written like those of other columns', async () => {
  const sql =
    "SELECT '=1' AS a, '=2' AS a, 'inf'::DOUBLE AS A, '@3' AS a_1, x.n, y.n FROM numbers x JOIN numbers y ON x.n = y.n WHERE x.n = 7"
  const [csv, json] = [path.join(scratch, 'same-names.csv'), path.join(scratch, 'same-names.json')]
  await copy(sql, csv, 'csv')
  expect(readFileSync(csv, 'utf8')).toBe("a,a_1,A_2,a_1_1,n,n_1\n'=1,'=2,inf,'@3,7,7\n")
  await copy(sql, json, 'json')
  expect(JSON.parse(readFileSync(json, 'utf8'))).toEqual([{ a: '=1', a_1: '=2', A_2: null, a_1_1: '@3', n: 7, n_1: 7 }])
})
