/** Commits that were made, not cut from a transcript: what the tables show of them, and that it survives. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { encodeEvents } from '../../../../app/chains/formats/events-v1/encode-events.ts'
import { commitIdOf } from '../../../../app/chains/commit-id.ts'
import type { Engine } from '../../../../app/engine/engine.ts'
import type { Event } from '../../../../app/model/event.ts'
import { made, madeAt, prompt, reply, turn } from '../../../support/made-commits.ts'
import { toolCall, toolResult } from '../../../support/read-blocks.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { runJob, tableDigests, withEngine } from '../../../support/with-engine.ts'

/** Two sessions, one of which forks, and a stretch without a session. */
const fill = async (engine: Engine): Promise<readonly string[]> => {
  const one = await made(engine, { bytes: turn('plant beans'), sessionId: 's1', template: 'gardener', principal: '/home/me/garden' })
  const two = await made(engine, { bytes: turn('water them', 60), sessionId: 's1', parent: one })
  const three = await made(engine, { bytes: turn('pull weeds', 90), sessionId: 's1', parent: one })
  const loose = await made(engine, { bytes: turn('ask a neighbour', 120), parent: two })
  const next = await made(engine, { bytes: turn('thank them', 150), parent: loose })
  return [one, two, three, loose, next]
}

test('a made commit has the id of the reference, a record, counts and events', async () => {
  await withEngine(tempDir(), async (engine) => {
    const bytes = turn('plant beans')
    const detail = await engine.ask('commit.checkpoint', { format: 'events-v1', bytes, createdAt: '2026-01-05T09:00:00.7+01:00' })
    const { commit, record } = detail
    expect(record).toEqual({
      version: 1,
      commit_type: 'delta',
      artifact_ref: commit.artifactRef,
      format: 'events-v1',
      checkpoint: 'explicit',
      created_at: '2026-01-05T08:00:00Z',
      message_count: 2,
    })
    const inputs = { parent: '', artifactRef: commit.artifactRef, createdAt: '2026-01-05T08:00:00Z', template: '' }
    expect(commit.commitId).toBe(commitIdOf(inputs))
    expect({ ...commit, refs: commit.refs.map(({ name }) => name) }).toMatchObject({
      sessionId: `live/${commit.commitId}`,
      summary: 'plant beans',
      humanPrompts: 1,
      responses: 1,
      records: 2,
      startedAt: madeAt * 1000,
      refs: [`session/live/${commit.commitId}`],
    })
    expect(Buffer.from(await engine.ask('artifact.bytes', { ref: commit.commitId })).equals(bytes)).toBe(true)
  })
})

test('made sessions are listed, logged and drawn in time like any other', async () => {
  await withEngine(tempDir(), async (engine) => {
    const [one, two, three, loose, next] = await fill(engine)
    const { rows } = await engine.ask('sessions.list', { sort: 'title', descending: false })
    expect(
      rows.map(({ sessionId, title, commits, humanPrompts, project }) => ({ sessionId, title, commits, humanPrompts, project })),
    ).toEqual([
      { sessionId: `live/${loose}`, title: 'ask a neighbour', commits: 2, humanPrompts: 2, project: 'live' },
      { sessionId: 'live/s1', title: 'plant beans', commits: 3, humanPrompts: 3, project: 'live' },
    ])
    const refs = await engine.ask('refs.list', {})
    expect(Object.fromEntries(refs.map(({ name, commitId }) => [name, commitId]))).toEqual({
      'session/live/s1': three,
      'rewind/live/s1/1': two,
      [`session/live/${loose}`]: next,
    })
    const log = await engine.ask('chain.log', { of: next ?? '' })
    expect(log.commits.map(({ commitId, branchOf }) => [commitId, branchOf])).toEqual([
      [next, null],
      [loose, 'resume'],
      [two, null],
      [one, null],
    ])
    const timeline = await engine.ask('session.timeline', { sessionId: 'live/s1' })
    expect(timeline.events.map(({ label }) => label).slice(0, 2)).toEqual(['plant beans', 'done: plant beans'])
  })
})

test('the tables are rebuilt from made commits, equal row for row', async () => {
  const dir = tempDir()
  await withEngine(dir, fill)
  const before = await tableDigests(dir)
  await withEngine(dir, (engine) => runJob(engine, 'reindex.start', {}))
  expect(await tableDigests(dir)).toEqual(before)
  rmSync(join(dir, 'index.duckdb'))
  await withEngine(dir, () => Promise.resolve())
  expect(await tableDigests(dir)).toEqual(before)
})

test('a made commit is read as a conversation, and its store passes verification', async () => {
  await withEngine(tempDir(), async (engine) => {
    const call: Event = { type: 'tool_call', timestamp: madeAt, payload: { id: 't1', name: 'Read', input: Buffer.from('{"path":"/a"}') } }
    const result: Event = { type: 'tool_result', timestamp: madeAt, payload: { id: 't1', output: 'beans', is_error: false } }
    const commitId = await made(engine, { bytes: encodeEvents([prompt('look'), call, result, reply('beans it is')]) })
    const { items, total } = await engine.ask('commit.read', { commitId })
    expect(items.map(({ speaker, blocks }) => [speaker, blocks[0]])).toEqual([
      ['human', { kind: 'text', text: 'look' }],
      [
        'agent',
        toolCall({
          toolUseId: 't1',
          name: 'Read',
          input: { path: '/a' },
          result: toolResult({ text: 'beans', answeredAt: madeAt * 1000 }),
          calledAt: madeAt * 1000,
          limitMs: 5_000,
        }),
      ],
      ['agent', { kind: 'text', text: 'beans it is' }],
    ])
    expect(total).toBe(3)
    await made(engine, { bytes: turn('elsewhere'), parent: 'ctx-0000ffff', allowUnknownParent: true })
    const { result: verified } = await runJob(engine, 'verify.start', {})
    expect(verified).toMatchObject({ commits: 2, faults: [] })
  })
})

test('figures count made sessions together with transcripts, and each of them separately', async () => {
  await withEngine(tempDir(), async (engine) => {
    const metric: Event = { type: 'metric', timestamp: madeAt + 5, payload: { status: 'success', input_tokens: 10, output_tokens: 4 } }
    const call: Event = { type: 'tool_call', timestamp: madeAt + 3, payload: { id: 't1', name: 'Read' } }
    await made(engine, { bytes: encodeEvents([prompt('look'), call, reply('ok', 4), metric]), sessionId: 's1', principal: '/garden' })
    await made(engine, { bytes: turn('again'), sessionId: 's2', principal: '/garden' })
    const all = await engine.ask('stats.show', {})
    expect(all).toMatchObject({ sessions: 2, humanPrompts: 2, responses: 2, toolCalls: 1, naiveUserRecords: 0 })
    expect(all.tokens).toMatchObject([{ inputTokens: 10, outputTokens: 4, replies: 1 }])
    expect(await engine.ask('session.stats', { sessionId: 'live/s2' })).toMatchObject({ sessions: 1, humanPrompts: 1, toolCalls: 0 })
    const byProject = await engine.ask('stats.by', { by: 'project' })
    expect(byProject.map(({ group, stats }) => [group, stats.sessions, stats.tools])).toEqual([
      ['/garden', 2, [{ tool: 'Read', calls: 1, errors: 0, refusals: 0, interruptions: 0, cancelled: 0 }]],
    ])
    expect(await engine.ask('stats.by', { by: 'source' })).toEqual([])
    expect((await engine.ask('session.show', { sessionId: 'live/s1' })).outcome).toBe('success')
  })
})

test('the same commit made twice is one commit; a commit that differs only in its session has a longer id', async () => {
  await withEngine(tempDir(), async (engine) => {
    const first = await made(engine, { bytes: turn('plant beans') })
    expect(await made(engine, { bytes: turn('plant beans') })).toBe(first)
    const other = await made(engine, { bytes: turn('plant beans'), sessionId: 's2' })
    expect(other.slice(0, first.length)).toBe(first)
    expect(other).toHaveLength(first.length + 2)
    expect((await engine.ask('chain.log', {})).total).toBe(2)
  })
})

test.each([
  [{}, 'one of data or artifact_ref is required'],
  [{ bytes: Buffer.from('x'), artifactRef: 'art-00' }, 'mutually exclusive'],
  [{ bytes: Buffer.from('x'), commitType: '' }, 'commit_type is required'],
  [{ bytes: Buffer.from('x'), commitType: 'merge' }, 'unknown commit_type "merge"'],
  [{ bytes: Buffer.from('x'), format: '' }, 'format is required'],
  [{ bytes: Buffer.from('x'), checkpoint: '' }, 'checkpoint is required'],
  [{ bytes: Buffer.from('x'), checkpoint: 'whenever' }, 'unknown checkpoint "whenever"'],
  [{ bytes: Buffer.from('x'), createdAt: '2026-01-05T08:00:00' }, 'is no time like'],
  [{ bytes: new Uint8Array() }, 'may not be empty'],
  [{ bytes: Buffer.from('x'), parent: 'ctx-00000000' }, 'This store does not contain the parent ctx-00000000'],
])('a checkpoint with %j is refused: %s', async (input, reason) => {
  await withEngine(tempDir(), async (engine) => {
    const answer = await engine.call('commit.checkpoint', { format: 'events-v1', ...input })
    expect(answer).toMatchObject({ ok: false, failure: { message: expect.stringContaining(reason) as unknown } })
    expect((await engine.ask('chain.log', {})).total).toBe(0)
  })
})

test('an artifact of any format can be committed; one that cannot be read has no events', async () => {
  await withEngine(tempDir(), async (engine) => {
    const first = await engine.ask('commit.checkpoint', { format: 'codex-v9', bytes: Buffer.from('?'), commitType: 'snapshot' })
    expect(first.commit).toMatchObject({ records: 0, commitType: 'snapshot', format: 'codex-v9', bytes: 1 })
    const again = await engine.ask('commit.checkpoint', {
      format: 'events-v1',
      artifactRef: first.commit.artifactRef,
      parent: 'ctx-0000ffff',
      allowUnknownParent: true,
    })
    expect(again.commit).toMatchObject({ artifactRef: first.commit.artifactRef, parentId: 'ctx-0000ffff', records: 0 })
  })
})
