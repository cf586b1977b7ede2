/** Calls while the tables are built, as after a change of rules: none of them answers from tables that lack rows. */
import { DuckDBInstance } from '@duckdb/node-api'
import { cpSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { calls, isEngineCall, type CallInput, type EngineCallName } from '../../../app/contract/calls.ts'
import type { CallEffect } from '../../../app/contract/call.ts'
import { openEngine, type Engine } from '../../../app/engine/engine.ts'
import { conversation } from '../../support/conversation.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { importInto, runJob, withEngine } from '../../support/with-engine.ts'
import { writeConversation } from '../../support/write-conversation.ts'

const file = '/home/me/projects/mill/wheel.ts'

const talks = () =>
  Array.from({ length: 40 }, (_, at) =>
    conversation({
      sessionId: `mill-${at}`,
      seed: `mill ${at}`,
      cwd: '/home/me/projects/mill',
      start: new Date(Date.UTC(2026, 2, 1, at)).toISOString(),
    })
      .human(`Turn the wheel ${at}`)
      .thinks("I'll go with water.")
      .reads(file, 'const wheel = 1')
      .runs('make wheel', 'made')
      .agent('It turns.'),
  )

const session = 'mill-7'
type Questions = { readonly [N in EngineCallName]?: (known: { readonly sourceId: string; readonly tip: string }) => CallInput<N> }

/** Calls that only read, each with an input. */
const questions: Questions = {
  'agent.definition': ({ tip }) => ({ commitId: tip }),
  'analytics.about': () => ({ name: 'tools', zone: 'UTC' }),
  'analytics.ask': () => ({ name: 'tools', zone: 'UTC' }),
  'analytics.compare': () => ({ name: 'tools', zone: 'UTC', groups: [{ version: '2.0.0' }, { version: '2.0.1' }] }),
  'analytics.count': () => ({ name: 'tools', zone: 'UTC' }),
  'analytics.values': () => ({ zone: 'UTC' }),
  'artifact.bytes': ({ tip }) => ({ ref: tip }),
  'artifact.read': ({ tip }) => ({ ref: tip, format: 'events-v1' }),
  'bundle.show': () => ({ path: '/no/bundle' }),
  'chain.log': () => ({}),
  'commit.compare': ({ tip }) => ({ left: tip, right: 'mill-8' }),
  'commit.files': ({ tip }) => ({ commitId: tip }),
  'commit.history': ({ tip }) => ({ commitId: tip }),
  'commit.mergeBase': ({ tip }) => ({ left: tip, right: 'mill-8' }),
  'commit.read': ({ tip }) => ({ commitId: tip }),
  'commit.resolve': () => ({ sessionId: session, at: '2026-03-20T00:00:00Z' }),
  'commit.show': ({ tip }) => ({ commitId: tip }),
  'commit.summaries': ({ tip }) => ({ commitId: tip }),
  'context.assemble': ({ tip }) => ({ commitId: tip }),
  'context.request': () => ({ sessionId: session }),
  'corrections.list': () => ({}),
  'cost.show': () => ({ by: 'session' }),
  'doctor.run': () => ({ paths: [] }),
  'expiry.plan': () => ({}),
  'export.make': ({ tip }) => ({ commitId: tip, target: 'markdown' }),
  'export.preview': ({ tip }) => ({ commitId: tip, target: 'markdown', budget: 100_000 }),
  'export.plan': ({ tip }) => ({ commitId: tip, target: 'markdown' }),
  'file.blame': () => ({ path: file }),
  'file.history': () => ({ path: file }),
  'file.show': () => ({ path: file }),
  'files.list': () => ({}),
  'files.versions': () => ({ path: file }),
  'filesystems.list': () => ({}),
  'ledger.records': () => ({}),
  'ledger.show': () => ({ by: 'session' }),
  'objects.list': () => ({}),
  'objects.show': () => ({ objectId: 'no-such-object' }),
  'packs.noted': () => ({}),
  'packs.show': ({ tip }) => ({ at: tip, strategy: { sources: [{ topic: 'ISSUE_OPENED' }] } }),
  'pins.list': () => ({}),
  'prices.list': () => ({}),
  'problems.list': () => ({}),
  'reasoning.before': ({ sourceId, tip }) => ({ changes: [{ sourceId, line: 1, commitId: tip, path: '/p/a' }] }),
  'reasoning.find': () => ({ reasoning: 'decision' }),
  'reasoning.corrections': () => ({}),
  'reasoning.attempts': () => ({ file: 'a.ts' }),
  'reasoning.graph': () => ({ eventId: 'th-0' }),
  'reasoning.groups': () => ({ by: 'file' }),
  'reasoning.repeated': () => ({}),
  'reasoning.unguessed': () => ({ model: 'm' }),
  'reasoning.textsToGuess': () => ({ model: 'm', sessionId: session }),
  'recall.ask': () => ({ prompt: 'Which water turns the wheel?' }),
  'recall.change': () => ({ folder: '/p/a' }),
  'recall.places': () => ({}),
  'record.text': ({ sourceId }) => ({ sourceId, record: { line: 1 } }),
  'refs.list': () => ({}),
  'repositories.list': () => ({}),
  'restore.missing': () => ({ sessionId: session }),
  'roots.list': () => ({ paths: [] }),
  'rules.list': () => ({}),
  'search.found': () => ({ jobId: 'no-such-job' }),
  'search.run': () => ({ text: 'wheel', zone: 'UTC' }),
  'search.wider': () => ({ text: 'wheel zeppelin', zone: 'UTC' }),
  'session.contents': ({ tip }) => ({ sessionId: session, tip }),
  'session.context': () => ({ sessionId: session }),
  'session.files': () => ({ sessionId: session }),
  'session.find': () => ({ sessionId: session, text: 'wheel' }),
  'session.locate': ({ tip }) => ({ sessionId: session, tip, commitId: tip }),
  'session.outline': () => ({ sessionId: session }),
  'session.read': ({ tip }) => ({ sessionId: session, tip }),
  'session.show': () => ({ sessionId: session }),
  'session.state': ({ tip }) => ({ at: tip }),
  'session.stats': () => ({ sessionId: session }),
  'session.timeline': () => ({ sessionId: session }),
  'sessions.list': () => ({}),
  'sessions.tools': () => ({}),
  'snapshot.show': ({ tip }) => ({ at: tip }),
  'source.excerpt': ({ sourceId }) => ({ sourceId, line: 1 }),
  'source.text': ({ sourceId }) => ({ sourceId }),
  'sources.list': () => ({ sessionId: session }),
  'sql.run': () => ({ sql: 'SELECT count(*)::INTEGER AS n FROM events', queryId: 'test' }),
  'sql.schema': () => ({}),
  'stats.by': () => ({ by: 'session' }),
  'stats.reference': () => ({}),
  'stats.referenceBy': () => ({ by: 'session' }),
  'stats.show': () => ({}),
  'topics.list': ({ tip }) => ({ at: tip }),
  'track.show': () => ({}),
}

/** Calls whose answers are in no table, or say what is missing. */
const anyRows: ReadonlySet<string> = new Set([
  ...[
    'store.show',
    'store.unreadable',
    'settings.show',
    'settings.change',
    'remote.list',
    'remote.add',
    'remote.remove',
    'formats.list',
    'analytics.list',
  ],
  ...['sql.cancel', 'queries.list', 'queries.set', 'queries.remove', 'agents.show', 'artifact.keep', 'note.set', 'note.list'],
  ...['reindex.start', 'repair.start', 'import.start', 'jobs.list', 'job.cancel', 'job.wait'],
  ...['backtest.cases', 'backtest.policies'],
  ...['watch.show', 'watch.start', 'watch.stop', 'watch.expect'],
])

/** Calls that start a job: it waits for those that were started before. */
const startsJob = (name: string): boolean =>
  /\.start$/.test(name) ||
  ['bundle.verify', 'export.secrets', 'search.finish', 'transfer.contents', 'recall.hindsight', 'recall.fit'].includes(name)

const onlyReads = (name: EngineCallName): boolean => {
  const effectOf = calls[name].effectOf as (input: unknown) => CallEffect
  try {
    return effectOf({}) === 'reads'
  } catch {
    return false
  }
}

let store = ''
let known = { sourceId: '', tip: '' }
beforeAll(async () => {
  const home = tempDir()
  store = path.join(home, 'store')
  await importInto(store, [writeConversation(home, ...talks()).projects])
  known = await withEngine(store, async (engine) => {
    const [source] = await engine.ask('sources.list', { sessionId: session })
    const [commit] = (await engine.ask('chain.log', { of: session })).commits
    return { sourceId: source?.sourceId ?? '', tip: commit?.commitId ?? '' }
  })
})

/** Places, times, and what facts say: they are made later, and until then the answer says that it does not know. */
const parts = [
  /"(?:elapsedMs|ms|indexBytes|bytes|milliseconds)":[\d.]+/g,
  /"activeMs":(?:null|\d+)/g,
  /"ended":(?:null|\{[^}]*\})/g,
  /"endings":\[[^\]]*\]/g,
  /"rows":(?:null|\d+),"whyNoRows":(?:null|"[^"]*")/g,
]
const comparable = (answer: unknown, dir: string): string =>
  parts.reduce(
    (text, part) => text.replaceAll(part, ''),
    JSON.stringify(answer, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)).replaceAll(dir, ''),
  )

const askedTogether = async (engine: Engine, dir: string): Promise<Readonly<Record<string, string>>> => {
  const answers = Object.entries(questions).map(async ([name, inputOf]) => {
    const input = (inputOf as (given: typeof known) => unknown)(known)
    return [name, comparable(await engine.call(name, input), dir)] as const
  })
  return Object.fromEntries(await Promise.all(answers))
}

/** Calls whose answers differ, with the first place of the difference. */
const differing = (answers: Readonly<Record<string, string>>, right: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(right).flatMap(([name, expected]) => {
    const given = answers[name] ?? ''
    const at = Array.from(expected).findIndex((char, place) => char !== given[place])
    return given === expected
      ? []
      : [`${name}: …${given.slice(Math.max(0, at - 60), at + 60)}… for …${expected.slice(Math.max(0, at - 60), at + 60)}…`]
  })

test('every call waits for the tables, except those that need none', () => {
  const without = Object.keys(calls).filter((name) => isEngineCall(name) && calls[name].needs.rows === 'none')
  expect(without.sort()).toEqual([...anyRows].sort())
})

test('every call that only reads rows is asked here', () => {
  const reading = Object.keys(calls).filter((name) => isEngineCall(name) && onlyReads(name) && !startsJob(name) && !anyRows.has(name))
  expect(Object.keys(questions).sort()).toEqual(reading.sort())
})

test('the first answer to each call after a change of rules is that of whole tables', { timeout: 300_000 }, async () => {
  const copy = path.join(tempDir(), 'store')
  cpSync(store, copy, { recursive: true })
  const right = await withEngine(store, async (engine) => {
    await askedTogether(engine, store)
    return askedTogether(engine, store)
  })
  const instance = await DuckDBInstance.create(path.join(copy, 'index.duckdb'))
  const connection = await instance.connect()
  await connection.run("UPDATE projection_state SET value = 'older' WHERE key = 'rules_version'")
  connection.closeSync()
  instance.closeSync()
  const engine = await openEngine({ storeDir: copy, program: 'test', env: {} })
  try {
    expect(engine.catchUp?.kind).toBe('reindex')
    expect(differing(await askedTogether(engine, copy), right)).toEqual([])
    // A person rebuilds the tables.
    await engine.ask('reindex.start', {})
    expect(differing(await askedTogether(engine, copy), right)).toEqual([])
    await engine.ask('repair.start', {})
    expect(differing(await askedTogether(engine, copy), right)).toEqual([])
  } finally {
    await engine.close()
  }
})

test('calls that read while a rebuild replaces the tables are answered from the new ones', async () => {
  const copy = path.join(tempDir(), 'store')
  cpSync(store, copy, { recursive: true })
  const engine = await openEngine({ storeDir: copy, program: 'test', env: {} })
  try {
    const reading = Array.from({ length: 100 }, () => engine.ask('sessions.list', {}))
    const { jobId } = await engine.ask('reindex.start', {})
    const shown = Array.from({ length: 100 }, () => engine.ask('store.show', {}))
    const listed = await Promise.all(reading)
    expect(new Set(listed.map(({ total }) => total))).toEqual(new Set([40]))
    expect((await Promise.all(shown)).length).toBe(100)
    expect((await engine.ask('jobs.list', {})).find((job) => job.jobId === jobId)?.state).toBe('done')
  } finally {
    await engine.close()
  }
})

test('a call that needs no rows is answered while tables are built', async () => {
  const copy = path.join(tempDir(), 'store')
  cpSync(store, copy, { recursive: true })
  const engine = await openEngine({ storeDir: copy, program: 'test', env: {} })
  try {
    const { jobId } = await engine.ask('reindex.start', {})
    await engine.ask('store.show', {})
    expect((await engine.ask('jobs.list', {})).find((job) => job.jobId === jobId)?.state).toBe('running')
    const listed = await engine.ask('sessions.list', {})
    expect([listed.total, (await engine.ask('jobs.list', {})).find((job) => job.jobId === jobId)?.state]).toEqual([40, 'done'])
    await runJob(engine, 'search.index', {})
  } finally {
    await engine.close()
  }
})
