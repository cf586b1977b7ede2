/** The tables as Parquet files: what other programs read is what the store holds, and what is to stay at home does. */
import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { LakeResult } from '../../../../app/contract/lake.ts'
import { lakeTables } from '../../../../app/analytics/lake/lake-tables.ts'
import { silentProgress } from '../../../../app/engine/kernel/job.ts'
import { rulesVersion } from '../../../../app/engine/kernel/rules-version.ts'
import { WorkerPool } from '../../../../app/engine/kernel/worker-pool.ts'
import { writeLake } from '../../../../app/engine/lake/write-lake.ts'
import { openStore } from '../../../../app/store/open-store.ts'
import { execute } from '../../../../app/store/tables/query.ts'
import { thinkingTypes } from '../../../../app/model/reasoning.ts'
import { makeCommit } from '../../../support/carried-stores.ts'
import { conversation } from '../../../support/conversation.ts'
import { copyOf } from '../../../support/copied-store.ts'
import { engineContext } from '../../../support/engine-context.ts'
import { killed } from '../../../support/kill-command.ts'
import { comparedWithStore, lakeRows } from '../../../support/lake-reader.ts'
import { realSessions, sharedOrSkip } from '../../../support/strata-inputs.ts'
import { strata } from '../../../support/strata-command.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { twoProjects } from '../../../support/two-projects.ts'
import { importInto, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const filled = async () => {
  const dir = tempDir()
  const talks = twoProjects()
  talks[0]
    .human('tie it up')
    .thinks("I'll tie it with a rope instead of a chain.")
    .reads('quay.ts', 'tied = false\n')
    .edits('quay.ts', 'false', 'true')
    .agent('tied')
  const { projects } = writeConversation(dir, ...talks)
  writeFileSync(path.join(projects, readdirSync(projects)[0] ?? '', 'damaged.jsonl'), '{"type":"user"\n{"type":"summary","summary":"x"}\n')
  const store = path.join(dir, 'store')
  await importInto(store, [projects])
  await withEngine(store, async (engine) => {
    const commitId = await makeCommit(engine, 'by hand', { sessionId: 'live-one', principal: '@sam:home' })
    await engine.ask('ref.set', { kind: 'tag', name: 'good-one', commitId })
    await engine.ask('commit.pin', { commitId, pinned: true })
    await engine.ask('commit.describe', { commitId, summary: 'what sam did' })
    // The file is not on this disk.
    await engine.ask('track.check', { sessions: [talks[0].sessionId], outside: true })
    const { rows } = await engine.ask('ledger.records', { class: 'human_prompt' })
    await engine.ask('record.correct', {
      sourceId: rows[0]?.sourceId ?? '',
      line: rows[0]?.line ?? 0,
      class: 'interrupt',
      reason: 'sam said so',
    })
    const about = { model: 'm', sessionId: talks[0].sessionId }
    const guesses = (await engine.ask('reasoning.textsToGuess', about)).map(({ text, ...place }) => ({
      ...place,
      type: 'raw' as const,
      summary: text.slice(0, 99),
    }))
    await engine.ask('reasoning.storeGuesses', { ...about, guesses })
    for (const reasoning of thinkingTypes)
      for (const { eventId } of (await engine.ask('reasoning.find', { reasoning, limit: 1 })).rows)
        await engine.ask('reasoning.correct', { eventId, type: reasoning === 'tradeoff' ? 'raw' : 'tradeoff', reason: 'sam said so' })
  })
  return { dir, store, projects, talks, lake: path.join(dir, 'lake') }
}

let filledOnce: Awaited<ReturnType<typeof filled>>
beforeAll(async () => {
  filledOnce = await filled()
})

/** A copy of it for a test that needs no transcripts. */
const filledCopy = () => {
  const dir = tempDir()
  return { dir, store: copyOf(filledOnce.store), lake: path.join(dir, 'lake') }
}

const written = (store: string, ...args: readonly string[]): LakeResult => {
  const { code, out, err } = strata(store, 'lake', '--json', ...args)
  if (code !== 0) throw new Error(err)
  return JSON.parse(out) as LakeResult
}

const same = async (lake: string, store: string): Promise<Readonly<Record<string, number>>> => {
  const compared = Object.entries(await comparedWithStore(lake, store))
  expect(compared.filter(([, { other }]) => other !== 0)).toEqual([])
  return Object.fromEntries(compared.map(([table, { rows }]) => [table, rows]))
}

const manifestOf = (lake: string) =>
  JSON.parse(readFileSync(path.join(lake, 'manifest.json'), 'utf8')) as {
    readonly complete: boolean
    readonly lacking: number
    readonly tables: Readonly<
      Record<
        string,
        {
          readonly about: string
          readonly columns: readonly { name: string; about: string | null }[]
          readonly files: readonly { path: string; rows: number; bytes: number; project: string | null; month: string | null }[]
        }
      >
    >
  }

const filesIn = (lake: string): readonly string[] =>
  readdirSync(lake, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.parquet'))
    .map((entry) => path.relative(lake, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .sort()

test('a lake read back equals the store, row for row, by project and month', async () => {
  const { store, lake } = filledCopy()
  const result = written(store, lake)
  const rows = await same(lake, store)
  expect(Object.entries(rows).filter(([, count]) => count === 0)).toEqual([])
  expect(result).toMatchObject({
    tables: Object.keys(lakeTables).length,
    written: result.files,
    unchanged: 0,
    removed: 0,
    anonymised: false,
  })
  expect(result.rows).toBe(Object.values(rows).reduce((sum, count) => sum + count, 0))

  const sessions = await lakeRows(lake, 'sessions')
  expect(new Set(sessions.map(({ project, month }) => `${String(project)} ${String(month)}`))).toEqual(
    new Set([
      '/home/sam/garden 2026-01',
      '/home/sam/boat 2026-01',
      ...sessions
        .filter(({ project }) => !String(project).startsWith('/home'))
        .map(({ project, month }) => `${String(project)} ${String(month)}`),
    ]),
  )
  const manifest = manifestOf(lake)
  expect(manifest.complete).toBe(true)
  const files = Object.values(manifest.tables).flatMap((table) => table.files)
  expect(files.map((file) => file.path).sort()).toEqual(filesIn(lake))
  expect(files.map((file) => statSync(path.join(lake, file.path)).size)).toEqual(files.map((file) => file.bytes))
  const columns = Object.values(manifest.tables).flatMap((table) => table.columns)
  expect(columns.filter(({ about }) => (about ?? '') === '')).toEqual([])
})

test('a second lake changes nothing; a session that grew changes only the files of its project and month', async () => {
  const { dir, store, lake, talks } = await filled()
  const first = written(store, lake)
  expect(written(store, lake)).toMatchObject({ written: 0, unchanged: first.files, removed: 0, rows: first.rows })
  const before = new Map(filesIn(lake).map((file) => [file, statSync(path.join(lake, file)).mtimeMs]))

  talks[1].human('one more thing').agent('yes')
  await importInto(store, [writeConversation(dir, talks[1]).projects])
  const again = written(store, lake)
  await same(lake, store)
  const changed = filesIn(lake).filter((file) => before.get(file) !== statSync(path.join(lake, file)).mtimeMs)
  expect(changed.length).toBe(again.written)
  expect(changed.filter((file) => !file.includes('%2Fhome%2Fsam%2Fboat/month=2026-01/'))).toEqual([])
  expect(changed).toContain('events/project=%2Fhome%2Fsam%2Fboat/month=2026-01/data.parquet')
})

test('missing or truncated files are written again, and those of removed rows are removed', async () => {
  const { store, lake } = filledCopy()
  const { files } = written(store, lake)
  const [first = '', second = ''] = filesIn(lake)
  rmSync(path.join(lake, first))
  truncateSync(path.join(lake, second), 10)
  expect(written(store, lake)).toMatchObject({ written: 2, unchanged: files - 2 })
  await same(lake, store)

  expect(readdirSync(path.join(lake, 'pins'))).not.toEqual(['project=__HIVE_DEFAULT_PARTITION__'])
  await withEngine(store, async (engine) => {
    for (const { commitId } of await engine.ask('pins.list', {})) await engine.ask('commit.pin', { commitId, pinned: false })
  })
  expect(written(store, lake)).toMatchObject({ removed: 1 })
  // Readers learn the columns of a table without rows from a file without rows.
  expect(readdirSync(path.join(lake, 'pins'))).toEqual(['project=__HIVE_DEFAULT_PARTITION__'])
  await same(lake, store)
})

const secrets = /sam|garden|boat|beans|beds|mast|keel|twelve|hello|water|by hand|good-one/i

test('an anonymised lake contains no project, principal, path or text, and counts the same', async () => {
  const { store, lake } = filledCopy()
  const clear = path.join(lake, 'clear')
  const hidden = path.join(lake, 'hidden')
  written(store, clear)
  expect(written(store, hidden, '--anonymise')).toMatchObject({ anonymised: true })

  const found: string[] = filesIn(hidden).filter((file) => secrets.test(file.replace(/^[a-z_]+\//, '')))
  const inClear = new Set<string>()
  for (const table of Object.keys(lakeTables)) {
    for (const row of await lakeRows(clear, table))
      for (const [name, value] of Object.entries(row)) if (secrets.test(JSON.stringify(value))) inClear.add(`${table}.${name}`)
    for (const row of await lakeRows(hidden, table))
      for (const [name, value] of Object.entries(row))
        if (secrets.test(JSON.stringify(value))) found.push(`${table}.${name}: ${JSON.stringify(value)}`)
  }
  // What is looked for is there when nothing is hidden.
  expect([...inClear]).toEqual(
    expect.arrayContaining([
      'sessions.project',
      'sessions.title',
      'events.body',
      'events.file_path',
      'commits.principal',
      'refs.name',
      'summaries.summary',
    ]),
  )
  expect(found).toEqual([])
  expect(JSON.stringify(Object.values(manifestOf(hidden).tables).map((table) => table.files))).not.toMatch(secrets)

  const counted = async (of: string) =>
    (await lakeRows(of, 'sessions')).map((row) => [row['human_prompts'], row['tool_calls'], row['bytes'], row['first_at']].join()).sort()
  expect(await counted(hidden)).toEqual(await counted(clear))
  // Sessions of one project still are of one project, and events still belong to their sessions.
  const projects = async (of: string) => new Set((await lakeRows(of, 'sessions')).map(({ project }) => project)).size
  expect(await projects(hidden)).toBe(await projects(clear))
  const sessions = new Set((await lakeRows(hidden, 'sessions')).map((row) => row['session_id']))
  expect((await lakeRows(hidden, 'events')).filter((row) => !sessions.has(row['session_id']))).toEqual([])
})

test('files that are not the lake of this store are not overwritten', async () => {
  const { dir, store, lake } = filledCopy()
  const other = path.join(dir, 'other')
  mkdirSync(other)
  writeFileSync(path.join(other, 'thesis.txt'), 'months of work')
  expect(strata(store, 'lake', other)).toMatchObject({ code: 1, err: expect.stringContaining('contains other files') as string })
  expect(readdirSync(other)).toEqual(['thesis.txt'])
  expect(strata(store, 'lake', path.join(other, 'thesis.txt')).code).toBe(1)
  expect(strata(store, 'lake', path.join(store, 'lake'))).toMatchObject({
    code: 1,
    err: expect.stringContaining('is inside the store') as string,
  })

  written(store, lake)
  expect(strata(store, 'lake', '--anonymise', lake)).toMatchObject({ code: 1, err: expect.stringContaining('--replace') as string })
  const second = path.join(dir, 'second')
  await importInto(second, [writeConversation(tempDir(), conversation({ cwd: '/home/ann/x' }).human('x').agent('y')).projects])
  expect(strata(second, 'lake', lake)).toMatchObject({ code: 1, err: expect.stringContaining('another store') as string })
  await same(lake, store)
  written(second, '--replace', lake)
  await same(lake, second)
  expect(filesIn(lake).filter((file) => file.includes('sam'))).toEqual([])
})

test('a manifest that names files elsewhere removes none of them', () => {
  const { dir, store, lake } = filledCopy()
  written(store, lake)
  const outside = path.join(dir, 'kept.parquet')
  writeFileSync(outside, 'kept')
  const manifest = path.join(lake, 'manifest.json')
  writeFileSync(
    manifest,
    readFileSync(manifest, 'utf8').replace(/"path": "pins[^"]*"/, '"path": "pins/project=x/month=../../../../kept.parquet"'),
  )
  expect(strata(store, 'lake', lake)).toMatchObject({ code: 1, err: expect.stringContaining('is not the manifest of a lake') as string })
  expect(readFileSync(outside, 'utf8')).toBe('kept')
})

test('sessions that change after their facts were made are counted, and the lake that is written again has them', async () => {
  const { store, lake } = filledCopy()
  expect(written(store, lake).lacking).toBe(0)
  const opened = await openStore(store, { program: 'test', rulesVersion })
  const pool = new WorkerPool()
  await opened.database.transaction((connection) =>
    execute(connection, 'DELETE FROM fact_sessions WHERE session_id = (SELECT min(session_id) FROM sessions)'),
  )
  const asked = { dir: lake, anonymise: false, replace: false }
  const result = await writeLake(engineContext(opened, pool), asked, silentProgress)
  expect([result.lacking, manifestOf(lake).lacking]).toEqual([1, 1])
  await opened.database.transaction((connection) => execute(connection, 'DELETE FROM thinking_sessions'))
  const { lacking } = await writeLake(engineContext(opened, pool), asked, silentProgress)
  expect(lacking).toBeGreaterThan(1)
  await pool.close()
  await opened.close()
  expect(written(store, lake).lacking).toBe(0)
  expect(manifestOf(lake)).toMatchObject({ complete: true, lacking: 0 })
})

test('a lake that is killed while it is written is completed the next time', async (context) => {
  const { projects } = realSessions(sharedOrSkip(context))
  const dir = tempDir()
  const [store, lake] = [path.join(dir, 'store'), path.join(dir, 'lake')]
  await importInto(store, [projects])
  for (let at = 0; at < 10; at++) {
    await killed(store, ['lake', lake], 350 + at * 60)
    if (at % 3 === 2) rmSync(lake, { recursive: true, force: true })
  }
  written(store, lake)
  expect(manifestOf(lake).complete).toBe(true)
  await same(lake, store)
  expect(readdirSync(lake).filter((name) => name.endsWith('.part'))).toEqual([])
  expect(filesIn(lake)).toEqual(
    Object.values(manifestOf(lake).tables)
      .flatMap(({ files }) => files.map((file) => file.path))
      .sort(),
  )
})
