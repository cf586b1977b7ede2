/** What is taken for a damaged index, and what is not; and that such an index, and one that is still asked, can be closed. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { count } from '../../../../app/model/columns.ts'
import { isIndexDamage } from '../../../../app/store/tables/damaged-index.ts'
import { Database } from '../../../../app/store/tables/database.ts'
import { execute } from '../../../../app/store/tables/query.ts'
import { readRows } from '../../../../app/store/tables/read-only-sql.ts'
import { tempDir } from '../../../support/temp-dir.ts'

test.each([
  'IO Error: Corrupt database file: computed checksum 1 does not match stored checksum 2 in block at location 995328',
  'IO Error: Corrupt WAL file: entry at byte position 12 computed checksum 1 does not match stored checksum 2',
  'INTERNAL Error: Failure while replaying WAL file "/a/index.duckdb.wal": Corrupt WAL: insert without table',
  'TransactionContext Error: Failed to commit: IO Error: Corrupt database file: computed checksum 1 does not match stored checksum 2',
  'FATAL Error: Checkpoint failed for database "store". The database has been invalidated. Original error: IO Error: Corrupt database file: x',
  'Serialization Error: Failed to deserialize: field id mismatch, expected: 100, got: 7',
  'IO Error: The file "/a/index.duckdb" exists, but it is not a valid DuckDB database file!',
  'IO Error: Could not read enough bytes from file "/a/index.duckdb": attempted to read 65536 bytes from location 12288',
])('is damage: %s', (message) => {
  expect(isIndexDamage(new Error(message))).toBe(true)
})

test.each([
  'Invalid Input Error: IO Error: Corrupt database file: computed checksum',
  "Conversion Error: Could not convert string 'IO Error: Corrupt database file' to INT32",
  'IO Error: No files found that match the pattern "/a/scratch/corrupt database file.csv"',
  'IO Error: Corrupt temporary file: compressed block claims 1 bytes but only 0 are available',
  'FATAL Error: Failed: database has been invalidated because of a previous fatal error. The database must be restarted prior to being used again.',
  'IO Error: Could not write all bytes to file "/a/index.duckdb": no space left on device',
  'Corrupt database file',
])('is no damage: %s', (message) => {
  expect(isIndexDamage(new Error(message))).toBe(false)
})

const rows = 200_000

/** A database with a table of a few megabytes. */
const filled = async (path: string): Promise<void> => {
  const database = await Database.open(path)
  await database.transaction((connection) =>
    execute(connection, `CREATE TABLE numbers AS SELECT n, md5(n::VARCHAR) AS name FROM range(${rows}) t(n)`),
  )
  await database.checkpoint()
  await database.close()
}

const limits = { rows: 10, chars: 1000, milliseconds: 60_000 }
const asking = (database: Database, sql: string): Promise<unknown> =>
  database.lend((connection) => readRows(connection, sql, limits, new AbortController().signal))

test('SQL of a person gets the error of a damaged index only for real damage, not for what its text says', async () => {
  const path = join(tempDir(), 'index.duckdb')
  await filled(path)
  const bytes = readFileSync(path)
  bytes.fill(0xff, Math.floor(bytes.length / 3), Math.floor((bytes.length * 2) / 3))
  writeFileSync(path, bytes)
  const database = await Database.open(path)

  const own = ["SELECT error('IO Error: Corrupt database file')", "SELECT 'IO Error: Corrupt database file'::INTEGER"]
  for (const sql of own) await expect(asking(database, sql)).rejects.toMatchObject({ code: 'sql-failed' })
  await expect(asking(database, 'SELECT max(name) FROM numbers')).rejects.toMatchObject({ code: 'index-corrupt', data: { path } })
  await expect(database.query('SELECT count(DISTINCT name) AS names FROM numbers', { names: count('names') })).rejects.toMatchObject({
    code: 'index-corrupt',
  })
  await database.close()
})

test('closing a database ends its running queries first', async () => {
  const path = join(tempDir(), 'index.duckdb')
  await filled(path)
  const database = await Database.open(path)
  const asked = Array.from({ length: 4 }, (_, at) =>
    database.query(`SELECT count(*) AS pairs FROM numbers a, numbers b WHERE hash(a.name, b.name) % 7 = ${at}`, { pairs: count('pairs') }),
  )
  const ended = Promise.allSettled(asked)

  await database.close()

  expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'rejected'])
  await expect(Database.open(path).then((again) => again.close())).resolves.toBeUndefined()
})
