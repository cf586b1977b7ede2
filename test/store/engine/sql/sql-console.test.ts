/** SQL through the contract: queries by name, tables with their descriptions, files of rows, saved queries. */
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { JobView } from '../../../../app/contract/jobs.ts'
import type { SavedTable } from '../../../../app/contract/sql.ts'
import type { Engine } from '../../../../app/engine/engine.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { withEngine } from '../../../support/with-engine.ts'

const newStore = (): string => path.join(tempDir(), 'store')
const failing = (code: string): unknown => expect.objectContaining({ code })

const save = async (
  engine: Engine,
  input: { readonly sql: string; readonly path: string; readonly replace?: boolean },
): Promise<JobView> => {
  const { jobId } = await engine.ask('sql.save', { format: 'csv', ...input })
  return engine.ask('job.wait', { jobId })
}

test('a query is stopped by its name while others continue; a name is in use only while its query runs', async () => {
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

test('every table and every column has a description', async () => {
  await withEngine(newStore(), async (engine) => {
    const tables = await engine.ask('sql.schema', {})
    expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(['commits', 'events', 'records', 'sessions']))
    expect(tables.filter(({ about }) => about === null)).toEqual([])
    expect(
      tables.flatMap(({ name, columns }) => columns.filter(({ about }) => about === null).map((column) => `${name}.${column.name}`)),
    ).toEqual([])
    const counts = tables.map(({ name }) => `SELECT count(*) FROM ${name}`).join(' UNION ALL ')
    expect((await engine.ask('sql.run', { queryId: 'counts', sql: counts })).rows).toHaveLength(tables.length)
  })
})

test('rows are written to a new file; an existing one is replaced only on request', async () => {
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
    expect(existsSync(path.join(store, 'scratch'))).toBe(false)
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

test('a query cannot affect another: its settings, end, time and memory belong to its process', async () => {
  await withEngine(newStore(), async (engine) => {
    const run = (sql: string, timeLimitMs = 20_000): Promise<unknown> =>
      engine.ask('sql.run', { queryId: sql, sql, timeLimitMs }).then(
        ({ rows }) => rows,
        (thrown: unknown) => (thrown as { readonly code: string }).code,
      )
    const before = engine.ask('analytics.ask', { name: 'amplification' })
    for (const sql of [
      "SELECT * FROM enable_logging(storage = 'file', storage_path = '/nowhere')",
      'SELECT * FROM enable_profiling()',
      "SELECT write_log('x')",
      'SELECT * FROM truncate_duckdb_logs()',
      'SELECT * FROM checkpoint()',
    ])
      await run(sql)
    expect(await run('EXPLAIN ANALYZE SET GLOBAL integer_division = true')).toBe('sql-refused')
    expect(await run('SELECT 7 / 2')).toEqual([[3.5]])
    expect(await run("SELECT levenshtein(repeat('ab', 200000), repeat('ba', 200000))", 1000)).toBe('sql-too-long')
    expect(await run("SELECT count(*) FROM (SELECT repeat('x', 4000000000) AS t FROM range(8)) WHERE t LIKE '%y'", 3000)).toMatch(/^sql-/)
    expect(await run('SELECT len(generate_series(1, 1000000000))', 3000)).toMatch(/^sql-/)
    expect(await run('SELECT 1')).toEqual([[1]])
    expect(await engine.ask('analytics.ask', { name: 'amplification' })).toEqual(await before)
    expect(process.memoryUsage().rss).toBeLessThan(1_500_000_000)
  })
})

test('a query sees all earlier writes, and no process remains when the engine closes', async () => {
  const store = newStore()
  await withEngine(store, async (engine) => {
    const notes = async (): Promise<unknown> => (await engine.ask('sql.run', { queryId: 'a', sql: 'SELECT count(*) FROM artifacts' })).rows
    expect(await notes()).toEqual([[0]])
    await engine.ask('artifact.keep', { bytes: new Uint8Array([1]), contentType: 'text/plain', label: 'a', owner: 'b' })
    expect(await notes()).toEqual([[1]])
  })
  expect(readdirSync(store).filter((name) => /scratch|copies/.test(name))).toEqual([])
})

test('queries are saved under names, across runs of the engine', async () => {
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
