/** The texts within the input of a call. */
import { expect, test } from 'vitest'
import { callText } from '../../../app/conversation/record-texts.ts'

test('a call whose input is a list of 300,000 texts has all of them, in their order', () => {
  const list = Array.from({ length: 300_000 }, (_, at) => `item${at}`)
  expect(callText('Odd', { list, after: 'end' })).toBe(['Odd', ...list, 'end'].join('\n'))
})
