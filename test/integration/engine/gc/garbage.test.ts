/** strata gc: what nothing needs is told first and removed then; everything that is needed stays, also when it is killed. */
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { GcResult } from '../../../../app/contract/gc.ts'
import type { Engine } from '../../../../app/engine/engine.ts'
import { conversation } from '../../../support/conversation.ts'
import { killed } from '../../../support/kill-command.ts'
import { strata } from '../../../support/strata-command.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { chainsOf, importInto, runJob, tableDigests, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const gc = async (engine: Engine, input: object): Promise<GcResult> => (await runJob(engine, 'gc.start', input)).result as GcResult

/** A session whose last turn was imported again and again while it grew, and one of whose states has a name. */
const grown = async () => {
  const dir = tempDir()
  const store = join(dir, 'store')
  const talk = conversation({ sessionId: 'talk' }).human('one').agent('1').human('two').agent('a first half')
  const states: string[] = []
  for (let state = 0; state < 4; state++) {
    const { projects } = writeConversation(dir, talk)
    await importInto(store, [projects])
    await withEngine(store, async (engine) => {
      const tip = (await engine.ask('refs.list', {})).find(({ name }) => name === 'session/talk')?.commitId ?? ''
      states.push(tip)
      if (state === 1) await engine.ask('ref.set', { kind: 'tag', name: 'kept', commitId: tip })
    })
    talk.agent(`and more ${'of it '.repeat(50)}${state}`)
  }
  return { store, states }
}

test('old replaced commits are removed, named ones remain, and every file is restored unchanged', async () => {
  const { store, states } = await grown()
  const [first = '', named = '', third = '', tip = ''] = states
  const before = await tableDigests(store, ['artifacts'])
  await withEngine(store, async (engine) => {
    await engine.ask('commit.materialise', { commitId: tip })
    const recent = await gc(engine, { dryRun: false })
    expect(recent.rows.map(({ what }) => what)).toEqual(['cached'])
    expect(recent.young.artifacts).toBeGreaterThan(0)
    const planned = await gc(engine, { keepDays: 0 })
    expect(planned).toMatchObject({
      dryRun: true,
      packBytesAfter: null,
      rows: [{ kind: 'manifest' }, { what: 'replaced' }, { what: 'replaced' }],
    })
    expect((await engine.ask('commit.show', { commitId: first })).commit.chain).toBe('replaced')
    const done = await gc(engine, { dryRun: false, keepDays: 0 })
    expect(done.rows).toEqual(planned.rows)
    expect(done.packBytesAfter).toBeLessThan(done.packBytesBefore)
    expect(await gc(engine, { dryRun: false, keepDays: 0 })).toMatchObject({ rows: [], young: { artifacts: 0, bytes: 0 } })
    for (const gone of [first, third]) expect(await engine.call('commit.show', { commitId: gone })).toMatchObject({ ok: false })
    for (const here of [named, tip]) expect((await engine.ask('commit.read', { commitId: here })).items).not.toEqual([])
    expect((await runJob(engine, 'verify.start', {})).result).toMatchObject({ faults: [] })
    expect((await engine.ask('commit.materialise', { commitId: tip })).cached).toBe(false)
  })
  expect(await tableDigests(store, ['artifacts'])).toEqual(before)
  const restored = join(tempDir(), 'restored')
  expect(strata(store, 'restore', '--all', '--to', restored)).toMatchObject({ code: 0 })
})

test('the command lists what it would remove and removes it only on request', async () => {
  const { store } = await grown()
  const told = strata(store, 'gc', '--keep-days', '0')
  expect(told).toMatchObject({ code: 0, out: expect.stringMatching(/replaced +commit +2[^]*strata gc --keep-days 0 --yes/) as string })
  expect(strata(store, 'gc', '--keep-days', '0', '--yes').out).toMatch(/Removed. Size of the packs:/)
  expect(strata(store, 'gc', '--keep-days', '0').out).toContain('Nothing to remove')
  expect(strata(store, 'verify')).toMatchObject({ code: 0 })
})

test('a collection that is killed at any moment leaves a complete store with everything that is required', async () => {
  const { store } = await grown()
  const chains = await chainsOf(store)
  const rows = await tableDigests(store, ['artifacts'])
  for (let round = 0; round < 6; round++) {
    const copy = join(tempDir(), 'store')
    cpSync(store, copy, { recursive: true })
    await killed(copy, ['gc', '--keep-days', '0', '--yes'], 300 + round * 120)
    expect(strata(copy, 'verify')).toMatchObject({ code: 0 })
    expect(await chainsOf(copy)).toEqual(chains)
    expect(strata(copy, 'gc', '--keep-days', '0', '--yes')).toMatchObject({ code: 0 })
    expect(strata(copy, 'verify')).toMatchObject({ code: 0 })
    expect(await tableDigests(copy, ['artifacts'])).toEqual(rows)
  }
})
