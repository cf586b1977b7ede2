/** History, merge base, comparison, and the last commit at a time, over chains of any shape. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeEvents } from '../../../../app/chains/formats/events-v1/encode-events.ts'
import type { Engine } from '../../../../app/engine/engine.ts'
import { made, madeAt, prompt, turn } from '../../../support/made-commits.ts'
import { rounds } from '../../../support/rounds.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { withEngine } from '../../../support/with-engine.ts'

const secondsLater = (seconds: number): string => new Date((madeAt + seconds) * 1000).toISOString()

test('history goes from the tip to the root, or to the requested depth, and reports a missing parent', async () => {
  await withEngine(tempDir(), async (engine) => {
    const root = await made(engine, { bytes: turn('a') })
    const mid = await made(engine, { bytes: turn('b'), parent: root })
    const tip = await made(engine, { bytes: turn('c'), parent: mid })
    const ids = async (commitId: string, depth?: number): Promise<readonly string[]> =>
      (await engine.ask('commit.history', { commitId, ...(depth === undefined ? {} : { depth }) })).commits.map((one) => one.commitId)
    expect(await ids(tip)).toEqual([tip, mid, root])
    expect(await ids(tip, 2)).toEqual([tip, mid])
    expect(await engine.ask('commit.history', { commitId: tip, depth: 1 })).toMatchObject({ total: 3, missingParent: null })
    const lost = await made(engine, { bytes: turn('d'), parent: 'ctx-0000ffff', allowUnknownParent: true })
    expect(await engine.ask('commit.history', { commitId: lost })).toMatchObject({ total: 1, missingParent: 'ctx-0000ffff' })
  })
})

test('the commit at a time is the nearest at or before it', async () => {
  await withEngine(tempDir(), async (engine) => {
    const at = (hour: string): string => `2026-01-15T${hour}:00Z`
    const [first, second, third] = [
      await made(engine, { bytes: turn('a'), principal: '@p:x', createdAt: at('10:00') }),
      await made(engine, { bytes: turn('b'), principal: '@p:x', createdAt: at('11:00') }),
      await made(engine, { bytes: turn('c'), principal: '@p:x', createdAt: at('12:00') }),
    ]
    const resolved = async (time: string): Promise<string | undefined> =>
      (await engine.ask('commit.resolve', { principal: '@p:x', at: time }))?.commitId
    const times = ['09:00', '10:00', '10:30', '11:00', '11:30', '12:00', '13:00']
    expect(await Promise.all(times.map((time) => resolved(at(time))))).toEqual([undefined, first, first, second, second, third, third])
    expect(await resolved('2026-01-15T12:30:00+01:00')).toBe(second)
    expect(await resolved('2026-01-15T05:59:59-05:00')).toBe(first)
    expect(await engine.ask('commit.resolve', { principal: '@q:x', at: at('13:00') })).toBeNull()
    await expect(engine.ask('commit.resolve', { at: at('13:00') })).rejects.toThrow('Give a principal, a project or a session')
    await expect(engine.ask('commit.resolve', { principal: '@p:x', at: '2026-01-15T13:00:00' })).rejects.toThrow('is not a time')
  })
})

test('of commits of the same second the last one of its chain is the one at that time, per session and project', async () => {
  await withEngine(tempDir(), async (engine) => {
    const root = await made(engine, { bytes: turn('a'), sessionId: 's1', principal: '/garden' })
    const tip = await made(engine, { bytes: turn('b'), sessionId: 's1', principal: '/garden', parent: root })
    await made(engine, { bytes: turn('c'), sessionId: 's2', principal: '/field' })
    const at = '2026-01-05T08:00:00Z'
    expect((await engine.ask('commit.resolve', { sessionId: 'live/s1', at }))?.commitId).toBe(tip)
    expect((await engine.ask('commit.resolve', { project: '/garden', at }))?.commitId).toBe(tip)
  })
})

test('a comparison lists the actions, prompts and files that only one side has', async () => {
  await withEngine(tempDir(), async (engine) => {
    const read = (path: string): Uint8Array => {
      const input = Buffer.from(JSON.stringify({ file_path: path }))
      return encodeEvents([prompt(`read ${path}`), { type: 'tool_call', timestamp: madeAt, payload: { id: path, name: 'Read', input } }])
    }
    const root = await made(engine, { bytes: read('/a') })
    const left = await made(engine, { bytes: read('/b'), parent: root })
    const middle = await made(engine, { bytes: read('/a'), parent: root, template: 'other' })
    const right = await made(engine, { bytes: read('/c'), parent: middle })
    const view = await engine.ask('commit.compare', { left, right })
    expect({ base: view.mergeBase?.commitId, common: view.common }).toEqual({ base: root, common: 1 })
    expect(view.onlyLeft).toMatchObject({ toolCalls: 1, humanPrompts: 1, files: ['/b'] })
    expect(view.onlyRight.commits.map(({ commitId }) => commitId)).toEqual([right, middle])
    expect(view.onlyRight.files).toEqual(['/c'])
    expect(view.onlyRight.prompts.map((one) => one.prompt)).toEqual(['read /a', 'read /c'])
    const elsewhere = await made(engine, { bytes: turn('elsewhere') })
    expect(await engine.ask('commit.mergeBase', { left, right: elsewhere })).toEqual({ mergeBase: null })
    expect((await engine.ask('commit.compare', { left, right: elsewhere })).onlyLeft.commits).toHaveLength(2)
  })
})

/** Commits in the order in which they are made: the number of the parent, or -1; the second; the principal. */
const plans = fc
  .array(fc.record({ parent: fc.integer({ min: -1, max: 12 }), second: fc.nat(6), principal: fc.constantFrom('@a:x', '@b:x') }), {
    minLength: 1,
    maxLength: 12,
  })
  .map((steps) => steps.map((step, at) => ({ ...step, parent: Math.min(step.parent, at - 1) })))

interface Planned {
  readonly commitId: string
  readonly parent: number
  readonly second: number
  readonly principal: string
}

const carryOut = async (engine: Engine, steps: readonly Omit<Planned, 'commitId'>[]): Promise<readonly Planned[]> => {
  const commits: Planned[] = []
  for (const [at, step] of steps.entries()) {
    const parent = commits[step.parent]?.commitId
    const { principal } = step
    const input = {
      bytes: turn(`step ${at}`),
      principal,
      createdAt: secondsLater(step.second),
      ...(parent === undefined ? {} : { parent }),
    }
    commits.push({ ...step, commitId: await made(engine, input) })
  }
  return commits
}

test('for chains of any shape history, merge base and the commit at a time match their definitions', async () => {
  await fc.assert(
    fc.asyncProperty(plans, fc.nat(11), fc.nat(11), fc.nat(7), async (steps, a, b, second) => {
      await withEngine(tempDir(), async (engine) => {
        const commits = await carryOut(engine, steps)
        const chain = (at: number): readonly string[] => (at < 0 ? [] : [commits[at]?.commitId ?? '', ...chain(commits[at]?.parent ?? -1)])
        const [left, right] = [a % commits.length, b % commits.length]
        const history = await engine.ask('commit.history', { commitId: commits[left]?.commitId ?? '' })
        expect(history.commits.map(({ commitId }) => commitId)).toEqual(chain(left))
        const ids = { left: commits[left]?.commitId ?? '', right: commits[right]?.commitId ?? '' }
        const base = chain(left).find((id) => chain(right).includes(id))
        expect((await engine.ask('commit.mergeBase', ids)).mergeBase?.commitId).toBe(base)
        const found = await engine.ask('commit.resolve', { principal: '@a:x', at: secondsLater(second) })
        const before = commits.filter((one) => one.principal === '@a:x' && one.second <= second)
        const latest = before.filter((one) => one.second === Math.max(...before.map((other) => other.second)))
        const isLast = (one: Planned): boolean =>
          !latest.some((other) => other !== one && chain(commits.indexOf(other)).includes(one.commitId))
        expect(found === null ? [] : [found.commitId]).toEqual(
          latest.length === 0 ? [] : [expect.toBeOneOf(latest.filter(isLast).map(({ commitId }) => commitId))],
        )
      })
    }),
    { numRuns: rounds(6, 12) },
  )
})
