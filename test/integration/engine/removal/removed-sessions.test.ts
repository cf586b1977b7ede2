/** A store from which sessions were removed is the store that never imported them. */
import { appendFileSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import type { CommitView } from '../../../../app/contract/commits.ts'
import type { ImportResult } from '../../../../app/contract/import.ts'
import type { RemovalResult } from '../../../../app/contract/removal.ts'
import type { FollowedChange } from '../../../../app/contract/watch.ts'
import { openEngine, type Engine } from '../../../../app/engine/engine.ts'
import { conversation, type Conversation } from '../../../support/conversation.ts'
import { rulesVersion } from '../../../../app/engine/kernel/rules-version.ts'
import { openStore } from '../../../../app/store/open-store.ts'
import { killed } from '../../../support/kill-command.ts'
import { relatedSessions } from '../../../support/related-sessions.ts'
import { rounds } from '../../../support/rounds.ts'
import { strata } from '../../../support/strata-command.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { chainsOf, importInto, runJob, tableDigests, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const remove = async (engine: Engine, sessions: readonly string[], options: object = {}): Promise<RemovalResult> =>
  (await runJob(engine, 'removal.start', { sessions, dryRun: false, ...options })).result as RemovalResult

/** What a store says: its chains and its tables, apart from where artifacts lie. */
const saidBy = async (store: string): Promise<unknown> => ({
  chains: await chainsOf(store),
  tables: await tableDigests(store, ['artifacts']),
})

const commitsOf = async (store: string): Promise<readonly CommitView[]> =>
  withEngine(store, async (engine) => (await engine.ask('chain.log', { limit: 1000 })).commits)

const factsOf = (store: string): string => strata(store, 'ask', 'tools', '--json').out + strata(store, 'stats', '--json').out

const restored = (store: string): string => {
  const to = path.join(tempDir(), 'restored')
  expect(strata(store, 'restore', '--all', '--to', to)).toMatchObject({ code: 0 })
  return to
}

test(
  'any removed sessions leave the store that never imported them, also after a rebuild and a collection',
  { timeout: rounds(300_000, 3_000_000) },
  async () => {
    const all = relatedSessions()
    const dir = tempDir()
    const { projects } = writeConversation(path.join(dir, 'written'), ...all)
    const folder = path.join(dir, 'projects')
    /** The transcripts of some sessions, always at the same place and with the same times. */
    const onDisk = (kept: readonly Conversation[]): readonly string[] => {
      rmSync(folder, { recursive: true, force: true })
      const files = kept.flatMap((talk) => [...talk.files().keys()])
      for (const file of files) cpSync(path.join(projects, file), path.join(folder, file), { preserveTimestamps: true })
      return files
    }
    const whole = path.join(dir, 'whole')
    onDisk(all)
    await importInto(whole, [folder])
    const places = all.map((_, at) => at)
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(places, { minLength: 1, maxLength: all.length - 1 }), async (chosen) => {
        const store = path.join(tempDir(), 'store')
        cpSync(whole, store, { recursive: true })
        const files = onDisk(all.filter((_, at) => !chosen.includes(at)))
        const never = path.join(tempDir(), 'store')
        await importInto(never, [folder])
        const expected = await saidBy(never)

        const result = await withEngine(store, async (engine) => {
          await engine.ask('analytics.ask', { name: 'tools' })
          return remove(
            engine,
            chosen.flatMap((at) => all[at]?.sessionId ?? []),
            { force: true },
          )
        })
        expect(result).toMatchObject({ refusal: null, removed: chosen.length })
        expect(await saidBy(store)).toEqual(expected)
        expect(factsOf(store)).toEqual(factsOf(never))
        expect(strata(store, 'reindex')).toMatchObject({ code: 0 })
        expect(await saidBy(store)).toEqual(expected)
        expect(strata(store, 'gc', '--keep-days', '0', '--yes')).toMatchObject({ code: 0 })
        expect(strata(store, 'verify')).toMatchObject({ code: 0 })
        const given = restored(store)
        for (const file of files) expect(readFileSync(path.join(given, 'projects', file))).toEqual(readFileSync(path.join(folder, file)))
      }),
      { numRuns: rounds(6, 60) },
    )
  },
)

const written = async (...all: readonly Conversation[]) => {
  const dir = tempDir()
  const { projects, mainFiles } = writeConversation(dir, ...all)
  const store = path.join(dir, 'store')
  await importInto(store, [projects])
  return { dir, store, projects, mainFiles }
}

const alone = (seed: string): Conversation => conversation({ seed }).human(`${seed} one`).agent('1').human('two').agent('2')

const imported = (engine: Engine, projects: string, options: object = {}) =>
  runJob(engine, 'import.start', { paths: [projects], ...options }).then(({ result }) => result as ImportResult)

test('a preview lists what goes and what holds it, and changes nothing', async () => {
  const talk = alone('held')
  const { store, mainFiles } = await written(talk, alone('other'))
  const before = await saidBy(store)
  const result = await withEngine(store, (engine) => remove(engine, [talk.sessionId.slice(0, 13)], { dryRun: true }))
  expect(result).toMatchObject({
    dryRun: true,
    refusal: null,
    removed: 0,
    sessions: [
      {
        sessionId: talk.sessionId,
        files: 1,
        bytes: readFileSync(mainFiles[0] ?? '').length,
        filesOnDisk: 1,
        commits: 2,
        notes: 0,
        holds: [],
      },
    ],
  })
  expect(await saidBy(store)).toEqual(before)
})

test('a session with names, pins or continuations is removed only on request, and its notes go with it', async () => {
  const [first, fork] = relatedSessions()
  if (first === undefined || fork === undefined) throw new Error('there are two')
  const { store } = await written(first, fork, alone('other'))
  const before = await saidBy(store)
  await withEngine(store, async (engine) => {
    const { commits } = await engine.ask('chain.log', { of: first.sessionId, limit: 100 })
    const [tip, older] = commits
    await engine.ask('ref.set', { kind: 'tag', name: 'kept', commitId: tip?.commitId ?? '' })
    await engine.ask('ref.set', { kind: 'fork', name: 'next', commitId: tip?.commitId ?? '' })
    await engine.ask('commit.pin', { commitId: older?.commitId ?? '' })
    await engine.ask('commit.describe', { commitId: older?.commitId ?? '', summary: 'by hand' })
    const refused = await remove(engine, [first.sessionId])
    expect(refused).toMatchObject({ refusal: 'held', removed: 0, sessions: [{ notes: 1 }] })
    expect(refused.sessions[0]?.holds.map(({ what }) => what).sort()).toEqual(['fork', 'pin', 'session', 'tag'])
    expect((await engine.ask('pins.list', {})).length).toBe(1)
    expect(await remove(engine, [first.sessionId], { force: true })).toMatchObject({ refusal: null, removed: 1 })
    expect(await engine.ask('pins.list', {})).toEqual([])
    expect((await engine.ask('refs.list', {})).filter(({ kind }) => kind === 'tag' || kind === 'fork')).toEqual([])
    expect((await runJob(engine, 'verify.start', {})).result).toMatchObject({ faults: [] })
  })
  const after = (await tableDigests(store)) as Record<string, string>
  expect([after['pins'], after['summaries']]).toEqual(['0 ', '0 '])
  expect(await saidBy(store)).not.toEqual(before)
})

test('a session that a checkpoint continues is not removed', async () => {
  const talk = alone('base')
  const { store } = await written(talk)
  const before = await commitsOf(store)
  const made = await withEngine(store, async (engine) => {
    const checkpoint = { parent: talk.sessionId, format: 'text/plain', bytes: Buffer.from('more'), sessionId: 'made' }
    const { commit } = await engine.ask('commit.checkpoint', checkpoint)
    expect(await remove(engine, [talk.sessionId], { force: true })).toMatchObject({ refusal: 'needed', removed: 0 })
    await expect(remove(engine, ['live/made'], { force: true })).rejects.toThrow('it was captured or made, not imported')
    expect((await runJob(engine, 'verify.start', {})).result).toMatchObject({ faults: [] })
    return commit.commitId
  })
  const after = await commitsOf(store)
  expect(after.map(({ commitId }) => commitId)).toEqual([made, ...before.map(({ commitId }) => commitId)])
  expect(after.find(({ commitId }) => commitId === made)?.parentId).toBe(before[0]?.commitId)
  expect(after.slice(1)).toEqual(before)
})

test('a later import and watching skip a removed session, until an import includes it', async () => {
  const talk = alone('gone')
  const { store, projects, mainFiles } = await written(talk, alone('other'))
  const before = await saidBy(store)
  await withEngine(store, async (engine) => {
    await remove(engine, [talk.sessionId])
    expect(await imported(engine, projects)).toMatchObject({ filesFound: 2, filesImported: 0, filesUnchanged: 1, filesRemoved: 1 })
    talk.human('three').agent('3')
    writeFileSync(mainFiles[0] ?? '', `${talk.lines().join('\n')}\n`)
    expect(await imported(engine, projects)).toMatchObject({ filesImported: 0, filesRemoved: 1 })
    const roots = await engine.ask('roots.list', { paths: [projects] })
    expect(roots[0]).toMatchObject({ files: 1, pendingFiles: 0 })
  })
  const changes: FollowedChange[] = []
  const engine = await openEngine({
    storeDir: store,
    program: 'test',
    env: {},
    onSignal: (signal) => (signal.kind === 'followed' ? changes.push(signal.change) : undefined),
    watchPace: { rootMs: 20, scanMs: 50, pollMs: 50, retryMs: 1000 },
  })
  try {
    await engine.ask('watch.start', { paths: [projects] })
    appendFileSync(mainFiles[0] ?? '', `${alone('gone').lines().at(-1) ?? ''}\n`)
    writeFileSync(path.join(path.dirname(mainFiles[1] ?? ''), 'new.jsonl'), `${alone('new').lines().join('\n')}\n`)
    await vi.waitFor(() => expect(changes.some(({ newCommits }) => newCommits > 0)).toBe(true), 10_000)
    const { rows } = await engine.ask('sessions.list', { everything: true })
    expect(rows.map(({ sessionId }) => sessionId)).not.toContain(talk.sessionId)
  } finally {
    await engine.close()
  }
  rmSync(path.join(path.dirname(mainFiles[1] ?? ''), 'new.jsonl'))
  writeFileSync(mainFiles[0] ?? '', `${alone('gone').lines().join('\n')}\n`)
  expect(strata(store, 'import', projects).out).toContain('1 file of removed sessions skipped')
  expect(strata(store, 'import', projects, '--include-removed')).toMatchObject({ code: 0 })
  const again = (await chainsOf(store)) as { readonly refs: readonly unknown[] }
  for (const ref of (before as { chains: { refs: unknown[] } }).chains.refs) expect(again.refs).toContainEqual(ref)
  expect(strata(store, 'import', projects).out).not.toContain('removed')
})

test(
  'a removal that is killed at any moment leaves the store unchanged or without the sessions',
  { timeout: rounds(120_000, 1_200_000) },
  async () => {
    const [first, fork, resumed] = relatedSessions()
    if (first === undefined || fork === undefined || resumed === undefined) throw new Error('there are three')
    const { store } = await written(first, fork, resumed, alone('other'))
    const before = await saidBy(store)
    const args = ['remove', first.sessionId, '--force', '--yes']
    const done = path.join(tempDir(), 'store')
    cpSync(store, done, { recursive: true })
    expect(strata(done, ...args)).toMatchObject({ code: 0 })
    const after = await saidBy(done)
    for (let round = 0; round < rounds(8, 40); round++) {
      const copy = path.join(tempDir(), 'store')
      cpSync(store, copy, { recursive: true })
      await killed(copy, args, 250 + round * rounds(60, 12))
      expect(strata(copy, 'verify')).toMatchObject({ code: 0 })
      expect([before, after]).toContainEqual(await saidBy(copy))
      expect(strata(copy, 'reindex')).toMatchObject({ code: 0 })
      expect([before, after]).toContainEqual(await saidBy(copy))
    }
  },
)

test('a removal that the journal has and the tables do not show yet is completed when the store is opened', async () => {
  const [first, fork] = relatedSessions()
  if (first === undefined || fork === undefined) throw new Error('there are two')
  const { store } = await written(first, fork)
  const done = path.join(tempDir(), 'store')
  cpSync(store, done, { recursive: true })
  await withEngine(done, (engine) => remove(engine, [first.sessionId], { force: true }))
  const open = await openStore(store, { program: 'test', rulesVersion })
  await open.database.transaction((connection) =>
    connection.run("INSERT OR REPLACE INTO projection_state VALUES ('settled', 'no')").then(() => undefined),
  )
  await open.accept([{ kind: 'removed', of: `session ${first.sessionId}`, removed_at: new Date().toISOString() }])
  await open.close()
  expect(await saidBy(store)).toEqual(await saidBy(done))
})

test('a transfer does not bring a removed session back unless the removed ones are included', async () => {
  const talk = alone('sent')
  const { store, dir } = await written(talk, alone('other'))
  const bundle = path.join(dir, 'all.bundle')
  expect(strata(store, 'bundle', 'create', bundle, '--all', '--yes')).toMatchObject({ code: 0 })
  const remote = path.join(dir, 'remote')
  cpSync(store, remote, { recursive: true })
  expect(strata(store, 'remote', 'add', 'there', remote)).toMatchObject({ code: 0 })
  const before = await saidBy(store)
  expect(strata(store, 'remove', talk.sessionId, '--yes')).toMatchObject({ code: 0 })
  const without = await saidBy(store)
  expect(strata(store, 'fetch', 'there')).toMatchObject({ code: 3, out: expect.stringContaining('removed from this store') as string })
  expect(strata(store, 'bundle', 'import', bundle)).toMatchObject({ code: 3 })
  expect(await saidBy(store)).toEqual(without)
  expect(strata(store, 'bundle', 'import', bundle, '--include-removed')).toMatchObject({ code: 0 })
  expect(await saidBy(store)).toEqual(before)
})

test('the command says what a removal means, in words and as JSON, and removes only on request', async () => {
  const talk = alone('said')
  const { store } = await written(talk, alone('other'))
  const preview = strata(store, 'remove', talk.sessionId)
  expect(preview.code).toBe(0)
  expect(preview.out).toMatch(/said one +2 +\d+ /)
  expect(preview.out).toContain('1 original file stays on disk')
  expect(preview.out).toContain(`strata remove ${talk.sessionId} --yes`)
  expect(strata(store, 'remove', talk.sessionId, '--yes', '--dry-run').out).toContain('Nothing removed')
  expect(JSON.parse(strata(store, 'remove', talk.sessionId, '--json').out)).toMatchObject({ dryRun: true, refusal: null })
  expect(strata(store, 'remove', talk.sessionId, '--yes').out).toContain(
    '1 session removed. To erase the text from the files of the store: strata gc --yes',
  )
  expect(strata(store, 'remove', talk.sessionId)).toMatchObject({ code: 1 })
})
