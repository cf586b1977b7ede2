import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareChains, mergeBase } from '../../../../app/engine/commits/compare-commits.ts'
import { readTime } from '../../../../app/chains/read-time.ts'

/** Commits 0, 1, 2, …, each with the number of its parent, which is smaller; -1: a root. */
const forests = fc
  .array(fc.integer({ min: -1, max: 40 }), { minLength: 1, maxLength: 40 })
  .map((parents) => parents.map((parent, at) => Math.min(parent, at - 1)))

const chainOf = (parents: readonly number[], tip: number): readonly string[] => {
  const parent = parents[tip] ?? -1
  return [String(tip), ...(parent < 0 ? [] : chainOf(parents, parent))]
}

const two = forests.chain((parents) =>
  fc.record({ parents: fc.constant(parents), left: fc.nat(parents.length - 1), right: fc.nat(parents.length - 1) }),
)

test('a merge base is a common ancestor of which no other common ancestor is a descendant', () => {
  fc.assert(
    fc.property(two, ({ parents, left, right }) => {
      const [a, b] = [chainOf(parents, left), chainOf(parents, right)]
      const common = a.filter((id) => b.includes(id))
      // The newest of them is the one from which all the others can be reached.
      const newest = common.find((id) => common.every((other) => chainOf(parents, Number(id)).includes(other)))
      expect(mergeBase(a, b)).toBe(newest)
      expect(mergeBase(b, a)).toBe(newest)
    }),
  )
})

test('commits of one chain, commits of the other and common commits are all commits of both', () => {
  fc.assert(
    fc.property(two, ({ parents, left, right }) => {
      const [a, b] = [chainOf(parents, left), chainOf(parents, right)]
      const { onlyLeft, onlyRight } = compareChains(a, b)
      expect(onlyLeft).toEqual(a.filter((id) => !b.includes(id)))
      expect(onlyRight).toEqual(b.filter((id) => !a.includes(id)))
    }),
  )
})

test.each([
  ['2026-01-31T10:00:00Z', Date.UTC(2026, 0, 31, 10)],
  ['2026-01-31T10:00:00.999Z', Date.UTC(2026, 0, 31, 10)],
  ['2026-01-31T10:00+01:00', Date.UTC(2026, 0, 31, 9)],
  ['2026-01-31T10:00:30-0530', Date.UTC(2026, 0, 31, 15, 30, 30)],
])('%s is a time', (text, ms) => {
  expect(readTime(text)).toBe(ms)
})

test.each(['', 'yesterday', '2026-01-31', '2026-01-31T10:00:00', '2026-02-30T10:00:00Z', '2026-01-31T25:00:00Z', '2026-13-01T00:00:00Z'])(
  '“%s” is not a time',
  (text) => {
    expect(readTime(text)).toBeUndefined()
  },
)
