/** Sessions and files with what was decided in them, and the dependencies of a decision. */
import { expect, test } from 'vitest'
import type { ReasoningHit } from '../../../../app/contract/reasoning.ts'
import { conversation } from '../../../support/conversation.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const lamp = '/p/quay/src/lamp.ts'
const pier = '/p/quay/src/pier.ts'
const elsewhere = '/p/other/src/lamp.ts'

/** Two sessions of one repository decide about one file; a third one, of another repository, about a file of the same name. */
const storeOf = async (): Promise<string> => {
  const [dir, store] = [tempDir(), tempDir()]
  const one = conversation({ sessionId: 'one', seed: 'one', cwd: '/p/quay', gitBranch: 'main', start: '2026-03-01T09:00:00Z' })
    .human('Light the quay')
    .thinks("I'll use oil lamps instead of gas.")
    .writes(lamp, 'oil\n')
    .agent('Lit.')
  const two = conversation({ sessionId: 'two', seed: 'two', cwd: '/p/quay', gitBranch: 'main', start: '2026-03-02T09:00:00Z' })
    .human('Make the lamps brighter')
    .thinks("I'll use two wicks for each of them instead of one.")
    .writes(lamp, 'oil, two wicks\n')
    .writes(pier, 'stone\n')
    .agent('Brighter.')
    .human('And the pier?')
    .thinks('Let me look at the planks of the pier first, to see how they are laid.')
    .reads(pier, 'stone\n')
    .agent('Seen.')
  const other = conversation({ sessionId: 'other', seed: 'other', cwd: '/p/other', gitBranch: 'main', start: '2026-03-03T09:00:00Z' })
    .human('Light the hall')
    .thinks("I'll use candles instead of lamps, because they are cheaper.")
    .writes(elsewhere, 'candles\n')
    .agent('Lit.')
  await importInto(store, [writeConversation(dir, one, two, other).projects])
  return store
}

test('texts are found by what settles something unless a type is given, by status, file and id, and name what they are about', async () => {
  const store = await storeOf()
  await withEngine(store, async (engine) => {
    const all = await engine.ask('reasoning.find', {})
    expect(all.rows.map(({ sessionId, type, files }) => [sessionId, type, files])).toEqual([
      ['other', 'decision', [elsewhere]],
      ['two', 'decision', [lamp, pier]],
      ['one', 'decision', [lamp]],
    ])
    const about = await engine.ask('reasoning.find', { about: lamp })
    expect(about.rows.map(({ sessionId }) => sessionId)).toEqual(['two', 'one'])
    expect((await engine.ask('reasoning.find', { status: 'superseded' })).total).toBe(0)
    expect((await engine.ask('reasoning.find', { status: 'in_force', about: pier })).total).toBe(1)
    const [exploration] = (await engine.ask('reasoning.find', { reasoning: 'exploration' })).rows
    const own = await engine.ask('reasoning.find', { eventId: exploration?.eventId ?? '' })
    expect(own.rows).toEqual([exploration])
  })
})

test('a status comes with the record that shows it, and where that is read', async () => {
  const [dir, store] = [tempDir(), tempDir()]
  const talk = conversation({ sessionId: 'no', cwd: '/p/quay' })
    .human('Light the quay')
    .thinks("I'll use oil lamps, because gas is too expensive for the quay.")
    .writes(lamp, 'oil\n')
    .agent('Lit.')
    .human('No, use gas instead')
    .agent('Gas it is.')
  await importInto(store, [writeConversation(dir, talk).projects])
  const { rows } = await withEngine(store, (engine) => engine.ask('reasoning.find', { status: 'contradicted' }))
  expect(rows).toHaveLength(1)
  const [{ sourceId, line, shownBy } = { sourceId: '', line: 0, shownBy: null }] = rows
  expect(shownBy).toMatchObject({ sourceId, sessionId: 'no', commitId: expect.stringMatching(/^ctx-/) as string })
  expect(shownBy?.line).toBeGreaterThan(line)
})

test('sessions and files are listed with the number of their texts, the newest first, and in pages', async () => {
  const store = await storeOf()
  await withEngine(store, async (engine) => {
    const sessions = await engine.ask('reasoning.groups', { by: 'session' })
    expect(sessions.rows.map(({ key, name, texts, decisions }) => [key, name, texts, decisions])).toEqual([
      ['other', 'Light the hall', 1, 1],
      ['two', 'Make the lamps brighter', 1, 1],
      ['one', 'Light the quay', 1, 1],
    ])
    const files = await engine.ask('reasoning.groups', { by: 'file' })
    expect(files.rows.map(({ key, texts }) => [key, texts])).toEqual([
      [elsewhere, 1],
      [lamp, 2],
      [pier, 1],
    ])
    expect(await engine.ask('reasoning.groups', { by: 'file', offset: 2, limit: 1 })).toEqual({ rows: files.rows.slice(2), total: 3 })
    expect(await engine.ask('reasoning.groups', { by: 'file', offset: 5 })).toEqual({ rows: [], total: 3 })
    expect((await engine.ask('reasoning.groups', { by: 'file', text: 'PIER' })).rows.map(({ key }) => key)).toEqual([pier])
    expect((await engine.ask('reasoning.groups', { by: 'session', reasoning: 'exploration' })).rows).toMatchObject([
      { key: 'two', texts: 1, decisions: 0 },
    ])
  })
})

test('a decision builds on the newest one about its file in any session of the repository, and not on those of other repositories', async () => {
  const store = await storeOf()
  await withEngine(store, async (engine) => {
    const { rows } = await engine.ask('reasoning.find', {})
    const idIn = (session: string): string => rows.find(({ sessionId }: ReasoningHit) => sessionId === session)?.eventId ?? ''
    const graph = await engine.ask('reasoning.graph', { eventId: idIn('one') })
    expect(graph.nodes.map(({ sessionId }) => sessionId)).toEqual(['one', 'two'])
    expect(graph.edges).toEqual([{ from: idIn('two'), to: idIn('one'), kind: 'depends_on' }])
    expect((await engine.ask('reasoning.graph', { eventId: idIn('other') })).nodes.map(({ sessionId }) => sessionId)).toEqual(['other'])
    expect(await engine.ask('reasoning.graph', { eventId: 'th-none' })).toEqual({ nodes: [], edges: [], others: 0, isCut: false })
  })
})

test('what was decided outside Git, above repositories, is linked in its own folder and does not join them', async () => {
  const [dir, store] = [tempDir(), tempDir()]
  const talk = (sessionId: string, day: string, cwd: string, file: string, gitBranch?: string): ReturnType<typeof conversation> =>
    conversation({ sessionId, seed: sessionId, cwd, ...(gitBranch === undefined ? {} : { gitBranch }), start: `2026-03-${day}T09:00:00Z` })
      .human('Light it')
      .thinks(`I'll use the lamps of ${sessionId} instead of gas.`)
      .writes(file, 'oil\n')
      .agent('Lit.')
  const notes = '/p/notes.ts'
  const talks = [
    talk('quay', '01', '/p/quay', notes, 'main'),
    talk('above', '02', '/p', notes, ''),
    talk('again', '03', '/p', notes, ''),
    talk('other', '04', '/p/other', notes, 'main'),
  ]
  await importInto(store, [writeConversation(dir, ...talks).projects])
  await withEngine(store, async (engine) => {
    const { rows } = await engine.ask('reasoning.find', {})
    const above = rows.find(({ sessionId }) => sessionId === 'above')?.eventId ?? ''
    const { nodes } = await engine.ask('reasoning.graph', { eventId: above })
    expect(nodes.map(({ sessionId }) => sessionId)).toEqual(['above', 'again'])
  })
})
