/** Texts that are taken for decisions, rejections or trade-offs, and what became of them. */
import { expect, test } from 'vitest'
import type { CallInput } from '../../../../app/contract/calls.ts'
import type { ReasoningPage } from '../../../../app/contract/reasoning.ts'
import { conversation } from '../../../support/conversation.ts'
import { strata } from '../../../support/strata-command.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const search = (store: string, input: Partial<CallInput<'reasoning.find'>> = {}): Promise<ReasoningPage> =>
  withEngine(store, (engine) => engine.ask('reasoning.find', { reasoning: 'decision', ...input }))

const oil = 'We will use oil instead of gas, because it is cheaper in the harbour.'

const storeOf = async (): Promise<string> => {
  const [dir, store] = [tempDir(), tempDir()]
  const one = conversation({ sessionId: 'one', seed: 'one', cwd: '/p/one' })
    .human("I'll go with oil for all the lamps of the harbour")
    .thinks(`${'x '.repeat(150)}is what was asked. I'll go with oil for the lamps. Y${' y'.repeat(200)}`)
    .agent('It is done.')
  const two = conversation({ sessionId: 'two', seed: 'two', cwd: '/p/two', start: '2026-03-01T09:00:00Z' })
    .human('And now?')
    .thinks('Let me look at the harbour first, before anything else.')
    .agent(oil)
  const { projects } = writeConversation(dir, one, two)
  await importInto(store, [projects])
  return store
}

test('decisions of thinking and responses are found, newest first, with context; prompts and searches are not', async () => {
  const { rows, total, sessions } = await search(await storeOf())
  expect([total, sessions, rows.map(({ sessionId, origin }) => [sessionId, origin])]).toEqual([
    2,
    2,
    [
      ['two', 'response'],
      ['one', 'thinking'],
    ],
  ])
  expect(rows[0]).toMatchObject({ before: '', found: oil, after: '', status: 'unknown' })
  expect(rows[1]).toMatchObject({ found: "I'll go with oil for the lamps.", chain: 'main' })
  expect(rows[1]?.before).toMatch(/^….*what was asked\. $/)
  expect(rows[1]?.after).toMatch(/^ Y [y ]+…$/)
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
  for (let turn = 0; turn < 700; turn += 1)
    talk.human(`turn ${turn}`).thinks(`I'll go with lamp number ${turn} of the harbour.`).agent('done')
  const { projects } = writeConversation(dir, talk)
  await importInto(store, [projects])
  const { rows: all, total } = await search(store, { limit: 10_000 })
  expect([total, all.length]).toEqual([700, 700])
  expect((await search(store, { offset: 590, limit: 20 })).rows).toEqual(all.slice(590, 610))
})

test('the context never begins or ends inside a character', async () => {
  const [dir, store] = [tempDir(), tempDir()]
  const lamps = '🏮'.repeat(160)
  const talk = conversation({ sessionId: 'lamps' }).human('Go').thinks(`${lamps}. I'll go with the red ones of the harbour. ${lamps}`)
  await importInto(store, [writeConversation(dir, talk).projects])
  const [hit] = (await search(store)).rows
  expect(`${hit?.before ?? ''}${hit?.found ?? ''}${hit?.after ?? ''}`).toMatch(/^…🏮+\. I'll go with the red ones of the harbour\. 🏮+…$/u)
})

test('a long sentence that is found ends with a whole word', async () => {
  const [dir, store] = [tempDir(), tempDir()]
  const talk = conversation({ sessionId: 'long' })
    .human('Go')
    .thinks(`I'll go with ${'lamplighter '.repeat(30)}of the harbour.`)
  await importInto(store, [writeConversation(dir, talk).projects])
  const [hit] = (await search(store)).rows
  expect(hit?.found).toMatch(/^I'll go with (?:lamplighter )+lamplighter$/)
  expect(`${hit?.found ?? ''}${hit?.after ?? ''}`).toMatch(/^I'll go with (?:lamplighter )+/)
})

test('types are found by themselves, with a word, and for the commits that touched a file; a rejection of a person contradicts', async () => {
  const [dir, store] = [tempDir(), tempDir()]
  const talk = conversation({ sessionId: 'why', cwd: '/p' })
    .human('Which one?')
    .thinks("A list would do it as well. I'll go with a map of the names.")
    .writes('src/map.ts', 'b')
    .agent('It is written.')
    .human("No, that won't work: the names are not unique.")
    .thinks("Caching won't work here either. I'll go with a queue; the drawback is memory.")
    .agent('A queue.')
  const { projects } = writeConversation(dir, talk)
  await importInto(store, [projects])
  const { rows, total } = await search(store, { reasoning: 'decision' })
  expect(total).toBe(2)
  expect(rows.map(({ found, status }) => [found, status])).toEqual([
    ["I'll go with a queue; the drawback is memory.", 'unknown'],
    ["I'll go with a map of the names.", 'contradicted'],
  ])
  expect(await search(store, { text: 'queue', reasoning: 'decision' })).toMatchObject({ total: 1 })
  expect((await search(store, { reasoning: 'rejection' })).rows.map(({ origin }) => origin)).toEqual(['thinking', 'user'])
  expect(await search(store, { reasoning: 'tradeoff' })).toMatchObject({ total: 1 })
  const [file] = (await withEngine(store, (engine) => engine.ask('files.list', {}))).rows
  expect(await search(store, { reasoning: 'decision', file: file?.path })).toMatchObject({
    total: 1,
    rows: [{ found: "I'll go with a map of the names." }],
  })
  expect(strata(store, 'search', '--reasoning', 'rejection').out).toMatch(/won't work/)
  expect(strata(store, 'search', '--reasoning', 'decision').out).toMatch(/thinking, contradicted/)
  expect(strata(store, 'search')).toMatchObject({ code: 2 })
  const sql = "SELECT type, status, len(files) FROM thinking_events WHERE type = 'decision' ORDER BY line"
  expect(strata(store, 'sql', sql).out).toMatch(/contradicted +1\n.*unknown +0/)
})

test('a second import and a second question add nothing, and a removed session leaves nothing', async () => {
  const store = await storeOf()
  const ids = (): string => strata(store, 'sql', 'SELECT event_id FROM thinking_events ORDER BY event_id').out.replace(/\d+ rows.*/, '')
  const first = ids()
  expect(first).toMatch(/th-[0-9a-f]{16}/)
  expect(ids()).toBe(first)
  expect(strata(store, 'remove', 'one', '--yes').code).toBe(0)
  expect((await search(store)).rows.map(({ sessionId }) => sessionId)).toEqual(['two'])
})

test('the words of a refused call are a rejection of a person, and contradict what was decided before it', async () => {
  const [dir, store] = [tempDir(), tempDir()]
  const refusal =
    "The user doesn't want to proceed with this tool use. The tool use was rejected. To tell you how to proceed, the user said:\nwait, let's discuss the lamps"
  const talk = conversation({ sessionId: 'refused', cwd: '/p' })
    .human('Which one?')
    .thinks("I'll go with a map of the lamps of the harbour.")
    .calls('Edit', { file_path: '/p/lamps.ts', old_string: 'a', new_string: 'b' })
    .result('last', refusal, { error: true })
  await importInto(store, [writeConversation(dir, talk).projects])
  for (const text of [undefined, 'discuss'])
    expect((await search(store, { reasoning: 'rejection', text })).rows).toMatchObject([
      { origin: 'user', found: "wait, let's discuss the lamps" },
    ])
  expect((await search(store, { reasoning: 'rejection', text: 'zeppelin' })).rows).toEqual([])
  expect((await search(store)).rows).toMatchObject([{ status: 'contradicted' }])
})
