/** Removal of sessions that were captured while they ran, and imported from their transcripts later. */
import { cpSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { encodeEvents } from '../../../../app/chains/formats/events-v1/encode-events.ts'
import type { CostView } from '../../../../app/contract/cost.ts'
import type { Engine } from '../../../../app/engine/engine.ts'
import { conversation } from '../../../support/conversation.ts'
import { made, madeAt, prompt, reply } from '../../../support/made-commits.ts'
import { strata } from '../../../support/strata-command.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { chainsOf, importInto, runJob, tableDigests, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const costs = async (engine: Engine): Promise<CostView['groups']> =>
  (await engine.ask('cost.show', { by: 'session', timeZone: 'UTC' })).groups

const contentOf = async (store: string): Promise<unknown> => ({
  chains: await chainsOf(store),
  tables: await tableDigests(store, ['artifacts']),
  costs: await withEngine(store, costs),
  tools: strata(store, 'ask', 'tools', '--json').out,
})

test('a captured session that was imported too: the import is removed, the captured commits stay and count again', async () => {
  const dir = tempDir()
  const captured = path.join(dir, 'captured')
  await withEngine(captured, async (engine) => {
    const cost = { type: 'metric', timestamp: madeAt + 2, payload: { input_tokens: 100, output_tokens: 10, cost_usd: 0.25 } } as const
    const first = await made(engine, { sessionId: 's1', bytes: encodeEvents([prompt('Plant beans'), reply('Planted.'), cost]) })
    await made(engine, { sessionId: 's1', parent: first, bytes: encodeEvents([prompt('And peas', 5), reply('Done.', 6)]) })
  })
  const before = await contentOf(captured)

  const store = path.join(dir, 'both')
  cpSync(captured, store, { recursive: true })
  const talk = conversation({ sessionId: 's1' }).human('Plant beans').agent('Planted.').human('And peas').agent('Done.')
  await importInto(store, [writeConversation(dir, talk).projects])
  await withEngine(store, async (engine) => {
    expect((await costs(engine)).map(({ group }) => group)).toEqual(['s1'])
    const { result } = await runJob(engine, 'removal.start', { sessions: ['s1'], dryRun: false })
    expect(result).toMatchObject({ refusal: null, removed: 1, sessions: [{ sessionId: 's1', holds: [] }] })
    expect((await costs(engine)).map(({ group }) => group)).toEqual(['live/s1'])
    await expect(runJob(engine, 'removal.start', { sessions: ['live/s1'], dryRun: false })).rejects.toThrow('captured')
    expect((await runJob(engine, 'verify.start', {})).result).toMatchObject({ faults: [] })
  })
  expect(await contentOf(store)).toEqual(before)
  expect(strata(store, 'reindex')).toMatchObject({ code: 0 })
  expect(await contentOf(store)).toEqual(before)
  expect(strata(store, 'gc', '--keep-days', '0', '--yes')).toMatchObject({ code: 0 })
  expect(await contentOf(store)).toEqual(before)
})

test('a captured commit that continues the imported transcript keeps the session', async () => {
  const dir = tempDir()
  const store = path.join(dir, 'store')
  const talk = conversation({ sessionId: 's1' }).human('Plant beans').agent('Planted.')
  await importInto(store, [writeConversation(dir, talk).projects])
  await withEngine(store, async (engine) => {
    const id = await made(engine, { sessionId: 's1', parent: 's1', bytes: encodeEvents([prompt('And peas'), reply('Done.')]) })
    const { result } = await runJob(engine, 'removal.start', { sessions: ['s1'], dryRun: false, force: true })
    expect(result).toMatchObject({ refusal: 'needed', removed: 0, sessions: [{ holds: [{ what: 'commit', id }] }] })
  })
})
