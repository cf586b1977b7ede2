/** A pack that is damaged takes away what stood in it: everything else is indexed, shown and imported, and it all comes back with the pack. */
import { cpSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ReindexResult } from '../../../../app/contract/repair.ts'
import type { VerifyResult } from '../../../../app/contract/verify.ts'
import { conversation, type Conversation } from '../../../support/conversation.ts'
import { rounds } from '../../../support/rounds.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, runJob, tableDigests, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const talkOf = (digit: string): Conversation =>
  conversation({ sessionId: `${digit.repeat(8)}-0000-4000-8000-000000000000`, seed: digit, start: `2026-01-0${digit}T10:00:00Z` })
    .human(`Question ${digit}`)
    .agent(`Answer ${digit}: ${`${digit} is not like the others. `.repeat(200)}`)

const original = talkOf('1')
const talks = [
  original,
  original
    .fork('9'.repeat(8) + '-0000-4000-8000-000000000000')
    .human('And then?')
    .agent('That was all.'),
  talkOf('2'),
  talkOf('3'),
]

/** Imports each conversation on its own, so that each has a stretch of the pack. */
const importAll = async (store: string, dir: string): Promise<void> => {
  for (const talk of talks) {
    writeConversation(dir, talk)
    await importInto(store, [dir])
  }
}

const packOf = (store: string): string => {
  const [name = ''] = readdirSync(path.join(store, 'packs'))
  return path.join(store, 'packs', name)
}

interface Shown {
  readonly sessions: readonly string[]
  readonly problems: readonly string[]
}

const shownIn = (store: string): Promise<Shown> =>
  withEngine(store, async (engine) => ({
    sessions: (await engine.ask('sessions.list', { everything: true })).rows.map(({ sessionId }) => sessionId),
    problems: (await engine.ask('problems.list', {})).rows.map(({ code, sessionId }) => `${code} ${sessionId ?? ''}`),
  }))

test('with any damaged byte of a pack, each session is rebuilt or is a problem, and is complete again with the pack', async () => {
  const [store, dir] = [tempDir(), tempDir()]
  await importAll(store, dir)
  const before = await tableDigests(store)
  const whole = readFileSync(packOf(store))
  let damaged = 0
  await fc.assert(
    fc.asyncProperty(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), async (place) => {
      const wrong = Buffer.from(whole)
      const at = Math.floor(place * whole.length)
      wrong[at] = (wrong[at] ?? 0) ^ 0xff
      writeFileSync(packOf(store), wrong)
      const result = await withEngine(store, async (engine) => (await runJob(engine, 'reindex.start', {})).result as ReindexResult)
      const { sessions, problems } = await shownIn(store)
      expect(sessions.length).toBe(result.sessions)
      const told = problems.filter((problem) => problem.startsWith('damaged-pack ')).map((problem) => problem.slice('damaged-pack '.length))
      expect([...sessions, ...told].sort()).toEqual(talks.map(({ sessionId }) => sessionId).sort())
      damaged += result.damaged
      const proof = await withEngine(store, (engine) => runJob(engine, 'verify.start', {}))
      if (result.damaged > 0) expect((proof.result as VerifyResult).faults).not.toEqual([])

      writeFileSync(packOf(store), whole)
      await withEngine(store, (engine) => runJob(engine, 'reindex.start', {}))
      expect(await tableDigests(store)).toEqual(before)
    }),
    { numRuns: rounds(3, 60), examples: [[0]] },
  )
  expect(damaged).toBeGreaterThan(0)
})

test('a session with missing files and an unreadable pack stays unchanged when a file returns, and others are imported', async () => {
  const [store, dir] = [tempDir(), tempDir()]
  const { projects } = writeConversation(dir, original)
  await importInto(store, [projects])
  const pack = readFileSync(packOf(store))
  const wrong = Buffer.from(pack)
  wrong.fill(0, Math.floor(pack.length / 4), Math.floor(pack.length / 2))
  writeFileSync(packOf(store), wrong)
  await withEngine(store, (engine) => runJob(engine, 'reindex.start', {}))
  rmSync(projects, { recursive: true })
  for (const talk of talks.slice(1)) writeConversation(dir, talk)

  await importInto(store, [dir])

  expect([...(await shownIn(store)).sessions].sort()).toEqual(
    talks
      .slice(1)
      .map(({ sessionId }) => sessionId)
      .sort(),
  )
  writeFileSync(packOf(store), Buffer.concat([pack, readFileSync(packOf(store)).subarray(pack.length)]))
  await withEngine(store, (engine) => runJob(engine, 'reindex.start', {}))
  expect([...(await shownIn(store)).sessions].sort()).toEqual(talks.map(({ sessionId }) => sessionId).sort())
})

/** What a check finds, but that bytes of the packs are wrong. */
const lacking = async (store: string): Promise<readonly string[]> => {
  const proof = await withEngine(store, (engine) => runJob(engine, 'verify.start', {}))
  return (proof.result as VerifyResult).faults.flatMap(({ what, where, reason }) =>
    what === 'packs' ? [] : [`${what} ${where}: ${reason}`],
  )
}

test('data that cannot be read from a pack is complete again, permanently, when its file can be imported', async () => {
  const [store, dir] = [tempDir(), tempDir()]
  const { projects } = writeConversation(dir, talkOf('2'))
  await importInto(store, [projects])
  const before = await tableDigests(store, ['artifacts'])
  const whole = readFileSync(packOf(store))
  let damaged = 0
  await fc.assert(
    fc.asyncProperty(fc.tuple(fc.nat(whole.length - 1), fc.nat(whole.length - 1)), async (ends) => {
      const hurt = tempDir()
      cpSync(store, hurt, { recursive: true })
      const wrong = Buffer.from(whole)
      for (const at of ends) wrong[at] = (wrong[at] ?? 0) ^ 0xff
      writeFileSync(packOf(hurt), wrong)
      const result = await withEngine(hurt, async (engine) => (await runJob(engine, 'reindex.start', {})).result as ReindexResult)
      damaged += result.damaged
      expect((await shownIn(hurt)).problems).toHaveLength(result.damaged)

      await importInto(hurt, [projects])

      expect((await shownIn(hurt)).problems).toEqual([])
      expect(await tableDigests(hurt, ['artifacts'])).toEqual(before)
      // What no row is made of is not looked at until somebody wants it.
      if (result.damaged === 0) return
      expect(await lacking(hurt)).toEqual([])
      await withEngine(hurt, (engine) => runJob(engine, 'reindex.start', {}))
      expect((await shownIn(hurt)).problems).toEqual([])
      expect(await lacking(hurt)).toEqual([])
    }),
    { numRuns: rounds(3, 60), examples: [[[0, Math.floor(whole.length / 2)]]] },
  )
  expect(damaged).toBeGreaterThan(0)
})

test('sessions that share records are reported when one of them cannot be read from a pack, and joined when it can', async () => {
  const [store, whole, dir] = [tempDir(), tempDir(), tempDir()]
  const longer = talkOf('1').human('And more?').agent('No more.')
  const fork = longer
    .fork('9'.repeat(8) + '-0000-4000-8000-000000000000')
    .human('And then?')
    .agent('That was all.')
  const { projects } = writeConversation(dir, longer)
  await importInto(store, [projects])
  const pack = readFileSync(packOf(store))
  const wrong = Buffer.from(pack)
  wrong.fill(0, Math.floor(pack.length / 4), Math.floor(pack.length / 2))
  writeFileSync(packOf(store), wrong)
  writeConversation(dir, fork, talkOf('2'))

  await importInto(store, [projects])

  const { sessions, problems } = await shownIn(store)
  expect([...sessions].sort()).toEqual([longer, fork, talkOf('2')].map(({ sessionId }) => sessionId).sort())
  expect([...problems].sort()).toEqual([longer, fork].map(({ sessionId }) => `damaged-pack ${sessionId}`).sort())
  writeFileSync(packOf(store), Buffer.concat([pack, readFileSync(packOf(store)).subarray(pack.length)]))
  await withEngine(store, (engine) => runJob(engine, 'reindex.start', {}))
  await importInto(whole, [projects])
  expect(await tableDigests(store, ['artifacts'])).toEqual(await tableDigests(whole, ['artifacts']))
})

const faultsIn = async (store: string): Promise<VerifyResult['faults']> =>
  withEngine(store, async (engine) => ((await runJob(engine, 'verify.start', {})).result as VerifyResult).faults)

const packsIn = (store: string): readonly string[] => readdirSync(path.join(store, 'packs')).sort()

/** Opens the store a few times, and writes something that goes to the journal alone. */
const reopenAndWrite = async (store: string): Promise<void> => {
  for (const name of ['one', 'two', 'three'])
    await withEngine(store, async (engine) => {
      // The oldest lies at the beginning of the pack.
      const commitId = (await engine.ask('chain.log', { limit: 1000 })).commits.at(-1)?.commitId
      if (commitId !== undefined) await engine.ask('ref.set', { kind: 'tag', name, commitId })
    })
}

test('a truncated pack is the only one that is reported, however often the store is opened, until it is restored', async () => {
  const [store, dir] = [tempDir(), tempDir()]
  await importAll(store, dir)
  const whole = readFileSync(packOf(store))
  truncateSync(packOf(store), Math.floor(whole.length / 2))
  await withEngine(store, (engine) => runJob(engine, 'reindex.start', {}))
  await reopenAndWrite(store)
  expect(packsIn(store)).toEqual(['pack-000001.strata'])

  await importInto(store, [dir])
  await reopenAndWrite(store)

  expect(packsIn(store)).toEqual(['pack-000001.strata', 'pack-000002.strata'])
  const places = (await faultsIn(store)).flatMap(({ what, where }) => (what === 'packs' ? [where] : []))
  expect(places).toEqual([expect.stringMatching(/^pack 1, byte \d+$/)])
  writeFileSync(packOf(store), whole)
  await withEngine(store, (engine) => runJob(engine, 'reindex.start', {}))
  expect(await faultsIn(store)).toEqual([])
})

test('a missing pack is reported until its content is written again', async () => {
  const [store, dir] = [tempDir(), tempDir()]
  await importAll(store, dir)
  rmSync(packOf(store))
  await withEngine(store, (engine) => runJob(engine, 'reindex.start', {}))
  await reopenAndWrite(store)
  const gone = { what: 'packs', where: 'pack 1, byte 0', reason: 'the pack file is missing' }
  const faults = await faultsIn(store)
  expect(faults[0]).toEqual(gone)
  expect(faults.filter(({ what }) => what === 'packs')).toEqual([gone])

  await importInto(store, [dir])

  expect(await faultsIn(store)).toEqual([])
  expect(packsIn(store)).toEqual(['pack-000002.strata'])
})
