import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { count } from '../../../app/model/columns.ts'
import { Database } from '../../../app/store/tables/database.ts'
import { execute } from '../../../app/store/tables/query.ts'
import { tempDir } from '../../support/temp-dir.ts'

const rowsIn = async (database: Database): Promise<number | undefined> => {
  const [row] = await database.query('SELECT count(*) AS rows FROM grown', { rows: count('rows') })
  return row?.rows
}

const logBytes = (path: string): number => (existsSync(`${path}.wal`) ? statSync(`${path}.wal`).size : 0)

test('a checkpoint waits briefly for another writer, and then leaves the writes in the log', async () => {
  const path = join(tempDir(), 'index.duckdb')
  const database = await Database.open(path)
  await database.transaction((connection) => execute(connection, 'CREATE TABLE grown AS SELECT 1 AS one'))
  await database.checkpoint()
  expect(logBytes(path)).toBe(0)
  await database.lend(async (other) => {
    await execute(other, 'BEGIN TRANSACTION')
    await execute(other, 'CREATE TABLE held (one INTEGER)')
    await database.transaction((connection) => execute(connection, 'INSERT INTO grown VALUES (2)'))
    await database.checkpoint()
    expect(logBytes(path)).toBeGreaterThan(0)
    expect(await rowsIn(database)).toBe(2)
    const folded = database.checkpoint()
    await execute(other, 'ROLLBACK')
    await folded
  })
  expect(logBytes(path)).toBe(0)
  await database.close()
  const again = await Database.open(path, { readOnly: true })
  expect(await rowsIn(again)).toBe(2)
  await again.close()
})
