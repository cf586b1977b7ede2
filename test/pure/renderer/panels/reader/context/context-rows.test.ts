/** The items of a context as a list, and the shares of its bar. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { KindShare, RequestPart } from '../../../../../../app/contract/context.ts'
import type { RequestPartKind } from '../../../../../../app/model/request-part.ts'
import { shownParts } from '../../../../../../renderer/panels/reader/context/context-rows.ts'
import { freeTokens, percentOf, windowShares } from '../../../../../../renderer/ui/context/window-shares.ts'

const part = (place: number, given: Partial<RequestPart> = {}): RequestPart => ({
  place,
  kind: 'result',
  layer: 2,
  owner: { kind: 'tool', name: 'Read' },
  about: null,
  tool: 'Read',
  path: null,
  objectId: null,
  age: 0,
  chars: 0,
  tokens: 0,
  isPreserved: false,
  commitId: null,
  sourceId: null,
  line: null,
  fileLine: null,
  ofLine: null,
  sameText: null,
  sameFile: null,
  namedAgain: null,
  ...given,
})

const kinds: readonly RequestPartKind[] = [
  'system_prompt',
  'tools',
  'not_recorded',
  'instructions',
  'listing',
  'injection',
  'summary',
  'prompt',
  'response',
  'thinking',
  'call',
  'result',
  'image',
  'document',
]

test('items are listed by size, by age or in order, and equal ones in order', () => {
  const parts = [part(1, { tokens: 5, age: 2 }), part(2, { tokens: 9, age: 2 }), part(3, { tokens: 5, age: 0 })]
  const places = (by: string, descending: boolean): readonly number[] =>
    shownParts(parts, 'all', { by, descending }).map(({ place }) => place)
  expect(places('tokens', true)).toEqual([2, 1, 3])
  expect(places('age', true)).toEqual([1, 2, 3])
  expect(places('place', false)).toEqual([1, 2, 3])
  expect(places('place', true)).toEqual([3, 2, 1])
})

test('where tokens are not known, characters decide', () => {
  const parts = [part(1, { tokens: null, chars: 5 }), part(2, { tokens: null, chars: 9 })]
  expect(shownParts(parts, 'all', { by: 'tokens', descending: true }).map(({ place }) => place)).toEqual([2, 1])
})

test('repeated items are the second and further ones, and those that nothing names again are a set', () => {
  const parts = [
    part(1, { sameFile: { group: 1, nth: 1, times: 2 }, namedAgain: 'later' }),
    part(2, { sameFile: { group: 1, nth: 2, times: 2 }, namedAgain: 'never' }),
    part(3, { sameText: { group: 1, nth: 2, times: 2 }, namedAgain: 'earlier' }),
  ]
  const places = (set: 'repeated' | 'unreferred'): readonly number[] =>
    shownParts(parts, set, { by: 'place', descending: false }).map(({ place }) => place)
  expect(places('repeated')).toEqual([2, 3])
  expect(places('unreferred')).toEqual([2, 3])
})

test('the shares of the bar have every kind once, and add up to the whole', () => {
  const share = fc.record({ kind: fc.constantFrom(...kinds), items: fc.nat(50), chars: fc.nat(), tokens: fc.nat(1_000_000) })
  fc.assert(
    fc.property(fc.uniqueArray(share, { selector: ({ kind }) => kind }), (given: readonly KindShare[]) => {
      const sum = (numbers: readonly number[]): number => numbers.reduce((so, one) => so + one, 0)
      const shown = given.filter(({ items }) => items > 0)
      expect(sum(windowShares(shown).map(({ tokens }) => tokens))).toBe(sum(shown.map(({ tokens }) => tokens ?? 0)))
      expect(sum(windowShares(shown).map(({ items }) => items))).toBe(sum(shown.map(({ items }) => items)))
    }),
  )
})

test('free space is not known without the window, and never less than nothing', () => {
  expect(freeTokens({ tokens: 10, window: null })).toBeUndefined()
  expect(freeTokens({ tokens: 250, window: 200 })).toBe(0)
  expect(percentOf(1, 100_000)).toBe('< 0.1 %')
  expect(percentOf(0, 0)).toBe('0.0 %')
})
