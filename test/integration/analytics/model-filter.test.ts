/** The filter for a model means the same in lists of rows as in the numbers that they stand behind. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnalyticsAnswer } from '../../../app/contract/analytics-views.ts'
import { openEngine, type Engine } from '../../../app/engine/engine.ts'
import { conversation } from '../../support/conversation.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { runJob } from '../../support/with-engine.ts'
import { writeConversation } from '../../support/write-conversation.ts'

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
  await runJob(engine, 'import.start', { paths: [writeConversation(tempDir(), changing, unanswered).projects] })
})
afterAll(() => engine.close())

const ask = (name: string, model?: string): Promise<AnalyticsAnswer> => engine.ask('analytics.ask', { name, filters: { model } })
const kinds = (answer: AnalyticsAnswer) => answer.rows.map((row) => row['kind'])

test('an event belongs to the model that wrote it, else to the one that answers next in its chain, else to the last before', async () => {
  expect(kinds(await ask('events', opus))).toEqual(['typed prompt', 'tool_call'])
  expect(kinds(await ask('events', sonnet))).toEqual(['tool_result', 'response', 'typed prompt'])
})

test('an event or a record that no model answers is of none, and the answer says how many those are', async () => {
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

test('the records of a model are as many as its ledger counts', async () => {
  const { rows } = await ask('reference', sonnet)
  const records = await engine.ask('analytics.ask', { name: 'records', filters: { model: sonnet }, parameters: { type: 'user' } })
  expect(records.rows).toHaveLength(Number(rows[0]?.['user_records']))
})
