/** Forks, tags, pins and written summaries: what persons say of commits, and that it survives. */
import { expect, test } from 'vitest'
import { refName } from '../../../../app/model/ref-name.ts'
import type { Engine } from '../../../../app/engine/engine.ts'
import { made, turn } from '../../../support/made-commits.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { runJob, tableDigests, withEngine } from '../../../support/with-engine.ts'

const twoTurns = async (engine: Engine): Promise<readonly [string, string]> => {
  const one = await made(engine, { bytes: turn('plant beans'), sessionId: 's1' })
  return [one, await made(engine, { bytes: turn('water them', 60), sessionId: 's1', parent: one })]
}

test('the next checkpoint onto a fork continues its commit, and the fork moves to it', async () => {
  await withEngine(tempDir(), async (engine) => {
    const [one] = await twoTurns(engine)
    expect(await engine.ask('ref.set', { kind: 'fork', name: 'herbs', commitId: one })).toEqual({
      name: 'fork/herbs',
      kind: 'fork',
      commitId: one,
    })
    const next = await engine.ask('commit.checkpoint', { format: 'events-v1', bytes: turn('herbs instead', 90), onto: 'herbs' })
    expect(next.commit.parentId).toBe(one)
    const again = await engine.ask('commit.checkpoint', { format: 'events-v1', bytes: turn('more herbs', 99), onto: 'fork/herbs' })
    expect(again.commit.parentId).toBe(next.commit.commitId)
    expect(again.commit.refs.map(({ name }) => name)).toContain('fork/herbs')
    expect((await engine.ask('commit.show', { commitId: 'herbs' })).commit.commitId).toBe(again.commit.commitId)
  })
})

test('an existing name is moved only on request, and can be removed', async () => {
  await withEngine(tempDir(), async (engine) => {
    const [one, two] = await twoTurns(engine)
    await engine.ask('ref.set', { kind: 'tag', name: 'good', commitId: one })
    await engine.ask('ref.set', { kind: 'tag', name: 'good', commitId: one })
    await expect(engine.ask('ref.set', { kind: 'tag', name: 'tag/good', commitId: two })).rejects.toThrow('tag/good already names')
    await engine.ask('ref.set', { kind: 'tag', name: 'good', commitId: two, move: true })
    expect((await engine.ask('commit.show', { commitId: 'tag/good' })).commit.commitId).toBe(two)
    expect(await engine.ask('ref.remove', { name: 'good' })).toMatchObject({ name: 'tag/good', commitId: two })
    await expect(engine.ask('ref.remove', { name: 'good' })).rejects.toThrow('No fork or tag')
    await expect(engine.ask('ref.remove', { name: 'session/live/s1' })).rejects.toThrow('the import set it')
    expect((await engine.ask('refs.list', {})).map(({ name }) => name)).toEqual(['session/live/s1'])
  })
})

test('a written summary replaces the one of the rule, and earlier ones are kept, until it is removed', async () => {
  const dir = tempDir()
  const [one] = await withEngine(dir, async (engine) => {
    const ids = await twoTurns(engine)
    await engine.ask('commit.describe', { commitId: ids[0], summary: ' the beans ', by: 'jo' })
    await engine.ask('commit.describe', { commitId: ids[0], summary: 'the beans' })
    const history = await engine.ask('commit.describe', { commitId: ids[0], summary: 'beans, at last' })
    expect(history).toMatchObject({ summary: 'beans, at last', byRule: 'plant beans' })
    expect(history.written.map(({ text, by }) => [text, by])).toEqual([
      ['the beans', 'jo'],
      ['beans, at last', null],
    ])
    return ids
  })
  const before = await tableDigests(dir)
  await withEngine(dir, async (engine) => {
    await runJob(engine, 'reindex.start', {})
    expect((await engine.ask('commit.show', { commitId: one })).commit.summary).toBe('beans, at last')
  })
  expect(await tableDigests(dir)).toEqual(before)
  await withEngine(dir, async (engine) => {
    expect(await engine.ask('commit.describe', { commitId: one, summary: '' })).toMatchObject({ summary: 'plant beans' })
    expect((await engine.ask('commit.summaries', { commitId: one })).written.map(({ text }) => text)).toEqual([
      'the beans',
      'beans, at last',
      '',
    ])
    await runJob(engine, 'reindex.start', {})
    expect((await engine.ask('commit.show', { commitId: one })).commit.summary).toBe('plant beans')
  })
})

test('commits are pinned and unpinned, and rebuilt tables contain names and pins', async () => {
  const dir = tempDir()
  await withEngine(dir, async (engine) => {
    const [one, two] = await twoTurns(engine)
    await engine.ask('ref.set', { kind: 'fork', name: 'herbs/early', commitId: one })
    expect((await engine.ask('commit.pin', { commitId: one })).commit.pinned).toBe(true)
    await engine.ask('commit.pin', { commitId: two })
    await engine.ask('commit.pin', { commitId: two, pinned: false })
    expect((await engine.ask('pins.list', {})).map(({ commitId, summary }) => [commitId, summary])).toEqual([[one, 'plant beans']])
  })
  const before = await tableDigests(dir)
  await withEngine(dir, (engine) => runJob(engine, 'reindex.start', {}))
  expect(await tableDigests(dir)).toEqual(before)
})

test.each(['x', 'early/herbs', 'v1.0', 'beans@home', 'früh', 'a-b_c', '{x}', 'tag/x'])('“%s” is a name that git allows', (name) => {
  expect(refName('tag', name)).toBe(name.startsWith('tag/') ? name : `tag/${name}`)
})

test.each([
  '',
  '@',
  '-x',
  'a b',
  'a..b',
  'a~1',
  'a^',
  'a:b',
  'a?',
  'a*',
  'a[b',
  'a\\b',
  '/a',
  'a/',
  'a//b',
  '.a',
  'a/.b',
  'a.',
  'a.lock',
  'a.lock/b',
  'a@{b',
  'a\u0007b',
  'a\u202eb',
  'a\u2028b',
  'ctx-12345678',
  'session/x',
  'fork/x',
  'x'.repeat(201),
])('%j is not a valid name of a tag', (name) => {
  expect(() => refName('tag', name)).toThrow('is not a valid name for a tag')
})
