import { expect, test } from 'vitest'
import { contextWindow } from '../../../app/analytics/context-windows.ts'

test('a model has the window that its maker published, however a provider writes its name', () => {
  const names = [
    'claude-opus-4-5-20251101',
    'us.anthropic.claude-sonnet-4-20250514-v1:0',
    'claude-sonnet-4@20250514',
    'anthropic/claude-3.7-sonnet',
  ]
  expect(names.map((name) => contextWindow(name))).toEqual([200_000, 200_000, 200_000, 200_000])
  const long = ['claude-opus-4-6', 'claude-sonnet-4-5-20250929[1m]', 'claude-haiku-5-5', 'anthropic/claude-opus-4.7']
  expect(long.map((name) => contextWindow(name))).toEqual(long.map(() => 1_000_000))
  expect(['gpt-4o', 'gpt-4o-2024-08-06', 'o3'].map((name) => contextWindow(name))).toEqual([128_000, 128_000, 200_000])
})

test('a model that is not listed has no window', () => {
  expect(['gpt-5', 'claude-opus-9', ''].map((name) => contextWindow(name))).toEqual([null, null, null])
})

test('a context larger than the standard window shows that the long one was used', () => {
  expect(contextWindow('claude-sonnet-4-5-20250929', 250_000)).toBe(1_000_000)
})
