/** Files of policies: what they may say, and what is refused. */
import { expect, test } from 'vitest'
import { baselines, builtInPolicies, policyCalled, readPolicies } from '../../../app/backtest/policy.ts'

test('a file is a collapse policy, a context strategy, another method, or a list of them', () => {
  const read = readPolicies(
    [
      { name: 'short', outputsPerTurn: 2, turnsBack: null, shows: 'at_end' },
      { contextStrategy: { sources: [{ topic: 'STATE_SNAPSHOT' }] } },
      { name: 'wide', method: 'masking', outputs: 30 },
      { name: 'newest', method: 'recency' },
    ],
    'all.json',
  )
  expect(read.map(({ name, kind }) => [name, kind])).toEqual([
    ['short', 'collapse'],
    ['all.json[1]', 'packs'],
    ['wide', 'masking'],
    ['newest', 'recency'],
  ])
  expect(read[0]).toMatchObject({ collapse: { outputsPerTurn: 2, turnsBack: null, shows: 'at_end' } })
})

test('a file without a name has that of the file', () => {
  expect(readPolicies({ sources: [{ topic: 'X' }] }, 'some/where/mine.json')[0]?.name).toBe('mine')
})

test.each([
  [3, 'it must be an object'],
  [{ name: 'x' }, 'it needs method, contextStrategy, or outputsPerTurn and turnsBack'],
  [{ name: 'x', outputsPerTurn: -1, turnsBack: 3 }, 'outputsPerTurn must be at least 0'],
  [{ name: 'x', outputsPerTurn: 1 }, 'turnsBack is missing'],
  [{ name: 'x', outputsPerTurn: 1, turnsBack: 1, turns: 2 }, 'the policy does not accept turns'],
  [{ name: 'x', method: 'recency', outputs: 2 }, 'the policy does not accept outputs'],
  [{ name: 'x', method: 'newest' }, 'method'],
  [{ contextStrategy: { sources: [] } }, 'contextStrategy.sources is empty'],
])('%j is refused: %s', (value, reason) => {
  expect(() => readPolicies(value, 'mine.json')).toThrow(reason)
})

test('names of built-in policies differ, and an unknown one is answered with all of them', () => {
  const names = builtInPolicies.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(baselines.map(({ name }) => name)).toEqual(['full', 'recency', 'masking', 'summary', 'words'])
  expect(() => policyCalled('newest')).toThrow('full, recency, masking, summary, words, learned')
})
