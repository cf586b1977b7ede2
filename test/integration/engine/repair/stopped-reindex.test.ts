/** A reindex that is cancelled changes nothing; bringing the index up to date when it is cancelled is gone on with by the next opening. */
import { readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openEngine } from '../../../../app/engine/engine.ts'
import { conversation } from '../../../support/conversation.ts'
import { sameReplyTwice } from '../../../support/same-reply-twice.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, tableDigests, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const told = conversation({ seed: 'told', start: '2026-01-05T10:00:00Z' }).human('one').agent('1')
const goingOn = told.fork('cccccccc-0000-4000-8000-000000000000').human('two').agent('2')

/** Sessions that take something from each other: shared records, a parent and tokens of a reply. */
const importAll = async (store: string): Promise<void> => {
  const dir = tempDir()
  for (const one of [told, goingOn, ...sameReplyTwice()]) writeConversation(dir, one)
  await importInto(store, [dir])
}

interface Cancelled {
  readonly state: string
  readonly after: { readonly sessions: number; readonly refs: readonly string[] }
}

/** Rebuilds the tables until a phase begins, unless opening does so already, and cancels; gives what is shown then. */
const cancelledIn = async (storeDir: string, phase: string): Promise<Cancelled> => {
  const engine = await openEngine({
    storeDir,
    onSignal: (signal) => {
      if (signal.kind === 'job' && signal.job.phase === phase) void engine.ask('job.cancel', { jobId: signal.job.jobId })
    },
  })
  const { jobId } = engine.catchUp ?? (await engine.ask('reindex.start', {}))
  const { state } = await engine.ask('job.wait', { jobId })
  const { total: sessions } = await engine.ask('sessions.list', { everything: true })
  const refs = (await engine.ask('refs.list', {})).map(({ name }) => name)
  await engine.close()
  return { state, after: { sessions, refs } }
}

test.each(['Rebuilding the index', 'Joining resumed sessions'])(
  'a reindex cancelled while it is %s leaves the tables unchanged',
  async (phase) => {
    const store = tempDir()
    await importAll(store)
    await withEngine(store, async (engine) => {
      const commitId = (await engine.ask('chain.log', { limit: 1 })).commits[0]?.commitId ?? ''
      await engine.ask('ref.set', { kind: 'tag', name: 'kept', commitId })
    })
    const before = await tableDigests(store)

    const { state, after } = await cancelledIn(store, phase)
    expect(state).toBe('cancelled')
    expect(after).toEqual({ sessions: 4, refs: expect.arrayContaining(['tag/kept']) as unknown })
    expect(await tableDigests(store)).toEqual(before)
    expect(readdirSync(store).filter((name) => name.includes('aside'))).toEqual([])
  },
)

test.each(['Rebuilding the index', 'Joining resumed sessions'])(
  'an update of the index that is cancelled while it is %s is completed by the next opening',
  async (phase) => {
    const store = tempDir()
    await importAll(store)
    const before = await tableDigests(store)
    rmSync(path.join(store, 'index.duckdb'))

    const { state } = await cancelledIn(store, phase)
    expect(state).toBe('cancelled')
    expect(await tableDigests(store)).not.toEqual(before)
    await withEngine(store, () => Promise.resolve())

    expect(await tableDigests(store)).toEqual(before)
  },
)

test('a cancelled update of the index is continued on request', async () => {
  const store = tempDir()
  await importAll(store)
  const before = await tableDigests(store)
  rmSync(path.join(store, 'index.duckdb'))
  const engine = await openEngine({ storeDir: store })
  const jobId = engine.catchUp?.jobId ?? ''
  await engine.ask('job.cancel', { jobId })
  expect(await engine.ask('job.wait', { jobId })).toMatchObject({ state: 'cancelled' })
  expect((await engine.ask('store.show', {})).unshown).toBeGreaterThan(0)

  const resumed = await engine.ask('reindex.start', { fromScratch: false })
  expect(await engine.ask('job.wait', { jobId: resumed.jobId })).toMatchObject({ state: 'done' })
  expect((await engine.ask('store.show', {})).unshown).toBe(0)
  await engine.close()
  expect(await tableDigests(store)).toEqual(before)
})
