/** What may not be taken in: another commit under an id that is taken, and commits that are not what their ids say. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { TransferResult } from '../../../../app/contract/transfer.ts'
import { encodeEvents } from '../../../../app/chains/formats/events-v1/encode-events.ts'
import { hashArtifact } from '../../../../app/store/files/artifact-hash.ts'
import { writeBundle } from '../../../../app/store/files/bundle-file.ts'
import { encodeCommit } from '../../../../app/store/files/commit-record.ts'
import { EntryEncoder } from '../../../../app/store/files/entry-encoder.ts'
import { inMemory } from '../../../../app/store/files/spillable-bytes.ts'
import { refOf } from '../../../../app/model/ids.ts'
import { makeCommit } from '../../../support/carried-stores.ts'
import { attemptId, collidingAttempts, type Attempts } from '../../../support/colliding-commits.ts'
import { prompt } from '../../../support/made-commits.ts'
import { strata } from '../../../support/strata-command.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { chainsOf, runJob, tableDigests, withEngine } from '../../../support/with-engine.ts'

const attempts: Attempts = {
  bytesOf: (attempt) => encodeEvents([prompt(`try ${attempt}`)]),
  createdAt: '2026-01-05T08:00:00Z',
  template: '',
}

/** Two stores whose commits have the same id and other content; on one of them others stand, and names. */
const collidingStores = async () => {
  const [ours, theirs] = collidingAttempts(attempts)
  const id = attemptId(attempts, ours)
  const dir = tempDir()
  const [here, there] = [join(dir, 'here'), join(dir, 'there')]
  await withEngine(here, async (engine) => expect(await makeCommit(engine, '', { bytes: attempts.bytesOf(ours) })).toBe(id))
  const child = await withEngine(there, async (engine) => {
    expect(await makeCommit(engine, '', { bytes: attempts.bytesOf(theirs) })).toBe(id)
    await makeCommit(engine, 'apart')
    const commitId = await makeCommit(engine, 'on top', { parent: id })
    await engine.ask('ref.set', { kind: 'tag', name: 'best', commitId })
    await engine.ask('commit.describe', { commitId: id, summary: 'what they did' })
    await engine.ask('commit.pin', { commitId: id })
    return commitId
  })
  return { dir, here, there, id, child }
}

test.each(['bundle', 'fetch', 'push'] as const)(
  'a different commit with an existing id is refused with its descendants and references, and the rest is imported: by %s',
  async (how) => {
    const { dir, here, there, id, child } = await collidingStores()
    const before = await withEngine(here, (engine) => engine.ask('commit.show', { commitId: id }))
    const refused = [
      { what: 'commit', id, reason: 'this store has another commit with this id' },
      { what: 'commit', id: child, reason: `its parent ${id} is refused` },
      { what: 'ref', id: 'tag/best', reason: `its commit ${child} is refused` },
    ]
    const send = {
      bundle: () => {
        const file = join(dir, 'all.bundle')
        expect(strata(there, 'bundle', 'create', file, '--all')).toMatchObject({ code: 0 })
        return strata(here, 'bundle', 'import', file, '--json')
      },
      fetch: () => {
        strata(here, 'remote', 'add', 'there', there)
        return strata(here, 'fetch', 'there', '--json')
      },
      push: () => {
        strata(there, 'remote', 'add', 'here', here)
        return strata(there, 'push', 'here', '--all', '--json')
      },
    }
    const sent = send[how]()
    expect(sent.code).toBe(3)
    expect(JSON.parse(sent.out)).toMatchObject({ commits: 1, refs: 0, notes: 0, refused })
    await withEngine(here, async (engine) => {
      expect(await engine.ask('commit.show', { commitId: id })).toEqual(before)
      expect((await engine.ask('chain.log', {})).commits).toHaveLength(2)
      expect((await runJob(engine, 'verify.start', {})).result).toMatchObject({ faults: [] })
    })
    await withEngine(there, async (engine) => {
      expect((await runJob(engine, 'verify.start', {})).result).toMatchObject({ faults: [] })
    })
  },
)

const commit = (text: string) => {
  const bytes = encodeEvents([prompt(text)])
  const record = {
    version: 1,
    commit_type: 'delta' as const,
    artifact_ref: refOf(hashArtifact(bytes)),
    format: 'events-v1',
    checkpoint: 'explicit' as const,
    created_at: '2026-01-05T08:00:00Z',
  }
  return { bytes, record }
}

test('an undamaged bundle with a commit under a wrong id is refused, and nothing changes', async () => {
  const dir = tempDir()
  const [store, path] = [join(dir, 'store'), join(dir, 'made-up.bundle')]
  await withEngine(store, (engine) => makeCommit(engine, 'own'))
  const [chains, rows] = [await chainsOf(store), await tableDigests(store, ['artifacts'])]
  const { bytes, record } = commit('forged')
  const [artifact, recordHash] = [hashArtifact(bytes), hashArtifact(encodeCommit(record))]
  const encoder = new EntryEncoder(inMemory)
  await encoder.add('delta', artifact, bytes)
  await encoder.add('commit', recordHash, encodeCommit(record))
  const entry = {
    kind: 'commit',
    commit_id: 'ctx-12345678',
    record_hash: recordHash,
    artifact_hash: artifact,
    session_id: '',
    key: 'live/x',
  } as const
  const encoded = await encoder.done()
  await writeBundle(
    { path },
    { version: 1, needs: [], sessions: 0, commits: 1, refs: 0 },
    [entry],
    (async function* () {
      yield await Promise.resolve(encoded)
    })(),
  )
  expect(strata(store, 'bundle', 'verify', path)).toMatchObject({ code: 0 })
  expect(strata(store, 'bundle', 'import', path)).toMatchObject({
    code: 1,
    err: expect.stringContaining('The id ctx-12345678 does not match its record') as string,
  })
  expect(await chainsOf(store)).toEqual(chains)
  expect(await tableDigests(store, ['artifacts'])).toEqual(rows)
})

/** What somebody noted, as two sides see it. */
const notesOf = (store: string, commitId: string) =>
  withEngine(store, async (engine) => {
    const { summary, written } = await engine.ask('commit.summaries', { commitId })
    const pins = await engine.ask('pins.list', {})
    return { summary, written: written.map(({ text }) => text), pinned: pins.some((pin) => pin.commitId === commitId) }
  })

test('summaries are exchanged with their history and joined when both sides changed; pins are exchanged', async () => {
  const dir = tempDir()
  const [here, there] = [join(dir, 'here'), join(dir, 'there')]
  const write = (store: string, summary: string) => withEngine(store, (engine) => engine.ask('commit.describe', { commitId: id, summary }))
  const send = (from: string, to: string): TransferResult => {
    strata(from, 'remote', 'add', 'other', to)
    return JSON.parse(strata(from, 'push', 'other', '--all', '--json').out) as TransferResult
  }
  const id = await withEngine(here, (engine) => makeCommit(engine, 'asked'))
  await write(here, 'first')
  await write(here, 'second')
  await withEngine(here, (engine) => engine.ask('commit.pin', { commitId: id }))
  expect(send(here, there)).toMatchObject({ commits: 1, notes: 2 })
  expect(await notesOf(there, id)).toEqual({ summary: 'second', written: ['first', 'second'], pinned: true })
  await write(here, 'third')
  expect(send(here, there)).toMatchObject({ commits: 0, notes: 1 })
  expect((await notesOf(there, id)).summary).toBe('third')
  await write(here, 'mine')
  await write(there, 'theirs')
  await withEngine(there, (engine) => engine.ask('commit.pin', { commitId: id, pinned: false }))
  expect(send(here, there)).toMatchObject({ notes: 1 })
  const joined = ['first', 'second', 'third', 'mine', 'theirs']
  expect(await notesOf(there, id)).toEqual({ summary: 'theirs', written: joined, pinned: false })
  expect(send(here, there)).toMatchObject({ notes: 0 })
  expect(send(there, here)).toMatchObject({ notes: 1 })
  expect(await notesOf(here, id)).toEqual({ summary: 'theirs', written: joined, pinned: true })
})
