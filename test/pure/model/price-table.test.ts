import { expect, test } from 'vitest'
import { builtInPrices } from '../../../app/analytics/prices/built-in-prices.ts'
import { modelKey, pricesOf } from '../../../app/model/prices-of-model.ts'
import { priceTable } from '../../../app/model/price-table.ts'

test('all forms of a model’s id have the same key', () => {
  const same = [
    'claude-sonnet-4-5-20250929',
    'claude-sonnet-4-5',
    'claude-sonnet-4-5-20250929[1m]',
    'anthropic/claude-sonnet-4.5',
    'us.anthropic.claude-sonnet-4-5-20250929-v1:0',
    'arn:aws:bedrock:us-east-1:123456789012:inference-profile/eu.anthropic.claude-sonnet-4-5-20250929-v1:0',
    'claude-sonnet-4-5@20250929',
    'Claude-Sonnet-4-5-latest',
  ]
  expect([...new Set(same.map(modelKey))]).toEqual(['claude-sonnet-4-5'])
  expect(modelKey('claude-opus-4-20250514')).toBe('claude-opus-4')
  expect(modelKey('claude-3-5-haiku-20241022')).toBe('claude-3-5-haiku')
})

test('a short name and another maker’s model have no price', () => {
  for (const id of ['opus', 'haiku', '', '<synthetic>', 'gpt-5', 'not-claude-opus-4-5', 'claude-opus-99'])
    expect([id, pricesOf(id, [builtInPrices()])]).toEqual([id, []])
})

test('every built-in price names a source with its date, and no two prices overlap', () => {
  const seen = new Set<string>()
  for (const price of builtInPrices().prices) {
    expect(Object.keys(builtInPrices().sources)).toContain(price.source)
    expect(price.input).toBeGreaterThan(0)
    expect(price.cacheWrite1h).toBeCloseTo(2 * price.input, 6)
    for (const model of price.models) {
      const key = `${model} ${price.from} ${price.service} ${price.overTokens}`
      expect(seen.has(key), key).toBe(false)
      seen.add(key)
    }
  }
})

test('the first price of a model also applies before its date; later ones do not', () => {
  const [first, second] = [
    { models: ['claude-a'], from: '2026-01-01', until: '2026-06-01', input: 2, output: 2, cacheWrite5m: 2, cacheWrite1h: 2, cacheRead: 2 },
    { models: ['claude-a'], from: '2026-06-01', input: 1, output: 1, cacheWrite5m: 1, cacheWrite1h: 1, cacheRead: 1 },
  ]
  const table = priceTable.parse({
    prices: [
      { ...first, source: 'here' },
      { ...second, source: 'here' },
    ],
  })
  expect(pricesOf('claude-a', [table]).map(({ from, until }) => [from, until])).toEqual([
    [undefined, '2026-06-01'],
    ['2026-06-01', undefined],
  ])
})
