/** Thinking that seems to be a decision, a rejection or a trade-off. */
import { expect, test } from 'vitest'
import type { CallInput } from '../../../../app/contract/calls.ts'
import type { ReasoningPage } from '../../../../app/contract/search.ts'
import { conversation } from '../../../support/conversation.ts'
import { strata } from '../../../support/strata-command.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const search = (store: string, input: Partial<CallInput<'reasoning.find'>> = {}): Promise<ReasoningPage> =>
  withEngine(store, (engine) => engine.ask('reasoning.find', { reasoning: 'decision', ...input }))

const lamps = '🏮'.repeat(160)

const storeOf = async (): Promise<string> => {
  const [dir, store] = [tempDir(), tempDir()]
  const one = conversation({ sessionId: 'one', seed: 'one', cwd: '/p/one' })
    .human("I'll use oil")
    .thinks(`${'x'.repeat(300)} I'll use oil ${'y'.repeat(400)}`)
    .agent("I'll use oil.")
  const two = conversation({ sessionId: 'two', seed: 'two', cwd: '/p/two', start: '2026-03-01T09:00:00Z' })
    .human('And now?')
    .thinks(`${lamps}I decided${lamps}`)
    .agent('Done.')
  const { projects } = writeConversation(dir, one, two)
  await importInto(store, [projects])
  return store
}

test('thoughts are found, newest first, with context; prompts and responses are not', async () => {
  const { rows, total, sessions } = await search(await storeOf())
  expect([total, sessions, rows.map(({ sessionId }) => sessionId)]).toEqual([2, 2, ['two', 'one']])
  expect(rows[1]).toMatchObject({ found: "I'll use", chain: 'main', before: `…${'x'.repeat(59)} ` })
  expect(rows[1]?.after).toMatch(/^ oil y+…$/)
})

test('filters restrict what is found and counted, and pages follow each other without a gap', async () => {
  const store = await storeOf()
  const all = await search(store)
  expect(await search(store, { sessionId: 'two' })).toMatchObject({ total: 1, sessions: 1 })
  expect(await search(store, { project: '/p/one' })).toMatchObject({ total: 1, sessions: 1 })
  const at = all.rows[0]?.occurredAt ?? 0
  expect([(await search(store, { since: at })).total, (await search(store, { until: at })).total]).toEqual([1, 1])
  const pages = [await search(store, { limit: 1 }), await search(store, { limit: 1, offset: 1 })]
  expect(pages.flatMap(({ rows }) => rows)).toEqual(all.rows)
  expect(await search(store, { offset: 10 })).toMatchObject({ rows: [], total: 2 })
})

test('a late page equals that part of the complete list', async () => {
  const [dir, store] = [tempDir(), tempDir()]
  const talk = conversation({ sessionId: 'long' })
  for (let turn = 0; turn < 2100; turn += 1) talk.human(`turn ${turn}`).thinks(`I'll use ${turn}`).agent('done')
  const { projects } = writeConversation(dir, talk)
  await importInto(store, [projects])
  const { rows: all, total } = await search(store, { limit: 10_000 })
  expect([total, all.length]).toEqual([2100, 2100])
  expect((await search(store, { offset: 1990, limit: 20 })).rows).toEqual(all.slice(1990, 2010))
  expect((await search(store, { offset: 1900, limit: 20 })).rows).toEqual(all.slice(1900, 1920))
})

test('the context never begins or ends inside a character', async () => {
  const { rows } = await search(await storeOf(), { sessionId: 'two' })
  const [hit] = rows
  expect(`${hit?.before ?? ''}${hit?.found ?? ''}${hit?.after ?? ''}`).toMatch(/^…🏮+I decided🏮+…$/u)
})

test('decisions, rejections and trade-offs are found only in thinking, also for the commits that touched a file', async () => {
  const [dir, store] = [tempDir(), tempDir()]
  const talk = conversation({ sessionId: 'why', cwd: '/p' })
    .human("I'll go with the map")
    .thinks("A list is simpler, but I'll go with a map.")
    .writes('src/map.ts', 'b')
    .agent("I'll go with the map.")
    .human('and now?')
    .thinks("Caching won't work here. I'll use a queue; the drawback is memory.")
    .agent('A queue.')
  const { projects } = writeConversation(dir, talk)
  await importInto(store, [projects])
  const { rows, total } = await search(store, { reasoning: 'decision' })
  expect(total).toBe(2)
  expect(rows.map(({ found }) => found)).toEqual(["I'll use", "I'll go with"])
  expect(await search(store, { text: 'queue', reasoning: 'decision' })).toMatchObject({ total: 1, rows: [{ found: "I'll use" }] })
  expect(await search(store, { reasoning: 'rejection' })).toMatchObject({ total: 1, rows: [{ found: "won't work" }] })
  expect(await search(store, { reasoning: 'tradeoff' })).toMatchObject({ total: 1 })
  const [file] = (await withEngine(store, (engine) => engine.ask('files.list', {}))).rows
  expect(await search(store, { reasoning: 'decision', file: file?.path })).toMatchObject({
    total: 1,
    rows: [{ found: "I'll go with" }],
  })
  expect(strata(store, 'search', '--reasoning', 'rejection').out).toMatch(/won't work/)
  expect(strata(store, 'search')).toMatchObject({ code: 2 })
})
