/** Commits that are made together: each after the one before it, all of them or none, and never twice. */
import { expect, test } from 'vitest'
import type { CallInput } from '../../../../app/contract/calls.ts'
import type { Engine } from '../../../../app/engine/engine.ts'
import { made, turn } from '../../../support/made-commits.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { withEngine } from '../../../support/with-engine.ts'

type List = CallInput<'commit.checkpoints'>
type One = List['commits'][number]

const one = (text: string, more: Partial<One> = {}): One => ({
  format: 'events-v1',
  createdAt: '2026-01-05T08:00:00Z',
  sessionId: 's1',
  bytes: turn(text),
  ...more,
})

const together = async (engine: Engine, commits: readonly One[], onto?: string): Promise<readonly string[]> =>
  (await engine.ask('commit.checkpoints', { commits: [...commits], ...(onto === undefined ? {} : { onto }) })).commitIds

const parentsOf = async (engine: Engine, ids: readonly string[]): Promise<readonly (string | null)[]> =>
  Promise.all(ids.map(async (commitId) => (await engine.ask('commit.show', { commitId })).commit.parentId))

const tipOf = async (engine: Engine, fork: string): Promise<string> => (await engine.ask('commit.show', { commitId: fork })).commit.commitId

test('commits of a list follow each other, with a sub-agent that starts from one of them', async () => {
  await withEngine(tempDir(), async (engine) => {
    const ids = await together(engine, [
      one('a'),
      one('b', { follows: 0 }),
      one('c', { follows: 1, agentCall: 'call-1' }),
      one('d', { follows: 1 }),
    ])
    expect(new Set(ids).size).toBe(4)
    expect(await parentsOf(engine, ids)).toEqual([null, ids[0], ids[1], ids[1]])
    const { commits } = await engine.ask('chain.log', {})
    expect(commits.map(({ chain, branchOf }) => [chain, branchOf]).reverse()).toEqual([
      ['main', null],
      ['main', null],
      ['call-1', 'spawn'],
      ['main', null],
    ])
  })
})

test('a list that is asked for twice is made once', async () => {
  await withEngine(tempDir(), async (engine) => {
    const list = [one('a'), one('b', { follows: 0 })]
    const ids = await together(engine, list)
    expect(await together(engine, list)).toEqual(ids)
    expect((await engine.ask('chain.log', {})).total).toBe(2)
  })
})

test('where the id of a commit is lengthened, the commit after it has the longer one as its parent', async () => {
  await withEngine(tempDir(), async (engine) => {
    const first = await together(engine, [one('a'), one('b', { follows: 0 })])
    const second = await together(engine, [one('a', { sessionId: 's2' }), one('b', { sessionId: 's2', follows: 0 })])
    expect(second[0]).toMatch(new RegExp(`^${first[0] ?? ''}[0-9a-f]{2}$`))
    expect(await parentsOf(engine, second)).toEqual([null, second[0]])
  })
})

test('a fork moves to the last commit of the main chain; asked for again, nothing is made and the fork stays', async () => {
  await withEngine(tempDir(), async (engine) => {
    const root = await made(engine, { sessionId: 's0', bytes: turn('root') })
    await engine.ask('ref.set', { kind: 'fork', name: 'try', commitId: root })
    const list = [one('a', { parent: root }), one('b', { follows: 0 }), one('c', { follows: 1, agentCall: 'call-1' })]
    const ids = await together(engine, list, 'try')
    expect(await tipOf(engine, 'fork/try')).toBe(ids[1])
    expect(await together(engine, list, 'try')).toEqual(ids)
    expect(await tipOf(engine, 'fork/try')).toBe(ids[1])
    const next = await together(engine, [one('e', { parent: root })], 'try')
    expect(await parentsOf(engine, next)).toEqual([ids[1]])
  })
})

test('when one commit of a list is wrong, none is made', async () => {
  await withEngine(tempDir(), async (engine) => {
    await expect(together(engine, [one('a'), one('b', { follows: 0, commitType: 'leap' })])).rejects.toMatchObject({
      code: 'invalid-input',
    })
    await expect(together(engine, [one('a', { follows: 0 })])).rejects.toMatchObject({ code: 'invalid-input' })
    await expect(together(engine, [one('a'), one('b', { parent: 'ctx-00000000' })])).rejects.toMatchObject({ code: 'not-found' })
    expect((await engine.ask('chain.log', {})).total).toBe(0)
  })
})
