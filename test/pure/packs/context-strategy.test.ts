/** Context strategies: accepted and refused fields, and the defaults. */
import { expect, test } from 'vitest'
import { readStrategy } from '../../../app/packs/context-strategy.ts'

const strategyOf = (...sources: readonly object[]) => readStrategy({ contextStrategy: { sources } }, 'strategy.json')

const sourceOf = (source: object) => strategyOf(source).sources[0]

const problemOf = (value: unknown): string => {
  try {
    readStrategy(value, 'strategy.json')
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown)
  }
  return 'accepted'
}

test('a strategy of five sources is accepted, with 100,000 tokens unless it says another number', () => {
  const sources = [
    { topic: 'ISSUE_OPENED', priority: 'required', strategy: 'latest', amount: 1 },
    { topic: 'STATE_SNAPSHOT', priority: 'required', strategy: 'latest', amount: 1 },
    { topic: 'PLAN_READY', priority: 'required', strategy: 'latest', amount: 1 },
    { topic: 'VALIDATION_RESULT', priority: 'high', since: 'last_task_end', strategy: 'latest', amount: 5, compactAmount: 1 },
    { topic: 'WORKER_PROGRESS', priority: 'medium', since: '2026-01-31T12:00:00Z', strategy: 'oldest', amount: 3, compactAmount: 2 },
  ]
  expect(strategyOf(...sources)).toMatchObject({ sources, maxTokens: 100_000 })
  expect(readStrategy({ sources, maxTokens: 20_000 }, 'strategy.json').maxTokens).toBe(20_000)
})

test('the newest messages are chosen if an amount is set, else all', () => {
  expect(sourceOf({ topic: 'A', amount: 3 })).toMatchObject({ strategy: 'latest', amount: 3, compactStrategy: 'latest', compactAmount: 1 })
  expect(sourceOf({ topic: 'A' })).toMatchObject({ strategy: 'all', amount: undefined, compactStrategy: 'latest', compactAmount: 1 })
  expect(sourceOf({ topic: 'A', strategy: 'oldest' })).toMatchObject({ strategy: 'oldest', compactStrategy: 'oldest' })
  expect(sourceOf({ topic: 'A', strategy: 'all', amount: 7 })).toMatchObject({ strategy: 'all', amount: 7, compactStrategy: 'latest' })
})

test('limit is another name of amount', () => {
  expect(sourceOf({ topic: 'A', limit: 4 })).toMatchObject({ strategy: 'latest', amount: 4 })
  expect(problemOf({ contextStrategy: { sources: [{ topic: 'A', limit: 4, amount: 5 }] } })).toContain('contextStrategy.sources[0].limit')
})

test('a missing priority follows from the topic', () => {
  const topics = ['STATE_SNAPSHOT', 'ISSUE_OPENED', 'PLAN_READY', 'VALIDATION_RESULT', 'IMPLEMENTATION_READY', 'WORKER_PROGRESS', 'OTHER']
  expect(strategyOf(...topics.map((topic) => ({ topic }))).sources.map(({ priority }) => priority)).toEqual([
    ...['required', 'required', 'required', 'high', 'high', 'medium', 'medium'],
  ])
})

test('each wrong field is refused with its path', () => {
  const wrong: readonly (readonly [object, string])[] = [
    [{ topic: 'A', strategie: 'all' }, 'contextStrategy.sources[0] does not accept strategie'],
    [{ strategy: 'all' }, 'contextStrategy.sources[0].topic is missing'],
    [{ topic: '' }, 'contextStrategy.sources[0].topic is empty'],
    [{ topic: 'A', strategy: 'newest' }, 'contextStrategy.sources[0].strategy must be one of latest, oldest, all'],
    [{ topic: 'A', amount: 0 }, 'contextStrategy.sources[0].amount must be at least 1'],
    [{ topic: 'A', amount: 1.5 }, 'contextStrategy.sources[0].amount'],
    [{ topic: 'A', amount: '3' }, 'contextStrategy.sources[0].amount must be a number'],
    [{ topic: 'A', compactAmount: -1 }, 'contextStrategy.sources[0].compactAmount'],
    [{ topic: 'A', compactStrategy: 'some' }, 'contextStrategy.sources[0].compactStrategy'],
    [{ topic: 'A', priority: 'urgent' }, 'contextStrategy.sources[0].priority'],
    [
      { topic: 'A', since: 'yesterday' },
      'contextStrategy.sources[0].since must be cluster_start, last_task_end, last_agent_start or a time',
    ],
    [{ topic: 'A', sender: 7 }, 'contextStrategy.sources[0].sender must be a text'],
  ]
  for (const [source, problem] of wrong) expect(problemOf({ contextStrategy: { sources: [source] } })).toContain(problem)
  expect(problemOf({ contextStrategy: { sources: [{ topic: 'A' }], maxTokens: 0 } })).toContain('contextStrategy.maxTokens')
  expect(problemOf({ contextStrategy: { sources: [] } })).toContain('contextStrategy.sources')
  expect(problemOf({ contextStrategy: {}, more: 1 })).toContain('does not accept more')
  expect(problemOf([])).toContain('strategy.json is not a context strategy')
  expect(problemOf(null)).toContain('the strategy must be an object')
})
