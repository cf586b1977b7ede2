/** The filter for a model means the same in lists of rows as in the numbers that they stand behind. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnalyticsAnswer } from '../../../../app/contract/analytics.ts'
import { openEngine, type Engine } from '../../../../app/engine/engine.ts'
import { conversation } from '../../../support/conversation.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { runJob } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

let engine: Engine
const [opus, sonnet] = ['claude-opus-4-5-20251101', 'claude-sonnet-4-5-20250929']

beforeAll(async () => {
  engine = await openEngine({ storeDir: tempDir() })
  const changing = conversation({ seed: 'changing', cwd: '/home/sam/garden', start: '2026-01-05T09:00:00Z', model: opus })
    .human('plant')
    .runs('plant', 'planted')
    .agent('done', { model: sonnet })
    .human('thanks')
  const unanswered = conversation({ seed: 'unanswered', cwd: '/home/sam/boat', start: '2026-01-06T09:00:00Z' }).human('anybody?')
  const paused = conversation({ seed: 'paused', cwd: '/home/sam/shed', start: '2026-01-06T09:00:00Z', model: opus })
    .human('mow')
    .agent('mown')
    .wait(72 * 3_600_000)
    .human('again')
    .agent('mown again')
  await runJob(engine, 'import.start', { paths: [writeConversation(tempDir(), changing, unanswered, paused).projects] })
})
afterAll(() => engine.close())

const ask = (name: string, model?: string): Promise<AnalyticsAnswer> => engine.ask('analytics.ask', { name, filters: { model } })
const inGarden = (model: string) => engine.ask('analytics.ask', { name: 'events', filters: { model, project: '/home/sam/garden' } })
const kinds = (answer: AnalyticsAnswer) => answer.rows.map((row) => row['kind'])

test('an event belongs to the model that wrote it, else to the next one that replies in its chain, else to the last before', async () => {
  expect(kinds(await inGarden(opus))).toEqual(['typed prompt', 'tool_call'])
  expect(kinds(await inGarden(sonnet))).toEqual(['tool_result', 'response', 'typed prompt'])
})

test('an event or a record without a reply has no model, and the answer counts them', async () => {
  expect(kinds(await ask('events', '(none)'))).toEqual(['typed prompt'])
  expect((await ask('events', opus)).notes).toContain('1 event is of no model: no model answers in the chain')
  expect((await ask('amplification', opus)).notes).toContain('1 event is of no model: no model answers in the chain')
  expect((await ask('records', '(none)')).rows.length).toBeGreaterThan(0)
  expect((await ask('records', opus)).notes.join()).toMatch(/records? (?:is|are) of no model/)
  expect((await ask('events', '(none)')).notes.join()).not.toContain('of no model')
  expect((await ask('events')).notes.join()).not.toContain('of no model')
})

test.each(['records', 'events'])('the models of %s together have every row once', async (name) => {
  const rows = async (model?: string) => (await ask(name, model)).rows.map((row) => JSON.stringify(row))
  const each = [...(await rows(opus)), ...(await rows(sonnet)), ...(await rows('(none)'))]
  expect(each.sort()).toEqual([...(await rows())].sort())
})

test('a commit counts for every model with a reply in it, and for (none) without one', async () => {
  const commits = async (model?: string) => (await ask('commits', model)).rows.map((row) => row['models']).sort()
  expect(await commits()).toEqual(['(none)', '(none)', opus, opus, `${opus}, ${sonnet}`])
  expect(await commits(opus)).toEqual([opus, opus, `${opus}, ${sonnet}`])
  expect(await commits(sonnet)).toEqual([`${opus}, ${sonnet}`])
  expect(await commits('(none)')).toEqual(['(none)', '(none)'])
  for (const model of [opus, sonnet, '(none)', undefined]) {
    const listed = (await ask('commits', model)).rows
    const bytes = listed.reduce((sum, row) => sum + Number(row['bytes']), 0)
    expect((await ask('storage', model)).rows).toMatchObject([
      { commits: listed.length, delta_bytes: bytes, raw_bytes: bytes, shared_bytes: 0 },
    ])
  }
})

test('a reply that names no model, or that the client made up, has no model', async () => {
  const unnamed = conversation({ seed: 'unnamed' })
    .human('who?')
    .agent('me', { model: '' })
    .human('and?')
    .agent('no reply', { model: '<synthetic>' })
  const other = await openEngine({ storeDir: tempDir() })
  await runJob(other, 'import.start', { paths: [writeConversation(tempDir(), unnamed).projects] })
  const commits = async (model?: string) =>
    (await other.ask('analytics.ask', { name: 'commits', filters: { model } })).rows.map((row) => row['models'])
  expect(await commits()).toEqual(['(none)', '(none)'])
  expect(await commits('(none)')).toEqual(['(none)', '(none)'])
  const { rows } = await other.ask('analytics.ask', { name: 'storage', filters: { model: '(none)' } })
  expect(rows).toMatchObject([{ commits: 2 }])
  await other.close()
})

test('a copied line has the model of the original line, in the number and in the records that it opens', async () => {
  const talk = conversation({ seed: 'origin', model: opus }).human('a long beginning').agent('ok')
  const fork = talk.fork('11111111-2222-4333-8444-555555555555').human('go on').agent('fine', { model: sonnet })
  const other = await openEngine({ storeDir: tempDir() })
  await runJob(other, 'import.start', { paths: [writeConversation(tempDir(), talk, fork).projects] })
  const shared = async (model: string) => {
    const [row] = (await other.ask('analytics.ask', { name: 'storage', filters: { model } })).rows
    const { rows } = await other.ask('analytics.ask', { name: 'records', filters: { model }, parameters: { copy: true } })
    expect(rows.reduce((sum, record) => sum + Number(record['bytes']), 0)).toBe(row?.['shared_bytes'])
    return Number(row?.['shared_bytes'])
  }
  expect(await shared(opus)).toBeGreaterThan(0)
  expect(await shared(sonnet)).toBe(0)
  await other.close()
})

test('the number of records of a model equals the count of its ledger', async () => {
  const { rows } = await ask('reference', sonnet)
  const records = await engine.ask('analytics.ask', { name: 'records', filters: { model: sonnet }, parameters: { type: 'user' } })
  expect(records.rows).toHaveLength(Number(rows[0]?.['user_records']))
})

test('a session in which no reply has usage has a separate row, with the reason', async () => {
  const { rows, notes } = await engine.ask('analytics.ask', { name: 'tokens', by: 'session', filters: { project: '/home/sam/boat' } })
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({ replies: 0, input_tokens: null, output_tokens: null, cache_hit_share: null })
  expect(notes).toContainEqual(expect.stringMatching(/^Input, .* n\/a: no reply has usage$/))
})

test('a session runs on days between events of a model, and the number of a day opens it', async () => {
  const range = { since: Date.UTC(2026, 0, 7), until: Date.UTC(2026, 0, 8) }
  const days = await engine.ask('analytics.ask', { name: 'concurrency-days', zone: 'UTC', filters: { model: opus, ...range } })
  const list = await engine.ask('analytics.ask', {
    name: 'sessions',
    zone: 'UTC',
    filters: { model: opus, ...range },
    parameters: { running: true },
  })
  expect(days.rows.map((row) => [row['day'], row['sessions']])).toEqual([['2026-01-07', 1]])
  expect(list.rows).toHaveLength(1)
})
