/** What DuckDB keeps beside the index while a statement needs more than memory. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openStore } from '../../../app/store/open-store.ts'
import { tempDir } from '../../support/temp-dir.ts'

test('the remains of a killed program are removed when the store is opened', async () => {
  const dir = tempDir()
  const spilled = join(dir, 'index.duckdb.tmp')
  await (await openStore(dir, { program: 'test' })).close()
  mkdirSync(spilled)
  writeFileSync(join(spilled, 'duckdb_temp_storage-0.tmp'), 'x')
  const store = await openStore(dir, { program: 'test' })
  expect(existsSync(spilled)).toBe(false)
  await store.close()
})
