/** What the runs of an evaluation show. */
import { expect, test } from 'vitest'
import { kindResults, type Run } from '../../../app/evaluate/results.ts'

const run = (task: string, kind: Run['kind'], more: Partial<Run> = {}): Run => ({
  task,
  kind,
  passed: true,
  note: '',
  ms: 1000,
  tokens: null,
  given: null,
  ...more,
})

test('a rate has its interval by Wilson, and what memory gained or lost is counted task by task', () => {
  const given = { tokens: 40, lines: 4, stale: 1, hookMs: 90 }
  const runs = [
    run('a', 'without', { passed: false, tokens: { input: 10, output: 5, cacheRead: 100, cacheWrite: 1 } }),
    run('b', 'without', { passed: true, ms: 3000 }),
    run('c', 'without', { passed: false }),
    run('d', 'without', { passed: null, ms: null, note: 'the setup command failed' }),
    run('e', 'without', { passed: true, ms: 3000, note: 'no second pass: it left no transcript' }),
    run('a', 'file', { given }),
    run('b', 'file', { passed: false, given: { tokens: 0, lines: 0, stale: 0, hookMs: 110 } }),
    run('c', 'file', { given }),
  ]
  const [without, file, ...none] = kindResults(runs)
  expect(none).toEqual([])
  expect(without).toMatchObject({
    kind: 'without',
    judged: 4,
    passed: 2,
    first: null,
    gained: 0,
    lost: 0,
    tokens: 116,
    givenTokens: null,
    hookMs: null,
  })
  expect(without?.seconds).toBe(2)
  expect(without?.rate?.low).toBeCloseTo(0.15, 3)
  expect(without?.rate?.high).toBeCloseTo(0.85, 3)
  expect(file).toMatchObject({
    kind: 'file',
    judged: 3,
    passed: 2,
    first: { judged: 3, passed: 1 },
    gained: 2,
    lost: 1,
    silent: 1,
    lines: 8,
    stale: 2,
    tokens: null,
  })
  expect(file?.hookMs).toBeCloseTo(290 / 3)
  expect(file?.givenTokens).toBeCloseTo(80 / 3)
})

test('without a judged run there is no rate, and rates of none and all end at 0 and 1', () => {
  expect(kindResults([run('a', 'without', { passed: null })])).toMatchObject([{ judged: 0, rate: null }])
  expect(kindResults([run('a', 'without')])[0]?.rate).toMatchObject({ share: 1, high: 1 })
  expect(kindResults([run('a', 'without', { passed: false })])[0]?.rate).toMatchObject({ share: 0, low: 0 })
})
