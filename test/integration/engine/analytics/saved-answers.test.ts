/** Saving an answer: a job that can be waited for and cancelled, and a file that is whole or not there. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CallInput } from '../../../../app/contract/calls.ts'
import type { JobView } from '../../../../app/contract/jobs.ts'
import { openEngine, type Engine } from '../../../../app/engine/engine.ts'
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
