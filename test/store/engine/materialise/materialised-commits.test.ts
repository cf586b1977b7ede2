/** What an agent would see from a commit, asked of an engine: rebuilt, kept, and the same every time. */
import { expect, test } from 'vitest'
import { encodeEvents } from '../../../../app/chains/formats/events-v1/encode-events.ts'
import type { CallInput } from '../../../../app/contract/calls.ts'
import type { MaterialisedView } from '../../../../app/contract/materialise.ts'
import type { Engine } from '../../../../app/engine/engine.ts'
import { asked, said } from '../../../support/made-chain.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { runJob, withEngine } from '../../../support/with-engine.ts'

const turn = (text: string): Uint8Array => encodeEvents([asked(text), said(`done: ${text}`)])

const made = async (engine: Engine, input: CallInput<'commit.checkpoint'>): Promise<string> =>
  (await engine.ask('commit.checkpoint', { format: 'events-v1', createdAt: '2026-01-05T08:00:00Z', ...input })).commit.commitId

const contentOf = async (engine: Engine, { artifactHash }: MaterialisedView): Promise<Buffer> =>
  Buffer.from(artifactHash === null ? [] : await engine.ask('artifact.bytes', { ref: artifactHash }))

test('a chain of made commits is rebuilt once and then read, also by the next process, with the same content', async () => {
  const store = tempDir()
  const [first, tip] = await withEngine(store, async (engine) => {
    const one = await made(engine, { bytes: turn('a'), tokenCount: 5 })
    const two = await made(engine, { bytes: turn('b'), parent: one, tokenCount: 7 })
    const view = await engine.ask('commit.materialise', { commitId: two })
    expect(view).toMatchObject({
      format: 'events-v1',
      tier: 'native',
      messageCount: 4,
      tokenCount: 12,
      commits: [one, two],
      cached: false,
      lost: [],
    })
    expect((await contentOf(engine, view)).equals(encodeEvents([asked('a'), said('done: a'), asked('b'), said('done: b')]))).toBe(true)
    expect(await engine.ask('commit.materialise', { commitId: two })).toEqual({ ...view, cached: true })
    return [view, two]
  })
  await withEngine(store, async (engine) => {
    expect(await engine.ask('commit.materialise', { commitId: tip })).toEqual({ ...first, cached: true })
    await runJob(engine, 'reindex.start', {})
    expect(await engine.ask('commit.materialise', { commitId: tip })).toEqual({ ...first, cached: true })
    expect((await runJob(engine, 'verify.start', {})).result).toMatchObject({ faults: [] })
  })
})

test('a chain is followed through any number of sessions', async () => {
  await withEngine(tempDir(), async (engine) => {
    const line: string[] = []
    for (const sessionId of ['s1', 's2', 's1', 's3', 's4', 's4', 's5']) {
      const parent = line.at(-1)
      line.push(await made(engine, { bytes: turn(`${sessionId} ${line.length}`), sessionId, ...(parent === undefined ? {} : { parent }) }))
      // Another branch in the same session is not part of it.
      await made(engine, { bytes: turn(`beside ${line.length}`), sessionId, ...(parent === undefined ? {} : { parent }) })
    }
    expect((await engine.ask('commit.materialise', { commitId: line.at(-1) ?? '', stop: 'root' })).commits).toEqual(line)
  })
})

test('each stop and each format is stored separately', async () => {
  await withEngine(tempDir(), async (engine) => {
    const one = await made(engine, { bytes: turn('a') })
    const summary = await made(engine, { bytes: turn('A'), parent: one, commitType: 'compaction' })
    const tip = await made(engine, { bytes: turn('b'), parent: summary })
    const commits = async (input: CallInput<'commit.materialise'>) => (await engine.ask('commit.materialise', input)).commits
    expect(await commits({ commitId: tip })).toEqual([summary, tip])
    expect(await commits({ commitId: tip, stop: 'root' })).toEqual([one, tip])
    expect(await commits({ commitId: tip, stop: tip.slice(0, 10) })).toEqual([tip])
    const translated = await engine.ask('commit.materialise', { commitId: tip, stop: 'root', format: 'claude-code-v1' })
    expect(translated).toMatchObject({ tier: 'field', contentType: 'application/jsonl', messageCount: 4, tokenCount: null })
    await expect(engine.ask('commit.materialise', { commitId: one, stop: tip })).rejects.toThrow(`stop target ${tip} not found`)
    await expect(engine.ask('commit.materialise', { commitId: one, stop: 'ctx-00000000' })).rejects.toThrow(
      'stop target ctx-00000000 not found',
    )
  })
})

test('no commit at all becomes an empty conversation', async () => {
  await withEngine(tempDir(), async (engine) => {
    const list = await engine.ask('commit.materialise', {})
    expect(list).toMatchObject({ messageCount: 0, commits: [], tokenCount: 0, format: 'events-v1', bytes: 1 })
    expect((await contentOf(engine, list)).toString('hex')).toBe('80')
    expect(await engine.ask('commit.materialise', { format: 'claude-code-v1' })).toMatchObject({ artifactRef: null, bytes: 0 })
  })
})

test('a chain whose beginning is missing can be materialised from its compaction, but not from its root', async () => {
  await withEngine(tempDir(), async (engine) => {
    const elsewhere = { parent: 'ctx-12345678', allowUnknownParent: true }
    const summary = await made(engine, { bytes: turn('A'), commitType: 'compaction', ...elsewhere })
    const tip = await made(engine, { bytes: turn('b'), parent: summary })
    expect((await engine.ask('commit.materialise', { commitId: tip })).commits).toEqual([summary, tip])
    await expect(engine.ask('commit.materialise', { commitId: tip, stop: 'root' })).rejects.toThrow('does not contain ctx-12345678')
  })
})

test('bytes that do not match their format are reported with their position', async () => {
  await withEngine(tempDir(), async (engine) => {
    const bad = await made(engine, { bytes: Buffer.from('8000', 'hex') })
    await expect(engine.ask('commit.materialise', { commitId: bad })).rejects.toMatchObject({
      code: 'delta-malformed',
      data: { offset: 1 },
    })
  })
})
