/** The tables of an empty store, made once in each test process: their definitions take DuckDB far longer than a copy of the file. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Database } from '../../app/store/tables/database.ts'
import { writeEmptyIndex } from '../../app/store/tables/projection.ts'
import { tempDir } from './temp-dir.ts'

let made: Promise<string> | undefined

const make = async (): Promise<string> => {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'strata-empty-'))
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }))
  const file = path.join(dir, 'index.duckdb')
  await writeEmptyIndex(file)
  return file
}

/** The file that a new store copies. */
export const emptyIndexFile = (): Promise<string> => (made ??= make())

/** An empty index. The caller closes it. */
export const emptyTables = async (): Promise<Database> => {
  const file = path.join(tempDir(), 'index.duckdb')
  copyFileSync(await emptyIndexFile(), file)
  return Database.open(file)
}
