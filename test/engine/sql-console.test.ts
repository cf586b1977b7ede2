/** SQL through the contract: queries by name, tables with their descriptions, files of rows, saved queries. */
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { SavedTable } from '../../app/contract/sql-views.ts'
import type { JobView } from '../../app/contract/signals.ts'
import type { Engine } from '../../app/engine/engine.ts'
import { tempDir } from '../support/temp-dir.ts'
import { withEngine } from '../support/with-engine.ts'

const newStore = (): string => path.join(tempDir(), 'store')
const failing = (code: string): unknown => expect.objectContaining({ code })

const save = async (
  engine: Engine,
  input: { readonly sql: string; readonly path: string; readonly replace?: boolean },
): Promise<JobView> => {
  const { jobId } = await engine.ask('sql.save', { format: 'csv', ...input })
  return engine.ask('job.wait', { jobId })
}

test('a query is stopped by its name while others go on; a name is in use only as long as its query runs', async () => {
  await withEngine(newStore(), async (engine) => {
    const endless = engine.ask('sql.run', { queryId: 'a', sql: 'SELECT count(*) FROM range(100000000) a, range(100000000) b' })
    const stopped = expect(endless).rejects.toThrow(failing('cancelled'))
    await expect(engine.ask('sql.run', { queryId: 'a', sql: 'SELECT 1' })).rejects.toThrow(failing('invalid-input'))
    expect(await engine.ask('sql.run', { queryId: 'b', sql: 'SELECT 1 AS one' })).toMatchObject({ rows: [[1]] })
    expect(await engine.ask('sql.cancel', { queryId: 'a' })).toBe(true)
    await stopped
    expect(await engine.ask('sql.cancel', { queryId: 'a' })).toBe(false)
    expect(await engine.ask('sql.run', { queryId: 'a', sql: 'SELECT 2 AS two' })).toMatchObject({ rows: [[2]] })
  })
})

test('an engine that is closed stops the queries that run', async () => {
  const refused = await withEngine(newStore(), (engine) => {
    const endless = engine.ask('sql.run', { queryId: 'a', sql: 'SELECT count(*) FROM range(100000000) a, range(100000000) b' })
    return Promise.resolve({
      endless: endless.then(
        () => undefined,
        (thrown: unknown) => thrown,
      ),
    })
  })
  expect(await refused.endless).toMatchObject({ code: 'cancelled' })
})

test('every table and every column says what it holds', async () => {
  await withEngine(newStore(), async (engine) => {
    const tables = await engine.ask('sql.schema', {})
    expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(['commits', 'events', 'records', 'sessions']))
    expect(tables.filter(({ about }) => about === null)).toEqual([])
    expect(
      tables.flatMap(({ name, columns }) => columns.filter(({ about }) => about === null).map((column) => `${name}.${column.name}`)),
    ).toEqual([])
    for (const { name } of tables) {
      expect(await engine.ask('sql.run', { queryId: name, sql: `SELECT count(*) FROM ${name}` })).toMatchObject({
        rows: [[expect.any(Number)]],
      })
    }
  })
})

test('rows are written to a new file; one that is there is replaced only when that is said', async () => {
  const store = newStore()
  await withEngine(store, async (engine) => {
    const file = path.join(tempDir(), 'new', 'rows.csv')
    const done = await save(engine, { sql: "SELECT 1 AS a, 'x,y' AS b", path: file })
    expect(done).toMatchObject({ state: 'done', result: { path: file, rows: 1, bytes: 12 } satisfies SavedTable })
    expect(readFileSync(file, 'utf8')).toBe('a,b\n1,"x,y"\n')
    expect(await save(engine, { sql: 'SELECT 2 AS a', path: file })).toMatchObject({ state: 'failed', failure: { code: 'target-exists' } })
    expect(readFileSync(file, 'utf8')).toBe('a,b\n1,"x,y"\n')
    expect(await save(engine, { sql: 'SELECT 2 AS a', path: file, replace: true })).toMatchObject({ state: 'done' })
    expect(readFileSync(file, 'utf8')).toBe('a\n2\n')
    expect(readdirSync(path.dirname(file))).toEqual(['rows.csv'])
    expect(readdirSync(path.join(store, 'scratch'))).toEqual([])
  })
})

test('a file that cannot be written, or a statement that fails, leaves nothing behind', async () => {
  await withEngine(newStore(), async (engine) => {
    const folder = tempDir()
    writeFileSync(path.join(folder, 'file'), '')
    mkdirSync(path.join(folder, 'folder.csv'))
    expect(await save(engine, { sql: 'SELECT 1', path: path.join(folder, 'file', 'rows.csv') })).toMatchObject({
      failure: { code: 'path-refused' },
    })
    expect(await save(engine, { sql: 'SELECT 1', path: path.join(folder, 'folder.csv'), replace: true })).toMatchObject({
      failure: { code: 'path-refused' },
    })
    expect(await save(engine, { sql: 'SELECT 1', path: 'rows.csv' })).toMatchObject({ failure: { code: 'path-refused' } })
    const failed = await save(engine, { sql: "SELECT error('no') FROM range(3)", path: path.join(folder, 'rows.csv') })
    expect(failed).toMatchObject({ failure: { code: 'sql-failed' } })
    expect(existsSync(path.join(folder, 'rows.csv'))).toBe(false)
    expect(readdirSync(folder).sort()).toEqual(['file', 'folder.csv'])
  })
})

test('queries are kept under names, across runs of the engine', async () => {
  const store = newStore()
  await withEngine(store, async (engine) => {
    await engine.ask('queries.set', { name: 'sessions', sql: 'FROM sessions' })
    await engine.ask('queries.set', { name: 'Commits', sql: 'FROM commits' })
    await expect(engine.ask('queries.set', { name: 'sessions', sql: 'FROM refs' })).rejects.toThrow(failing('name-taken'))
    await engine.ask('queries.set', { name: 'sessions', sql: 'FROM sessions LIMIT 1', replace: true })
  })
  await withEngine(store, async (engine) => {
    const saved = await engine.ask('queries.list', {})
    expect(saved.map(({ name, sql }) => [name, sql])).toEqual([
      ['Commits', 'FROM commits'],
      ['sessions', 'FROM sessions LIMIT 1'],
    ])
    expect(await engine.ask('queries.remove', { name: 'Commits' })).toMatchObject([{ name: 'sessions' }])
    await expect(engine.ask('queries.remove', { name: 'Commits' })).rejects.toThrow(failing('not-found'))
  })
})
