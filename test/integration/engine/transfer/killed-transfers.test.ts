/** Taking a bundle in, pushing and collecting, killed at any moment: nothing that was acknowledged is lost, and what was begun can be ended. */
import { cpSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Engine } from '../../../../app/engine/engine.ts'
import { filledStore, makeCommit } from '../../../support/carried-stores.ts'
import { conversation } from '../../../support/conversation.ts'
import { killed } from '../../../support/kill-command.ts'
import { rounds } from '../../../support/rounds.ts'
import { strata } from '../../../support/strata-command.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { chainsOf, importInto, runJob, tableDigests, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

/** A store with the samples, with sessions that go on from each other, and with commits, tags and forks that were made. */
const largeStore = async (): Promise<string> => {
  const store = await filledStore()
  await importInto(store, [path.resolve('samples/projects')])
  await withEngine(store, async (engine) => {
    await engine.ask('ref.set', { kind: 'tag', name: 'good', commitId: 'session/first' })
    await engine.ask('ref.set', { kind: 'fork', name: 'other-way', commitId: 'live/live-one' })
  })
  return store
}

/** How long a command takes from its start to its end, milliseconds: kills are spread over that. */
const timeOf = (work: () => unknown): number => {
  const startedAt = Date.now()
  work()
  return Date.now() - startedAt
}

/** Moments at which a program is killed that takes so long: all over it, and some while it starts. */
const moments = (many: number, wholeMs: number): readonly number[] =>
  Array.from({ length: many }, (_, round) => (wholeMs * (round + 3)) / (many + 3))

/** Writes down something that the store answers for from now on; gives the id of a commit with a tag, a pin and a summary. */
const acknowledge = async (engine: Engine, text: string): Promise<string> => {
  const commitId = await makeCommit(engine, text, { sessionId: 'own' })
  await engine.ask('ref.set', { kind: 'tag', name: `own-${text}`, commitId })
  await engine.ask('commit.pin', { commitId })
  await engine.ask('commit.describe', { commitId, summary: `written: ${text}` })
  return commitId
}

const expectAcknowledged = async (engine: Engine, ids: readonly string[]): Promise<void> => {
  const refs = new Map((await engine.ask('refs.list', {})).map(({ name, commitId }) => [name, commitId]))
  const pins = new Set((await engine.ask('pins.list', {})).map(({ commitId }) => commitId))
  for (const [round, commitId] of ids.entries()) {
    const { commit } = await engine.ask('commit.show', { commitId })
    expect([commit.summary, refs.get(`tag/own-${round}`), pins.has(commitId)]).toEqual([`written: ${round}`, commitId, true])
  }
  expect((await runJob(engine, 'verify.start', {})).result).toMatchObject({ faults: [] })
}

const sessionsIn = async (engine: Engine): Promise<number> => {
  const { rows } = await engine.ask('sessions.list', { everything: true })
  return rows.filter(({ sessionId }) => !sessionId.startsWith('live/')).length
}

test('a bundle whose import is killed repeatedly is imported completely or not at all, and acknowledged data stays', async () => {
  const from = await largeStore()
  const dir = tempDir()
  const file = path.join(dir, 'all.bundle')
  await withEngine(from, (engine) => runJob(engine, 'bundle.create', { path: file }))
  const sessions = await withEngine(from, sessionsIn)
  const undisturbed = path.join(dir, 'undisturbed')
  const wholeMs = timeOf(() => strata(undisturbed, 'bundle', 'import', file, '--quiet'))
  const own: string[] = []
  let store = path.join(dir, 'store-0')
  let hits = 0
  for (const [round, ms] of moments(rounds(4, 20), wholeMs).entries()) {
    await withEngine(store, async (engine) => own.push(await acknowledge(engine, String(own.length))))
    if (await killed(store, ['bundle', 'import', file], ms)) hits += 1
    const arrived = await withEngine(store, async (engine) => {
      await expectAcknowledged(engine, own)
      return sessionsIn(engine)
    })
    expect([0, sessions]).toContain(arrived)
    if (arrived === 0) continue
    // What has arrived cannot be disturbed any more.
    store = path.join(dir, `store-${round + 1}`)
    own.length = 0
  }
  expect(hits).toBeGreaterThan(0)
  expect(strata(store, 'bundle', 'import', file, '--quiet')).toMatchObject({ code: 0 })
  await withEngine(store, (engine) => expectAcknowledged(engine, own))
  const before = await tableDigests(store)
  await withEngine(store, (engine) => runJob(engine, 'reindex.start', {}))
  expect(await tableDigests(store)).toEqual(before)
  expect(await tableDigests(undisturbed, ['artifacts', 'pins'])).toEqual(await tableDigests(from, ['artifacts', 'pins']))
})

test('a push that is killed repeatedly leaves both stores complete, and continues where it stopped', async () => {
  const from = await largeStore()
  const dir = tempDir()
  const [trial, shared] = [path.join(dir, 'trial'), path.join(dir, 'shared')]
  const own = await withEngine(shared, async (engine) => [await acknowledge(engine, '0')])
  cpSync(shared, trial, { recursive: true })
  strata(from, 'remote', 'add', 'trial', trial)
  strata(from, 'remote', 'add', 'shared', shared)
  const wholeMs = timeOf(() => strata(from, 'push', 'trial', '--all', '--quiet'))
  const sessions = await withEngine(from, sessionsIn)
  const chains = await chainsOf(from)
  let hits = 0
  for (const ms of moments(rounds(3, 12), wholeMs)) {
    if (await killed(from, ['push', 'shared', '--all'], ms)) hits += 1
    await withEngine(shared, async (engine) => {
      await expectAcknowledged(engine, own)
      expect([0, sessions]).toContain(await sessionsIn(engine))
    })
    expect(strata(from, 'verify', '--quiet')).toMatchObject({ code: 0 })
  }
  expect(hits).toBeGreaterThan(0)
  expect(strata(from, 'push', 'shared', '--all', '--quiet')).toMatchObject({ code: 0 })
  expect(await chainsOf(from)).toEqual(chains)
  await withEngine(trial, () => Promise.resolve())
  expect(await chainsOf(shared)).toEqual(await chainsOf(trial))
  await withEngine(shared, (engine) => expectAcknowledged(engine, own))
})

test('a collection of a larger store that is killed repeatedly loses nothing that is required', async () => {
  const dir = tempDir()
  const store = await largeStore()
  const talk = conversation({ sessionId: 'growing' }).human('one').agent('1').human('two').agent('begun')
  const own = await withEngine(store, async (engine) => [await acknowledge(engine, '0')])
  for (let state = 0; state < 4; state++) {
    await importInto(store, [writeConversation(dir, talk).projects])
    talk.agent(`and more ${'of it '.repeat(20_000)}${state}`)
  }
  await withEngine(store, async (engine) => {
    for (const { name } of await engine.ask('refs.list', {})) await engine.ask('commit.materialise', { commitId: name, stop: 'root' })
  })
  const [chains, rows] = [await chainsOf(store), await tableDigests(store, ['artifacts'])]
  const gc = ['gc', '--keep-days', '0', '--yes'] as const
  const trial = path.join(dir, 'trial')
  cpSync(store, trial, { recursive: true })
  const wholeMs = timeOf(() => expect(strata(trial, ...gc).out).toContain('Removed'))
  let hits = 0
  for (const ms of moments(rounds(3, 12), wholeMs)) {
    const copy = path.join(tempDir(), 'store')
    cpSync(store, copy, { recursive: true })
    if (await killed(copy, gc, ms)) hits += 1
    await withEngine(copy, (engine) => expectAcknowledged(engine, own))
    expect(await chainsOf(copy)).toEqual(chains)
    expect(await tableDigests(copy, ['artifacts'])).toEqual(rows)
  }
  expect(hits).toBeGreaterThan(0)
})
