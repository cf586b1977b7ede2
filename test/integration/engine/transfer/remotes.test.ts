/** Stores elsewhere: what is pushed, fetched and cloned is the same there, and what differs is never overwritten. */
import { cpSync } from 'node:fs'
import { hostname } from 'node:os'
import { basename, join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TransferResult } from '../../../../app/contract/transfer.ts'
import type { Engine } from '../../../../app/engine/engine.ts'
import { filledStore, makeCommit } from '../../../support/carried-stores.ts'
import { conversation } from '../../../support/conversation.ts'
import { killed } from '../../../support/kill-command.ts'
import { rounds } from '../../../support/rounds.ts'
import { strata } from '../../../support/strata-command.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { chainsOf, importInto, runJob, tableDigests, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const exchange = async (engine: Engine, call: 'push.start' | 'fetch.start', path: string, input: object = {}) => {
  const name = basename(path)
  await engine.ask('remote.add', { name, path })
  return (await runJob(engine, call, { remote: name, ...input })).result as TransferResult
}
const push = (dir: string, to: string, input: object = {}) => withEngine(dir, (engine) => exchange(engine, 'push.start', to, input))
const fetchFrom = (dir: string, from: string, input: object = {}) =>
  withEngine(dir, (engine) => exchange(engine, 'fetch.start', from, input))

const rowsOf = (dir: string) => tableDigests(dir, ['artifacts'])
const faultsOf = (dir: string) => withEngine(dir, async (engine) => (await runJob(engine, 'verify.start', {})).result)

test('a store that is pushed, cloned and fetched is equal in every row, and only missing data is sent', async () => {
  const from = await filledStore()
  const dir = tempDir()
  const [shared, other] = [join(dir, 'shared'), join(dir, 'other')]
  const planned = await push(from, shared, { dryRun: true })
  expect(planned).toMatchObject({ sessions: 2, commits: 3, dryRun: true, bytes: null })
  expect(await push(from, shared)).toMatchObject({ sessions: 2, commits: 3, artifacts: planned.artifacts, refused: [] })
  expect(await push(from, shared)).toMatchObject({ sessions: 0, commits: 0, artifacts: 0, unchanged: 5 })
  expect(strata(join(dir, 'unused'), 'clone', shared, other)).toMatchObject({ code: 0 })
  expect(strata(join(dir, 'unused'), 'clone', shared, other)).toMatchObject({
    code: 1,
    err: expect.stringContaining('not empty') as string,
  })
  for (const store of [shared, other]) {
    expect(await faultsOf(store)).toMatchObject({ faults: [] })
    expect(await chainsOf(store)).toEqual(await chainsOf(from))
    expect(await rowsOf(store)).toEqual(await rowsOf(from))
  }
  const next = await withEngine(other, (engine) => makeCommit(engine, 'one more', { parent: 'session/second' }))
  expect(await push(other, shared)).toMatchObject({ sessions: 0, commits: 1, artifacts: 2 })
  expect(await fetchFrom(from, shared, { names: [next] })).toMatchObject({ sessions: 0, commits: 1, artifacts: 2 })
  expect(await chainsOf(from)).toEqual(await chainsOf(other))
})

test('a store that another process has open can be fetched from, and a push to it names that process', async () => {
  const from = await filledStore()
  const to = join(tempDir(), 'store')
  await withEngine(from, async () => {
    expect(await fetchFrom(to, from)).toMatchObject({ sessions: 2, commits: 3 })
    await expect(push(to, from)).rejects.toThrow(/in use by test/)
  })
})

test('a session that grew replaces its earlier state; one that continued in two ways keeps both', async () => {
  const dir = tempDir()
  const talk = conversation({ sessionId: 'talk' }).human('one').agent('1')
  const { projects } = writeConversation(dir, talk)
  const [here, there] = [join(dir, 'here'), join(dir, 'there')]
  await importInto(here, [projects])
  await fetchFrom(there, here)
  talk.human('two').agent('2')
  writeConversation(dir, talk)
  await importInto(here, [projects])
  expect(await fetchFrom(here, there)).toMatchObject({ sessions: 0, unchanged: 1 })
  expect(await fetchFrom(there, here)).toMatchObject({ sessions: 1, kept: [] })
  expect(await rowsOf(there)).toEqual(await rowsOf(here))
  const away = join(dir, 'away')
  cpSync(there, away, { recursive: true })
  const before = conversation({ sessionId: 'talk' }).human('one').agent('1').human('two').agent('2')
  writeConversation(dir, before.human('three, here').agent('3'))
  await importInto(there, [projects])
  const apart = conversation({ sessionId: 'talk' }).human('one').agent('1').human('two').agent('2')
  writeConversation(dir, apart.human('three, away').agent('3'))
  await importInto(away, [projects])
  const { kept } = await fetchFrom(there, away)
  expect(kept.map(({ name, incomingName }) => [name, incomingName])).toEqual([['session/talk', 'remote/away/session/talk']])
  expect(await faultsOf(there)).toMatchObject({ faults: [] })
  await withEngine(there, async (engine) => {
    const log = await engine.ask('chain.log', {})
    const said = log.commits.map(({ summary }) => summary)
    expect(said).toEqual(expect.arrayContaining(['three, here', 'three, away']))
  })
})

test('a fork of the remote moves forward on a push; a diverged one stays', async () => {
  const dir = tempDir()
  const [one, two, shared] = [join(dir, 'one'), join(dir, 'two'), join(dir, 'shared')]
  const root = await withEngine(one, async (engine) => {
    const commitId = await makeCommit(engine, 'root')
    await engine.ask('ref.set', { kind: 'fork', name: 'x', commitId })
    return commitId
  })
  await push(one, shared)
  await fetchFrom(two, shared)
  const mine = await withEngine(one, (engine) => makeCommit(engine, 'mine', { onto: 'x' }))
  const theirs = await withEngine(two, (engine) => makeCommit(engine, 'theirs', { onto: 'x' }))
  expect((await push(one, shared)).kept).toEqual([])
  const { kept } = await push(two, shared)
  expect(kept).toMatchObject([{ name: 'fork/x', commitId: mine, incoming: theirs }])
  await withEngine(shared, async (engine) => {
    const refs = new Map((await engine.ask('refs.list', {})).map(({ name, commitId }) => [name, commitId]))
    expect(refs.get('fork/x')).toBe(mine)
    expect(refs.get(`remote/${hostname()}/fork/x`)).toBe(theirs)
    expect((await engine.ask('chain.log', {})).commits.map(({ commitId }) => commitId)).toContain(root)
  })
})

/** A commit: on which of those before it, and in which session. */
const anyCommit = fc.record({ on: fc.option(fc.nat(20)), session: fc.constantFrom('', 'a', 'b'), text: fc.constantFrom('x', 'y', 'z') })

test('any commits have the same ids and rows in every store, sent one by one or together', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyCommit, { minLength: 1, maxLength: 8 }), fc.boolean(), async (commits, oneByOne) => {
      const dir = tempDir()
      const [from, to] = [join(dir, 'from'), join(dir, 'to')]
      const ids: string[] = []
      await withEngine(from, async (engine) => {
        for (const { on, session, text } of commits) {
          const parent = on === null ? '' : (ids[on] ?? '')
          ids.push(await makeCommit(engine, text, { parent, sessionId: session }))
        }
      })
      if (oneByOne) await push(from, to, { names: [ids.at(-1)] })
      await push(from, to)
      expect(new Set((await withEngine(to, (engine) => engine.ask('chain.log', {}))).commits.map(({ commitId }) => commitId))).toEqual(
        new Set(ids),
      )
      expect(await faultsOf(to)).toMatchObject({ faults: [] })
      await fetchFrom(from, to)
      // Commits of one session and second are told apart by which came first.
      if (!oneByOne) expect(await rowsOf(to)).toEqual(await rowsOf(from))
    }),
    { numRuns: rounds(4, 12) },
  )
})

test('a push or fetch that is killed at any moment leaves two complete stores, and continues where it stopped', async () => {
  const from = await filledStore()
  const dir = tempDir()
  for (let round = 0; round < 4; round++) {
    const [shared, to] = [join(dir, `shared-${round}`), join(dir, `to-${round}`)]
    strata(from, 'remote', 'add', `shared-${round}`, shared)
    await killed(from, ['push', `shared-${round}`, '--all'], 250 + round * 200)
    const whole = [0, 2]
    const sessionsIn = (store: string) => withEngine(store, async (engine) => (await engine.ask('store.show', {})).sources)
    expect(whole).toContain(await sessionsIn(shared))
    expect(await faultsOf(shared)).toMatchObject({ faults: [] })
    expect(await faultsOf(from)).toMatchObject({ faults: [] })
    await push(from, shared)
    strata(to, 'remote', 'add', `shared-${round}`, shared)
    await killed(to, ['fetch', `shared-${round}`], 250 + round * 200)
    expect(whole).toContain(await sessionsIn(to))
    expect(await faultsOf(to)).toMatchObject({ faults: [] })
    await fetchFrom(to, shared)
    expect(await rowsOf(to)).toEqual(await rowsOf(from))
  }
})
