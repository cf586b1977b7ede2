/** What a search asks for, by its address. */
import { expect, test } from 'vitest'
import { kindsIn, searchQuery, withKind } from '../../../../../renderer/screens/search/search-query.ts'
import { searchAddress } from '../../../../../renderer/screens/search/address.ts'

test('no search is sent before two characters are typed', () => {
  for (const text of [undefined, 'a', ' a ']) expect(searchQuery({ ...searchAddress, text })).toBeUndefined()
  expect(searchQuery({ ...searchAddress, text: 'ab' })).toEqual({ text: 'ab', kinds: [] })
})

test('unknown kinds restrict nothing, and all kinds together restrict nothing', () => {
  expect(kindsIn('thinking,smell')).toEqual(['thinking'])
  expect(kindsIn('smell')).toEqual([])
  expect(withKind(undefined, 'thinking')).toBe('thinking')
  expect(withKind('thinking', 'thinking')).toBeUndefined()
  expect(withKind('prompt,response,thinking', 'tool_call')).toBeUndefined()
})
