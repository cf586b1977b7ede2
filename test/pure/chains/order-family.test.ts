/** Among sessions that share records, who owns them depends on what the sessions say, never on the order of import. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findFamilies, orderFamily, ownersOf } from '../../../app/chains/order-family.ts'
import type { FamilyMember, FamilyShare, SharedUuid } from '../../../app/chains/order-family.ts'

const member = (sessionId: string, firstAt: number | null, ...forkedFrom: readonly string[]): FamilyMember => ({
  sessionId,
  firstAt,
  forkedFrom,
})
/** What sessions hold together from a time on, with notes among it in some of them. */
const together = (firstAt: number, holders: readonly string[], woven: Readonly<Record<string, number>> = {}): readonly FamilyShare[] =>
  holders.map((sessionId) => ({ sessionId, holders, firstAt, woven: woven[sessionId] ?? 0 }))
const names = (members: readonly FamilyMember[]): readonly string[] => members.map(({ sessionId }) => sessionId)

test('the session that begins earlier owns the shared records', () => {
  expect(names(orderFamily([member('b', 2), member('a', 3), member('c', 1)], []))).toEqual(['c', 'b', 'a'])
})

test('of sessions that begin at the same time, the one with notes among its shared records owns them', () => {
  expect(names(orderFamily([member('a', 1), member('b', 1)], together(1, ['a', 'b'], { b: 3 })))).toEqual(['b', 'a'])
})

test('notes that a copy shares with its own copies do not decide who owns the records it copied', () => {
  const shares = [...together(1, ['a', 'b', 'c'], { c: 2 }), ...together(5, ['a', 'b'], { b: 9 }), ...together(7, ['a'])]
  expect(names(orderFamily([member('a', 1), member('b', 1), member('c', 1)], shares))).toEqual(['c', 'b', 'a'])
})

test('of sessions that begin with the same records, one without other records is the original', () => {
  const shares = [...together(1, ['a', 'b', 'c']), ...together(5, ['a', 'b']), ...together(9, ['a'])]
  expect(names(orderFamily([member('a', 1), member('b', 1), member('c', 1)], shares))).toEqual(['c', 'b', 'a'])
})

test('of sessions that continue the same records at the same time, the smaller name comes first', () => {
  const shares = [...together(1, ['a', 'b']), ...together(5, ['a']), ...together(5, ['b'])]
  expect(names(orderFamily([member('b', 1), member('a', 1)], shares))).toEqual(['a', 'b'])
})

test('of sessions that continue the same records, the one that continues earlier is the original', () => {
  const shares = [...together(1, ['a', 'b']), ...together(8, ['a']), ...together(5, ['b'])]
  expect(names(orderFamily([member('a', 1), member('b', 1)], shares))).toEqual(['b', 'a'])
})

test('sessions that begin at the same time, or at no known time, are ordered by name and come last', () => {
  expect(names(orderFamily([member('d', null), member('b', 1), member('c', null), member('a', 1)], []))).toEqual(['a', 'b', 'c', 'd'])
})

test('the session that another names as its origin comes first, even if its times are later', () => {
  expect(names(orderFamily([member('copy', 1, 'middle'), member('middle', 2, 'first'), member('first', 3)], []))).toEqual([
    'first',
    'middle',
    'copy',
  ])
})

test('a session forked from one that is not among the members is ordered by its beginning', () => {
  expect(names(orderFamily([member('b', 2), member('a', 1, 'gone')], []))).toEqual(['a', 'b'])
})

test('sessions that name each other as origin still have an order', () => {
  expect(names(orderFamily([member('a', 2, 'b'), member('b', 1, 'a'), member('c', 3, 'c')], []))).toHaveLength(3)
})

test('families are sessions that share a record, directly or through others', () => {
  const shared = [
    { uuid: '1', sessionIds: ['a', 'b'] },
    { uuid: '2', sessionIds: ['c', 'b'] },
    { uuid: '3', sessionIds: ['y', 'x'] },
    { uuid: '4', sessionIds: [] },
  ]
  expect(findFamilies(shared)).toEqual([
    ['a', 'b', 'c'],
    ['x', 'y'],
  ])
})

test('each shared record belongs to the first session that contains it', () => {
  const shared = [
    { uuid: 'u1', sessionIds: ['a', 'b', 'c'] },
    { uuid: 'u2', sessionIds: ['c', 'b'] },
  ]
  const owners = ownersOf([member('a', 1), member('b', 2), member('c', 3)], shared)
  expect([...owners].map(([id, own]) => [id, ...own])).toEqual([['a'], ['b', ['u1', 'a']], ['c', ['u1', 'a'], ['u2', 'b']]])
})

const ids = ['a', 'b', 'c', 'd', 'e', 'f']
const anyMembers: fc.Arbitrary<readonly FamilyMember[]> = fc
  .tuple(
    ...ids.map((sessionId) =>
      fc.record({
        sessionId: fc.constant(sessionId),
        firstAt: fc.option(fc.integer({ min: 0, max: 3 })),
        forkedFrom: fc.uniqueArray(fc.constantFrom(...ids), { maxLength: 2 }),
      }),
    ),
  )
  .map((members) => members)
const anyShares: fc.Arbitrary<readonly FamilyShare[]> = fc
  .array(
    fc.uniqueArray(fc.constantFrom(...ids), { minLength: 1, maxLength: 4 }).chain((holders) =>
      fc.tuple(
        ...[...holders].sort().map((sessionId, _, sorted) =>
          fc.record({
            sessionId: fc.constant(sessionId),
            holders: fc.constant(sorted),
            firstAt: fc.option(fc.integer({ min: 0, max: 5 })),
            woven: fc.nat({ max: 2 }),
          }),
        ),
      ),
    ),
    { maxLength: 6 },
  )
  .map((runs) => runs.flat())
const anyShared: fc.Arbitrary<readonly SharedUuid[]> = fc.array(
  fc.record({ uuid: fc.uuid(), sessionIds: fc.uniqueArray(fc.constantFrom(...ids), { minLength: 2, maxLength: 4 }) }),
  { maxLength: 12 },
)
const shuffled = <T>(items: readonly T[]): fc.Arbitrary<readonly T[]> =>
  fc.shuffledSubarray([...items], { minLength: items.length, maxLength: items.length })

test('order, families and owners do not depend on the order of the input', () => {
  const cases = fc.tuple(anyMembers, anyShares, anyShared).chain(([members, shares, shared]) =>
    fc.record({
      members: fc.constant(members),
      shares: fc.constant(shares),
      otherShares: shuffled(shares),
      shared: fc.constant(shared),
      otherMembers: shuffled(members),
      otherShared: shuffled(shared.map(({ uuid, sessionIds }) => ({ uuid, sessionIds: [...sessionIds].reverse() }))),
    }),
  )
  const byUuid = (owners: ReturnType<typeof ownersOf>) => [...owners].map(([id, own]) => [id, [...own].sort()])
  fc.assert(
    fc.property(cases, ({ members, shares, otherShares, shared, otherMembers, otherShared }) => {
      const order = orderFamily(members, shares)
      expect(orderFamily(otherMembers, otherShares)).toEqual(order)
      expect(
        findFamilies(otherShared)
          .map((family) => [...family])
          .sort(),
      ).toEqual(
        findFamilies(shared)
          .map((family) => [...family])
          .sort(),
      )
      expect(byUuid(ownersOf(order, otherShared))).toEqual(byUuid(ownersOf(order, shared)))
    }),
  )
})

test('every shared record has one owner, and the owner lists it as its own', () => {
  fc.assert(
    fc.property(anyMembers, anyShares, anyShared, (members, shares, shared) => {
      const owners = ownersOf(orderFamily(members, shares), shared)
      for (const { uuid, sessionIds } of shared) {
        const said = new Set(sessionIds.map((id) => owners.get(id)?.get(uuid)))
        said.delete(undefined)
        expect(said.size).toBe(1)
        const [owner] = said
        expect(owners.get(owner ?? '')?.has(uuid)).toBe(false)
      }
    }),
  )
})
