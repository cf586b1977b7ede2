/** A person corrects the type of a text: every reader follows, it survives rebuilding and copying, and it can be taken back. */
import { copyFileSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Engine } from '../../../../app/engine/engine.ts'
import type { ThinkingType } from '../../../../app/model/reasoning.ts'
import { conversation } from '../../../support/conversation.ts'
import { strata } from '../../../support/strata-command.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, runJob, tableDigests, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const choice = "I'll go with a map of the lamps of the harbour instead of a list."
const talk = () =>
  conversation({ sessionId: 'lamps', seed: 'lamps', cwd: '/p' })
    .human('Name the lamps')
    .thinks(choice)
    .writes('/p/lamps.ts', 'const lamps = new Map()\n')
    .agent('The lamps have names.')
    .human('no, use an array instead')
    .agent('Done.')

const stored = async () => {
  const store = tempDir()
  const written = writeConversation(tempDir(), talk())
  await importInto(store, [written.projects])
  return { store, ...written }
}

const eventOf = async (engine: Engine, type: ThinkingType) => {
  const { rows } = await engine.ask('reasoning.find', { reasoning: type })
  const [hit] = rows
  if (hit === undefined) throw new Error(`no ${type}`)
  return hit
}

const dismiss = async (engine: Engine, reason?: string) => {
  const { eventId } = await eventOf(engine, 'decision')
  return engine.ask('reasoning.correct', { eventId, type: 'raw', ...(reason === undefined ? {} : { reason }) })
}

const typesIn = (store: string): unknown =>
  JSON.parse(
    strata(store, 'sql', 'SELECT type, type_by_rule, status, len(files) AS files FROM thinking_events ORDER BY line, block', '--json').out,
  )

test('a dismissed decision has no files and no status, and what contradicted it stays a rejection', async () => {
  const { store } = await stored()
  await withEngine(store, async (engine) => {
    expect(await eventOf(engine, 'decision')).toMatchObject({ status: 'contradicted', files: ['/p/lamps.ts'], typeByRule: null })
    expect(await dismiss(engine, 'only an example')).toMatchObject({ type: 'raw', typeByRule: 'decision', status: 'unknown', files: [] })
    expect((await engine.ask('reasoning.find', { reasoning: 'decision' })).total).toBe(0)
    expect((await engine.ask('reasoning.find', { reasoning: 'rejection' })).total).toBe(1)
    expect((await engine.ask('reasoning.groups', { by: 'session' })).rows).toMatchObject([{ decisions: 0, rejections: 1 }])
    expect(await engine.ask('reasoning.corrections', {})).toMatchObject([
      { type: 'raw', typeByRule: 'decision', reason: 'only an example', applies: true, summary: choice, sessionId: 'lamps' },
    ])
    expect(await engine.ask('reasoning.corrections', { sessionId: 'lamps' })).toHaveLength(1)
  })
})

test('a rejection that is corrected to a decision gets files and a status, and contradicts nothing any more', async () => {
  const [store, dir] = [tempDir(), tempDir()]
  const one = conversation({ sessionId: 'one', seed: 'one', cwd: '/p' })
    .human('Name the lamps')
    .thinks("That won't work: a list of lamps is too slow for the harbour.")
    .writes('/p/lamps.ts', 'export const lamps = new Map()\n')
    .agent('The lamps have names.')
  await importInto(store, [writeConversation(dir, one).projects])
  await withEngine(store, async (engine) => {
    const rejection = await eventOf(engine, 'rejection')
    expect(rejection.status).toBe('unknown')
    const after = await engine.ask('reasoning.correct', { eventId: rejection.eventId.slice(0, 9), type: 'decision' })
    expect(after).toMatchObject({ eventId: rejection.eventId, type: 'decision', status: 'in_force', files: ['/p/lamps.ts'] })
    expect((await engine.ask('reasoning.graph', { eventId: rejection.eventId })).nodes).toMatchObject([{ type: 'decision' }])
    const back = await engine.ask('reasoning.correct', { eventId: rejection.eventId, type: null })
    expect(back).toEqual(rejection)
  })
})

test('a correction is the same after another import, a rebuild, and in a store that fetched it', async () => {
  const { store, projects } = await stored()
  await withEngine(store, (engine) => dismiss(engine))
  const after = typesIn(store)
  expect(after).toMatchObject([
    { type: 'raw', type_by_rule: 'decision', status: 'unknown', files: 0 },
    { type: 'rejection', type_by_rule: null },
  ])
  const before = await tableDigests(store)
  await importInto(store, [projects])
  expect(typesIn(store)).toEqual(after)
  expect(strata(store, 'reindex').code).toBe(0)
  expect(typesIn(store)).toEqual(after)
  expect(await tableDigests(store)).toEqual(before)
  const [other, bundle] = [tempDir(), path.join(tempDir(), 'lamps.strata')]
  expect(strata(store, 'bundle', 'create', bundle, '--all', '--yes').code).toBe(0)
  expect(strata(other, 'bundle', 'import', bundle).code).toBe(0)
  expect(typesIn(other)).toEqual(after)
})

test('a correction arrives in a store that had read the texts already', async () => {
  const { store, projects } = await stored()
  const other = tempDir()
  await importInto(other, [projects])
  expect(typesIn(other)).toMatchObject([{ type: 'decision' }, { type: 'rejection' }])
  await withEngine(store, (engine) => dismiss(engine))
  const bundle = path.join(tempDir(), 'lamps.strata')
  expect(strata(store, 'bundle', 'create', bundle, '--all', '--yes').code).toBe(0)
  expect(strata(other, 'bundle', 'import', bundle).code).toBe(0)
  expect(typesIn(other)).toEqual(typesIn(store))
})

test('a removed correction leaves every table as before, and none is left to remove', async () => {
  const { store } = await stored()
  typesIn(store)
  const before = await tableDigests(store)
  await withEngine(store, async (engine) => {
    const decision = await eventOf(engine, 'decision')
    await dismiss(engine)
    await engine.ask('reasoning.correct', { eventId: decision.eventId, type: 'tradeoff' })
    // The type by rule is no correction.
    expect(await engine.ask('reasoning.correct', { eventId: decision.eventId, type: 'decision' })).toEqual(decision)
    expect(await engine.ask('reasoning.corrections', {})).toEqual([])
    await expect(engine.ask('reasoning.correct', { eventId: decision.eventId, type: null })).rejects.toMatchObject({ code: 'not-found' })
    await expect(engine.ask('reasoning.correct', { eventId: 'th-none', type: 'raw' })).rejects.toMatchObject({ code: 'not-found' })
    await expect(engine.ask('reasoning.correct', { eventId: 'th-', type: 'raw' })).rejects.toMatchObject({ code: 'ambiguous-id' })
  })
  typesIn(store)
  expect(await tableDigests(store)).toEqual(before)
})

test('recall follows a correction, but not as of an earlier time', async () => {
  const { store } = await stored()
  const ask = { prompt: 'Why is there a map of the lamps of the harbour instead of a list?', cwd: '/p' }
  await withEngine(store, async (engine) => {
    const types = async (asOf?: number) =>
      (await engine.ask('recall.ask', { ...ask, ...(asOf === undefined ? {} : { asOf }) })).items.map(({ type }) => type)
    const early = Date.now()
    expect(await types()).toContain('decision')
    await dismiss(engine)
    expect(await types()).not.toContain('decision')
    expect(await types(early)).toContain('decision')
  })
})

test('a correction goes with its session', async () => {
  const { store } = await stored()
  await withEngine(store, async (engine) => {
    await dismiss(engine)
    await runJob(engine, 'removal.start', { sessions: ['lamps'], dryRun: false, force: true })
    expect(await engine.ask('reasoning.corrections', {})).toEqual([])
  })
})

test('a correction belongs to the record, wherever its file is', async () => {
  const { store, mainFiles } = await stored()
  await withEngine(store, (engine) => dismiss(engine))
  const folder = path.join(tempDir(), 'projects', '-p')
  mkdirSync(folder, { recursive: true })
  copyFileSync(mainFiles[0] ?? '', path.join(folder, 'lamps.jsonl'))
  await importInto(store, [path.dirname(folder)])
  expect(typesIn(store)).toMatchObject([{ type: 'raw' }, { type: 'rejection' }])
})
