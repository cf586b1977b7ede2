import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ancestorsOf, orderCommits, type LinkedCommit } from '../../../../app/engine/commits/order-commits.ts'

/** Any forest of commits with clocks that may be wrong. */
const forest = fc
  .array(fc.record({ parent: fc.nat(), isRoot: fc.boolean(), madeAt: fc.integer({ min: 0, max: 20 }), session: fc.nat({ max: 3 }) }), {
    maxLength: 60,
  })
  .map((rows) =>
    rows.map(({ parent, isRoot, madeAt, session }, index): LinkedCommit => ({
      commitId: `ctx-${index}`,
      parentId: isRoot || index === 0 ? null : `ctx-${parent % index}`,
      sessionId: `s${session}`,
      position: index,
      madeAt,
    })),
  )

const ids = (commits: readonly LinkedCommit[]): readonly string[] => commits.map(({ commitId }) => commitId)

test('every commit comes before its parent, regardless of the clocks', () => {
  fc.assert(
    fc.property(forest, (commits) => {
      const place = new Map(ids(orderCommits(commits)).map((id, index) => [id, index]))
      expect(place.size).toBe(commits.length)
      for (const { commitId, parentId } of commits)
        if (parentId !== null) expect(place.get(commitId)).toBeLessThan(place.get(parentId) ?? Infinity)
    }),
  )
})

test('the order does not depend on the order of the rows', () => {
  fc.assert(
    fc.property(
      forest.chain((commits) => fc.tuple(fc.constant(commits), fc.shuffledSubarray(commits, { minLength: commits.length }))),
      ([commits, shuffled]) => {
        expect(ids(orderCommits(shuffled))).toEqual(ids(orderCommits(commits)))
      },
    ),
  )
})

test('with correct clocks the newest comes first', () => {
  const commit = (commitId: string, parentId: string | null, madeAt: number): LinkedCommit => ({
    commitId,
    parentId,
    madeAt,
    sessionId: 's',
    position: madeAt,
  })
  expect(ids(orderCommits([commit('a', null, 1), commit('b', 'a', 2), commit('c', 'a', 4), commit('d', 'b', 3)]))).toEqual([
    'c',
    'd',
    'b',
    'a',
  ])
})

test('a chain of a hundred thousand commits is walked without recursion', () => {
  const chain = Array.from({ length: 100_000 }, (_, index): LinkedCommit => {
    return { commitId: String(index), parentId: index === 0 ? null : String(index - 1), sessionId: 's', position: index, madeAt: 0 }
  })
  expect(orderCommits([...chain].reverse())[0]?.commitId).toBe('99999')
  expect(ancestorsOf(chain, ['99999']).size).toBe(100_000)
})

test('a circle of parents in a damaged table ends the walk', () => {
  const circle = ['a', 'b'].map((commitId, position): LinkedCommit => {
    return { commitId, parentId: commitId === 'a' ? 'b' : 'a', sessionId: 's', position, madeAt: 0 }
  })
  expect(orderCommits(circle)).toHaveLength(2)
})
