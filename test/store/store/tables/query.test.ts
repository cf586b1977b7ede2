import { afterAll, beforeAll, expect, test } from 'vitest'
import { count, flag, instant, integer, optional, real, text, texts } from '../../../../app/model/columns.ts'
import { Database } from '../../../../app/store/tables/database.ts'
import { execute } from '../../../../app/store/tables/query.ts'

let database: Database
beforeAll(async () => {
  database = await Database.open(':memory:')
})
afterAll(() => database.close())

const mismatch = (data?: unknown): unknown => expect.objectContaining({ code: 'query-mismatch', ...(data === undefined ? {} : { data }) })

test('every type has its declared TypeScript type', async () => {
  const rows = await database.query(
    `SELECT 'x' AS a, 7::BIGINT AS b, 8::INTEGER AS c, 0.5::DOUBLE AS d, true AS e,
            TIMESTAMPTZ '2026-01-02 03:04:05.678+02' AS f, ['p', 'q'] AS g, NULL::BIGINT AS h`,
    { a: text('a'), b: count('b'), c: integer('c'), d: real('d'), e: flag('e'), f: instant('f'), g: texts('g'), h: optional(count('h')) },
  )
  expect(rows).toEqual([{ a: 'x', b: 7, c: 8, d: 0.5, e: true, f: Date.UTC(2026, 0, 2, 1, 4, 5, 678), g: ['p', 'q'], h: null }])
})

test('parameters of every kind reach the statement', async () => {
  const rows = await database.query(
    'SELECT $text::VARCHAR AS text, $number::BIGINT AS number, $list::VARCHAR[] AS list, $none::VARCHAR IS NULL AS none, $at::TIMESTAMPTZ AS at',
    { text: text('text'), number: count('number'), list: texts('list'), none: flag('none'), at: instant('at') },
    { text: "it's", number: 12, list: [], none: null, at: '2026-01-01T00:00:00Z' },
  )
  expect(rows).toEqual([{ text: "it's", number: 12, list: [], none: true, at: Date.UTC(2026, 0, 1) }])
})

test('a query that returns other columns than declared fails and names both', async () => {
  await expect(database.query('SELECT 1 AS one', { one: count('one') })).rejects.toThrow(
    mismatch({ promised: ['one BIGINT'], found: ['one INTEGER'] }),
  )
  await expect(database.query('SELECT 1::BIGINT AS two', { one: count('one') })).rejects.toThrow(mismatch())
})

test('an undeclared null fails', async () => {
  await expect(database.query('SELECT NULL::VARCHAR AS a', { a: text('a') })).rejects.toThrow(mismatch({ column: 'a' }))
})

test('a number too large to be exact fails instead of being rounded', async () => {
  await expect(database.query('SELECT 9007199254740993::BIGINT AS a', { a: count('a') })).rejects.toThrow(mismatch({ column: 'a' }))
})

test('a transaction that fails leaves nothing behind', async () => {
  await database.transaction((connection) => execute(connection, 'CREATE TABLE kept (a INTEGER)'))
  const failing = database.transaction(async (connection) => {
    await connection.run('INSERT INTO kept VALUES (1)')
    throw new Error('stop')
  })
  await expect(failing).rejects.toThrow('stop')
  expect(await database.query('SELECT a FROM kept', { a: optional(integer('a')) })).toEqual([])
})

test('a query that takes too long can be interrupted', async () => {
  const endless = database.query('SELECT count(*) AS n FROM range(100000000000) a, range(1000) b', { n: count('n') })
  const failed = expect(endless).rejects.toThrow(/interrupt/i)
  const timer = setInterval(() => database.interrupt(), 20)
  await failed
  clearInterval(timer)
})
