import { expect, test } from 'vitest'
import { sessionsAddress, type SessionsAddress } from '../../../../../renderer/screens/sessions/address.ts'
import { filterWords } from '../../../../../renderer/screens/sessions/filter-words.ts'
import { toggled, withoutIds, withRows } from '../../../../../renderer/screens/sessions/picked-sessions.ts'
import { filtersIn, renamedFilter, withFilter, withoutFilter } from '../../../../../renderer/ui/forms/saved-filters.ts'

const one = { name: 'one', address: '/sessions?text=a' }
const two = { name: 'two', address: '/sessions?text=b' }

test('saved filters are kept by name: one of the same name is replaced, and a taken name is refused', () => {
  const both = withFilter(withFilter([], two), one)
  expect(both).toEqual([one, two])
  expect(withFilter(both, { name: 'one', address: '/sessions' })).toEqual([{ name: 'one', address: '/sessions' }, two])
  expect(renamedFilter(both, 'one', 'two')).toBeUndefined()
  expect(renamedFilter(both, 'one', 'zero')).toEqual([two, { ...one, name: 'zero' }])
  expect(withoutFilter(both, 'one')).toEqual([two])
})

test('preferences that are damaged hold no filters', () => {
  for (const text of [undefined, '', '{', '{}', 'null', '[1, null, {"name": 2}]']) expect(filtersIn(text)).toEqual([])
  expect(filtersIn(JSON.stringify([one, { name: 'x' }]))).toEqual([one])
})

test('filters are shown in words', () => {
  expect(filterWords(sessionsAddress)).toBe('All sessions; sorted by last record, descending; grouped by day')
  const address: SessionsAddress = { ...sessionsAddress, text: 'a b', project: '/home/sam/boat', compacted: true, group: 'none' }
  expect(filterWords(address)).toBe('“a b”, project boat, compacted; sorted by last record, descending')
})

test('a pick adds a session and a second one takes it out', () => {
  const row = (sessionId: string) => ({ sessionId }) as Parameters<typeof toggled>[1]
  const picked = withRows(toggled(new Map(), row('a')), [row('b'), row('c')])
  expect([...picked.keys()]).toEqual(['a', 'b', 'c'])
  expect([...toggled(picked, row('b')).keys()]).toEqual(['a', 'c'])
  expect([...withoutIds(picked, ['a', 'c']).keys()]).toEqual(['b'])
})
