/** Saving an answer: a job that can be waited for and cancelled, and a file that is whole or not there. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DuckDBInstance } from '@duckdb/node-api'
import { metricCatalog } from '../../../../app/analytics/metrics/metric-catalog.ts'
import type { AboutAnswer } from '../../../../app/contract/analytics.ts'
import type { CallInput } from '../../../../app/contract/calls.ts'
import type { JobView } from '../../../../app/contract/jobs.ts'
import { openEngine, type Engine } from '../../../../app/engine/engine.ts'
import type { Conversation } from '../../../support/conversation.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { twoProjects } from '../../../support/two-projects.ts'
import { runJob } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

let engine: Engine

beforeAll(async () => {
  engine = await openEngine({ storeDir: tempDir() })
  await runJob(engine, 'import.start', { paths: [writeConversation(tempDir(), ...twoProjects()).projects] })
})
afterAll(() => engine.close())

const save = async (input: CallInput<'analytics.save'>): Promise<JobView> => {
  const { jobId } = await engine.ask('analytics.save', input)
  return engine.ask('job.wait', { jobId })
}

test.each(['csv', 'json', 'parquet'] as const)('all rows are written as %s, and the job reports their number', async (format) => {
  const file = path.join(tempDir(), `rows.${format}`)
  const { rows } = await engine.ask('analytics.ask', { name: 'tool-calls' })
  const job = await save({ name: 'tool-calls', format, path: file })
  expect(job).toMatchObject({ state: 'done', kind: 'table', result: { path: file, rows: rows.length, bytes: readFileSync(file).length } })
})

test('a saved answer carries version, filters, definitions and the corpus: Parquet inside, other formats beside it', async () => {
  const folder = tempDir()
  const asked = { name: 'tools', filters: { project: '/home/sam/boat' }, zone: 'UTC' } as const
  const about = await engine.ask('analytics.about', asked)
  expect(about).toMatchObject({ metric: 'tools', groupedBy: 'total', filters: { project: '/home/sam/boat', chains: 'both' }, zone: 'UTC' })
  expect(about.corpus).toEqual({ sessions: 2, hash: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown })
  expect(about.columns.map(({ name }) => name)).toEqual(Object.keys(metricCatalog['tools']?.columns ?? {}))
  expect(about.sentence).toContain('project = /home/sam/boat')
  const csv = path.join(folder, 'rows.csv')
  await save({ ...asked, format: 'csv', path: csv })
  expect(JSON.parse(readFileSync(`${csv}.about.json`, 'utf8'))).toEqual(about)
  const parquet = path.join(folder, 'rows.parquet')
  await save({ ...asked, format: 'parquet', path: parquet })
  expect(existsSync(`${parquet}.about.json`)).toBe(false)
  const connection = await (await DuckDBInstance.create()).connect()
  const read = await connection.runAndReadAll(`SELECT decode(key), decode(value) FROM parquet_kv_metadata('${parquet}')`)
  connection.closeSync()
  const found = new Map(read.getRows().map(([key, value]) => [String(key), String(value)]))
  expect(found.get('strata_corpus')).toBe(about.corpus.hash)
  expect(JSON.parse(found.get('strata_about') ?? '')).toEqual(about)
})

test('the same sessions have the same corpus in another store, in any order; a changed session has another', async () => {
  const corpusOf = async (...talks: readonly Conversation[]): Promise<AboutAnswer['corpus']> => {
    const other = await openEngine({ storeDir: tempDir() })
    for (const talk of talks) await runJob(other, 'import.start', { paths: [writeConversation(tempDir(), talk).projects] })
    const { corpus } = await other.ask('analytics.about', { name: 'tools', zone: 'UTC' })
    await other.close()
    return corpus
  }
  const [garden, boat, short] = twoProjects()
  const all = await corpusOf(short, garden, boat)
  expect(all).toEqual((await engine.ask('analytics.about', { name: 'cost', by: 'day', zone: 'Europe/Berlin' })).corpus)
  const [again, longer] = twoProjects()
  longer.human('one more')
  expect((await corpusOf(again, longer, short)).hash).not.toBe(all.hash)
})

test('a file that was imported from two folders counts once in the corpus', async () => {
  const other = await openEngine({ storeDir: tempDir() })
  const hash = async (): Promise<string> => (await other.ask('analytics.about', { name: 'tools', zone: 'UTC' })).corpus.hash
  const hashes: string[] = []
  for (const folder of [tempDir(), tempDir()]) {
    await runJob(other, 'import.start', { paths: [writeConversation(folder, ...twoProjects()).projects] })
    hashes.push(await hash())
  }
  const names = (await other.ask('sources.list', {})).map((source) => path.basename(source.path))
  expect(names).toHaveLength(2 * new Set(names).size)
  await other.close()
  expect(hashes[1]).toBe(hashes[0])
})

test('a description that would replace a file is refused before anything is written', async () => {
  const file = path.join(tempDir(), 'rows.csv')
  writeFileSync(`${file}.about.json`, 'mine')
  expect(await save({ name: 'days', format: 'csv', path: file })).toMatchObject({ state: 'failed', failure: { code: 'target-exists' } })
  expect([existsSync(file), readFileSync(`${file}.about.json`, 'utf8')]).toEqual([false, 'mine'])
})

test('an existing file is kept unless it is to be replaced', async () => {
  const file = path.join(tempDir(), 'rows.csv')
  writeFileSync(file, 'mine')
  expect(await save({ name: 'days', format: 'csv', path: file })).toMatchObject({ state: 'failed', failure: { code: 'target-exists' } })
  expect(readFileSync(file, 'utf8')).toBe('mine')
  expect(await save({ name: 'days', format: 'csv', path: file, replace: true })).toMatchObject({ state: 'done' })
  expect(readFileSync(file, 'utf8')).toMatch(/^day,/)
})

test('an invalid request is refused before a job begins', async () => {
  const file = path.join(tempDir(), 'rows.csv')
  const refused = (input: Omit<CallInput<'analytics.save'>, 'format' | 'path'>) =>
    engine.call('analytics.save', { ...input, format: 'csv', path: file })
  expect(await refused({ name: 'nothing' })).toMatchObject({ ok: false, failure: { code: 'not-found' } })
  expect(await refused({ name: 'turns', by: 'day' })).toMatchObject({ ok: false, failure: { code: 'invalid-input' } })
  expect(await refused({ name: 'compaction-pressure', filters: { chains: 'sidechains' } })).toMatchObject({
    ok: false,
    failure: { code: 'invalid-input' },
  })
  expect(existsSync(file)).toBe(false)
})

test('a job that is cancelled leaves no file', async () => {
  const folder = tempDir()
  const { jobId } = await engine.ask('analytics.save', { name: 'tool-calls', format: 'csv', path: path.join(folder, 'rows.csv') })
  await engine.ask('job.cancel', { jobId })
  expect(await engine.ask('job.wait', { jobId })).toMatchObject({ state: 'cancelled' })
  expect(readdirSync(folder)).toEqual([])
})

test('results of tools are in saved rows too', async () => {
  const { rows: compactions } = await engine.ask('analytics.ask', { name: 'compaction-list' })
  const asked = { name: 'compaction-survival', parameters: { commit: String(compactions[0]?.['commit_id']) } } as const
  const file = path.join(tempDir(), 'rows.json')
  await save({ ...asked, format: 'json', path: file })
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual((await engine.ask('analytics.ask', asked)).rows)
})
