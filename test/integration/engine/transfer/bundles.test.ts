/** Bundles: what is carried in one file arrives equal, and what is damaged does not arrive at all. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import type { BundleMade, BundleView, TransferResult } from '../../../../app/contract/transfer.ts'
import type { Engine } from '../../../../app/engine/engine.ts'
import { filledStore, makeCommit } from '../../../support/carried-stores.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { chainsOf, runJob, tableDigests, withEngine } from '../../../support/with-engine.ts'

const sessionsOf = (dir: string) =>
  withEngine(dir, async (engine) => (await engine.ask('sessions.list', { everything: true, sort: 'title' })).rows)

const create = async (engine: Engine, input: object): Promise<BundleMade> =>
  (await runJob(engine, 'bundle.create', input)).result as BundleMade
const take = async (engine: Engine, path: string): Promise<TransferResult> =>
  (await runJob(engine, 'bundle.import', { path })).result as TransferResult

test('a bundle of everything makes another store equal in every row, and arrives once', async () => {
  const from = await filledStore()
  const path = join(tempDir(), 'all.bundle')
  await withEngine(from, (engine) => create(engine, { path }))
  const to = join(tempDir(), 'store')
  await withEngine(to, async (engine) => {
    const checked = (await runJob(engine, 'bundle.verify', { path })).result as BundleView
    expect(checked).toMatchObject({ needs: [], missing: [], sessions: [{ sessionId: 'first' }, { sessionId: 'second' }] })
    expect(await engine.ask('bundle.show', { path })).toEqual({ ...checked, artifacts: null })
    expect(await take(engine, path)).toMatchObject({ sessions: 2, commits: 3, refused: [], kept: [], artifacts: checked.artifacts })
    expect(await take(engine, path)).toMatchObject({ sessions: 0, commits: 0, artifacts: 0, unchanged: 5 })
    expect((await runJob(engine, 'verify.start', {})).result).toMatchObject({ faults: [] })
  })
  expect(await chainsOf(to)).toEqual(await chainsOf(from))
  expect(await sessionsOf(to)).toEqual(await sessionsOf(from))
  expect(await tableDigests(to, ['artifacts'])).toEqual(await tableDigests(from, ['artifacts']))
  const again = join(tempDir(), 'again.bundle')
  await withEngine(from, (engine) => create(engine, { path: again }))
  expect(readFileSync(again).equals(readFileSync(path))).toBe(true)
})

test('an existing file is kept, and replaced only on request, by a complete bundle or not at all', async () => {
  const from = await filledStore()
  const path = join(tempDir(), 'all.bundle')
  writeFileSync(path, 'mine')
  await withEngine(from, async (engine) => {
    const told = await engine.call('bundle.create', { path })
    const { jobId } = (told as { value: { jobId: string } }).value
    expect((await engine.ask('job.wait', { jobId })).failure).toMatchObject({ code: 'target-exists' })
    expect(readFileSync(path, 'utf8')).toBe('mine')
    const unknown = await engine.call('bundle.create', { path, names: ['nobody'], replaces: true })
    expect(await engine.ask('job.wait', { jobId: (unknown as { value: { jobId: string } }).value.jobId })).toMatchObject({
      state: 'failed',
    })
    expect(readFileSync(path, 'utf8')).toBe('mine')
    await create(engine, { path, replaces: true })
    expect((await runJob(engine, 'bundle.verify', { path })).result).toMatchObject({ missing: [] })
  })
  expect(readdirSync(dirname(path))).toEqual(['all.bundle'])
})

test('a chain arrives as commits with their ids, and complete sessions replace them in the tables later', async () => {
  const from = await filledStore()
  const dir = tempDir()
  const to = join(dir, 'store')
  await withEngine(from, async (engine) => {
    await create(engine, { path: join(dir, 'chain.bundle'), names: ['session/second'] })
    await create(engine, { path: join(dir, 'all.bundle') })
  })
  await withEngine(to, async (engine) => {
    expect(await take(engine, join(dir, 'chain.bundle'))).toMatchObject({ sessions: 0, commits: 2, refused: [] })
    const log = await engine.ask('chain.log', {})
    expect(log.commits.map(({ sessionId, summary }) => [sessionId, summary])).toEqual([
      ['live/second', 'two, forked'],
      ['live/first', 'one — 1 command'],
    ])
    expect(await take(engine, join(dir, 'all.bundle'))).toMatchObject({ sessions: 2, refused: [] })
    expect((await runJob(engine, 'verify.start', {})).result).toMatchObject({ faults: [] })
  })
  expect(await tableDigests(to, ['artifacts'])).toEqual(await tableDigests(from, ['artifacts']))
  await withEngine(to, (engine) => runJob(engine, 'reindex.start', {}))
  expect(await tableDigests(to, ['artifacts'])).toEqual(await tableDigests(from, ['artifacts']))
})

test('a thin bundle excludes the ancestors of a commit, and is refused where they are missing', async () => {
  const from = await filledStore()
  const dir = tempDir()
  const [thin, base] = [join(dir, 'thin.bundle'), join(dir, 'base.bundle')]
  const { since, made } = await withEngine(from, async (engine) => {
    const refs = await engine.ask('refs.list', {})
    const since = refs.find(({ name }) => name === 'session/first')?.commitId ?? ''
    await create(engine, { path: base, names: [since] })
    return { since, made: await create(engine, { path: thin, names: ['live/live-one'], since }) }
  })
  expect(made).toMatchObject({ commits: 2, artifacts: 4, needs: [since] })
  const to = join(dir, 'store')
  await withEngine(to, async (engine) => {
    const refused = await engine.call('bundle.import', { path: thin })
    const { jobId } = (refused as { value: { jobId: string } }).value
    expect((await engine.ask('job.wait', { jobId })).failure).toMatchObject({ code: 'transfer-incomplete' })
    expect((await engine.ask('store.show', {})).commits).toBe(0)
    await take(engine, base)
    expect(await take(engine, thin)).toMatchObject({ commits: 2 })
    expect((await runJob(engine, 'verify.start', {})).result).toMatchObject({ faults: [] })
  })
})

test('a damaged byte anywhere in a bundle is found and named, and nothing of the bundle is imported', async () => {
  const from = await filledStore()
  const dir = tempDir()
  const path = join(dir, 'all.bundle')
  await withEngine(from, (engine) => create(engine, { path }))
  const whole = readFileSync(path)
  await withEngine(join(dir, 'store'), async (engine) => {
    const failureOf = async (bytes: Buffer) => {
      const damaged = join(dir, 'damaged.bundle')
      writeFileSync(damaged, bytes)
      const { jobId } = await engine.ask('bundle.import', { path: damaged })
      return (await engine.ask('job.wait', { jobId })).failure
    }
    for (let at = 0; at < whole.length; at += Math.ceil(whole.length / 60)) {
      const flipped = Buffer.from(whole)
      flipped[at] = (flipped[at] ?? 0) ^ 0x20
      expect(await failureOf(flipped), `byte ${at}`).toMatchObject({
        code: 'bundle-malformed',
        data: { path: join(dir, 'damaged.bundle') },
      })
      expect(await failureOf(whole.subarray(0, at)), `cut at ${at}`).toMatchObject({ code: 'bundle-malformed' })
    }
    expect(await failureOf(Buffer.concat([whole, Buffer.from('more')]))).toMatchObject({ code: 'bundle-malformed' })
    const { commits, packBytes } = await engine.ask('store.show', {})
    expect({ commits, packBytes }).toEqual({ commits: 0, packBytes: 0 })
  })
})

test('existing data is never overwritten: a ref stays, and the incoming one gets another name', async () => {
  const dir = tempDir()
  const [one, other] = [join(dir, 'one'), join(dir, 'other')]
  const path = join(dir, 'from here.bundle')
  const named = async (engine: Engine, text: string): Promise<string> => {
    const commitId = await makeCommit(engine, text)
    await engine.ask('ref.set', { kind: 'tag', name: 'best', commitId })
    return commitId
  }
  const beans = await withEngine(one, (engine) => named(engine, 'beans'))
  await withEngine(one, (engine) => create(engine, { path, names: ['best'] }))
  const own = await withEngine(other, (engine) => named(engine, 'peas'))
  await withEngine(other, async (engine) => {
    const incomingName = 'remote/from-here/tag/best'
    expect((await take(engine, path)).kept).toEqual([{ name: 'tag/best', commitId: own, incoming: beans, incomingName }])
    const refs = new Map((await engine.ask('refs.list', {})).map(({ name, commitId }) => [name, commitId]))
    expect([refs.get('tag/best'), refs.get(incomingName)]).toEqual([own, beans])
    expect((await take(engine, path)).refs).toBe(0)
  })
})
