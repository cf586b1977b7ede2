import { expect, test } from 'vitest'
import { foundPlaces } from '../../../../../renderer/ui/forms/found-places.ts'

test('a found secret says how often it was found, and names its only place or counts its places', () => {
  const session = '1a2b3c4d-0000-4000-8000-000000000000'
  expect(foundPlaces(1, ['ctx-1a2b'])).toBe('1 time, in ctx-1a2b')
  expect(foundPlaces(3, [session])).toBe('3 times, in session 1a2b3c4d')
  expect(foundPlaces(1200, ['ctx-1a2b', 'ctx-3c4d'])).toBe('1,200 times, in 2 commits')
  expect(foundPlaces(2, ['ctx-1a2b', session])).toBe('2 times, in 2 places')
})
