/** New stores copy the empty tables of the build: what they are must not depend on that. */
import { existsSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { text } from '../../../../app/model/columns.ts'
import { openStore } from '../../../../app/store/open-store.ts'
import { writeEmptyIndex } from '../../../../app/store/tables/projection.ts'
import { tempDir } from '../../../support/temp-dir.ts'

let emptyIndex = ''

beforeAll(async () => {
  emptyIndex = path.join(tempDir(), 'empty-index.duckdb')
  await writeEmptyIndex(emptyIndex)
})

/** Everything that the schema of a new store consists of. */
const schemaSql = `
  SELECT concat_ws(' ', 'table', table_name, comment, sql) AS part FROM duckdb_tables() WHERE NOT internal
  UNION ALL SELECT concat_ws(' ', 'column', table_name, column_index, column_name, data_type, is_nullable, column_default, comment)
    FROM duckdb_columns() WHERE NOT internal
  UNION ALL SELECT concat_ws(' ', 'view', view_name, comment, sql) FROM duckdb_views() WHERE NOT internal
  UNION ALL SELECT concat_ws(' ', 'index', index_name, sql) FROM duckdb_indexes()
  UNION ALL SELECT concat_ws(' ', 'macro', function_name, parameters, macro_definition) FROM duckdb_functions() WHERE NOT internal
  UNION ALL SELECT concat_ws(' ', 'constraint', table_name, constraint_text) FROM duckdb_constraints()
  UNION ALL SELECT concat_ws(' ', 'state', key, value) FROM projection_state
  UNION ALL SELECT concat_ws(' ', 'size', table_name, estimated_size) FROM duckdb_tables() WHERE NOT internal
  ORDER BY ALL`

const schemaOf = async (emptyIndex?: string): Promise<readonly string[]> => {
  const dir = path.join(tempDir(), 'store')
  const store = await openStore(dir, { program: 'test', rulesVersion: '7', ...(emptyIndex === undefined ? {} : { emptyIndex }) })
  const rows = await store.database.query(schemaSql, { part: text('part') })
  await store.close()
  const again = await openStore(dir, { program: 'test', rulesVersion: '7' })
  expect(again.pending.length).toBe(0)
  await again.close()
  return rows.map(({ part }) => part)
}

test('a store from the copy has the schema, the comments and the state of one whose tables are created', async () => {
  const created = await schemaOf()
  expect(created.length).toBeGreaterThan(300)
  expect(await schemaOf(emptyIndex)).toEqual(created)
})

test('tables are created where the copy is missing, damaged or of another schema', async () => {
  const created = await schemaOf()
  const damaged = path.join(tempDir(), 'damaged.duckdb')
  writeFileSync(damaged, Buffer.alloc(4096, 'damage'))
  const other = path.join(tempDir(), 'other', 'store')
  const store = await openStore(other, { program: 'test', rulesVersion: '6' })
  await store.database.transaction(async (connection) => {
    await connection.run("UPDATE projection_state SET value = 'other' WHERE key = 'schema_hash'")
  })
  await store.close()
  for (const file of [path.join(tempDir(), 'none'), damaged, path.join(other, 'index.duckdb')])
    expect(await schemaOf(file)).toEqual(created)
})

test('the build makes the file, and a new index has the rights of other new files, not those of the build', async () => {
  const built = path.join(import.meta.dirname, '../../../../dist/node/empty-index.duckdb')
  expect(existsSync(built)).toBe(true)
  const dir = path.join(tempDir(), 'store')
  const store = await openStore(dir, { program: 'test', rulesVersion: '7', emptyIndex: built })
  await store.close()
  expect(statSync(path.join(dir, 'index.duckdb')).mode).toBe(statSync(path.join(dir, 'journal.jsonl')).mode)
})
