import { DuckDBInstance } from '@duckdb/node-api'
import { expect, test } from 'vitest'
import { loadArtifactIndex } from '../../../../app/store/tables/present-rows.ts'

test('the index of artifacts is complete even when other queries run while it is read', async () => {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  await connection.run(`
    CREATE TABLE artifacts AS
    SELECT lpad(to_hex(hash(range)), 16, '0') || lpad(to_hex(hash(range + 1000000)), 16, '0') || repeat('0', 32) AS artifact_hash,
      1 AS pack_id, range * 100 AS pack_offset, 100 AS entry_bytes
    FROM range(30000)`)
  const loading = loadArtifactIndex(connection)
  for (let query = 0; query < 40; query += 1) await connection.runAndReadAll('SELECT 1')
  expect((await loading).size).toBe(30_000)
  connection.closeSync()
  instance.closeSync()
})
