/** Out of damaged packs everything that can be read is carried elsewhere, and what cannot is named. */
import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { BundleMade, TransferContents, TransferResult } from '../../../../app/contract/transfer.ts'
import { makeCommit } from '../../../support/carried-stores.ts'
import { madeUpKey } from '../../../support/made-up-key.ts'
import { damage, packOf, sessionOf, storeWith, talkOf, type StretchedStore } from '../../../support/stretched-store.ts'
import { strata, type Ended } from '../../../support/strata-command.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, runJob, withEngine } from '../../../support/with-engine.ts'

/** Five sessions, of which the second is damaged and the fifth goes on from it, and commits that go on from the second and the third. */
const damagedStore = async (): Promise<StretchedStore & { readonly lost: string; readonly kept: string }> => {
  const second = talkOf(2)
  const fifth = second.fork(sessionOf(5)).human('And then?').agent('That was all.')
  const made = await storeWith(talkOf(1), second, talkOf(3), talkOf(4), fifth)
  const [lost, kept] = await withEngine(made.store, async (engine) => {
    const refs = new Map((await engine.ask('refs.list', {})).map(({ name, commitId }) => [name, commitId]))
    const commitAfter = (digit: number): Promise<string> =>
      makeCommit(engine, `go on from ${digit}`, { parent: refs.get(`session/${sessionOf(digit)}`) ?? '' })
    const ids = [await commitAfter(2), await commitAfter(3)] as const
    await engine.ask('ref.set', { kind: 'tag', name: 'lost', commitId: ids[0] })
    await engine.ask('ref.set', { kind: 'tag', name: 'kept', commitId: ids[1] })
    return ids
  })
  damage(made, 2)
  return { ...made, lost, kept }
}

const expectRest = async (store: string, kept: string): Promise<void> => {
  expect(strata(store, 'verify', '--quiet')).toMatchObject({ code: 0 })
  await withEngine(store, async (engine) => {
    const { rows } = await engine.ask('sessions.list', { everything: true })
    const sessions = rows.map(({ sessionId }) => sessionId).filter((id) => id.includes('-0000-'))
    expect([...new Set(sessions)].sort()).toEqual([1, 3, 4].map(sessionOf))
    const tags = (await engine.ask('refs.list', {})).filter(({ name }) => name.startsWith('tag/'))
    expect(tags.map(({ name, commitId }) => [name, commitId])).toEqual([['tag/kept', kept]])
  })
}

const expectNamed = (unreadable: TransferResult['unreadable'], lost: string): void => {
  expect(unreadable.map(({ what, id }) => [what, id])).toEqual([
    ['session', sessionOf(2)],
    ['session', sessionOf(5)],
    ['commit', lost],
  ])
  expect(unreadable.slice(1).map(({ reason }) => reason)).toEqual([1, 2].map(() => expect.stringMatching(/^its ancestor ctx-/) as string))
}

/** What a command tells of that could not be read, as JSON. */
const namedBy = ({ code, out, err }: Ended): TransferResult['unreadable'] => {
  expect([code, err]).toEqual([3, ''])
  return (JSON.parse(out) as Pick<TransferResult | BundleMade, 'unreadable'>).unreadable
}

test('a bundle of everything contains every readable session, and names the others and their dependents', async () => {
  const { store, lost, kept } = await damagedStore()
  const file = path.join(tempDir(), 'all.bundle')

  const named = namedBy(strata(store, 'bundle', 'create', file, '--all', '--json'))

  expectNamed(named, lost)
  const other = path.join(tempDir(), 'store')
  expect(strata(other, 'bundle', 'import', file, '--quiet')).toMatchObject({ code: 0 })
  await expectRest(other, kept)
  const told = strata(store, 'bundle', 'create', path.join(tempDir(), 'again.bundle'), '--all')
  expect(told.code).toBe(3)
  for (const words of [sessionOf(2), sessionOf(5), lost, 'strata reindex']) expect(told.out).toContain(words)
})

test('a push of everything, and a clone, carry every session that can be read and name the others', async () => {
  const { store, lost, kept } = await damagedStore()
  const dir = tempDir()
  const [pushed, cloned] = [path.join(dir, 'pushed'), path.join(dir, 'cloned')]
  strata(store, 'remote', 'add', 'there', pushed)
  expectNamed(namedBy(strata(store, 'push', 'there', '--all', '--json')), lost)
  await expectRest(pushed, kept)
  expect(strata(store, 'push', 'there', '--all').out).toContain(sessionOf(2))
  expectNamed(namedBy(strata(store, 'clone', store, cloned, '--json')), lost)
  await expectRest(cloned, kept)
})

test('a damaged session that is requested by name fails with a hint', async () => {
  const { store } = await damagedStore()
  const file = path.join(tempDir(), 'one.bundle')
  const ended = strata(store, 'bundle', 'create', file, sessionOf(2))
  expect(ended).toMatchObject({ code: 1, out: '', err: expect.stringContaining('(artifact-corrupt)') as string })
  expect(ended.err).toContain('run `strata repair`')
  expect(strata(store, 'bundle', 'create', file, sessionOf(3))).toMatchObject({ code: 0 })
})

test('unreadable parts of files outside of commits are counted, and the rest is searched for secrets', async () => {
  const made = await storeWith(talkOf(1, `the key is ${madeUpKey('ghp_{36}')}`))
  const [project = ''] = readdirSync(made.projects)
  const beside = path.join(made.projects, project, sessionOf(1), 'tool-results')
  mkdirSync(beside, { recursive: true })
  writeFileSync(path.join(beside, 'toolu_1.txt'), randomBytes(2_000_000).toString('hex'))
  await importInto(made.store, [made.projects])
  damage({ ...made, ends: [...made.ends, statSync(packOf(made.store)).size] }, 2)
  await withEngine(made.store, async (engine) => {
    const contents = (await runJob(engine, 'transfer.contents', {})).result as TransferContents
    expect(contents).toMatchObject({ sessions: 1, commits: 1, unreadable: 1, found: [{ kind: 'GitHub token' }] })
  })
  const { code, err } = strata(made.store, 'bundle', 'create', path.join(tempDir(), 'one.bundle'), '--all', '--check-secrets')
  expect(code).toBe(4)
  expect(err).toContain('1 part cannot be read and was not searched for secrets.')
})

test('an unreadable session counts once as not searched: its commit, and the record of the rest of its file', async () => {
  const { store } = await damagedStore()
  await withEngine(store, async (engine) => {
    expect((await runJob(engine, 'transfer.contents', {})).result).toMatchObject({ unreadable: 2, commits: 7 })
  })
})
