/** Texts of which a longer text consists. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TextParts } from '../../../../app/engine/context/request/text-parts.ts'

const once = (): number => 1

test('a text that consists of known texts has them in their order, and one with other words has none', () => {
  const known = new TextParts(['Be kind.', 'Be kind.\nAnd brief.', 'The date is a day in May.', 'Ropes'])
  expect(known.of('The date is a day in May.\n\nBe kind.\nAnd brief.  Ropes', once)).toEqual([
    'The date is a day in May.',
    'Be kind.\nAnd brief.',
    'Ropes',
  ])
  expect(known.of('Be kind. Always.', once)).toBeUndefined()
  expect(known.of('', once)).toEqual([])
})

test('a text is used no more often than it is there', () => {
  const known = new TextParts(['Ropes'])
  expect(known.of('Ropes\nRopes', () => 2)).toEqual(['Ropes', 'Ropes'])
  expect(known.of('Ropes\nRopes', once)).toBeUndefined()
})

test('any sequence of different texts is found, of any length and with any common beginnings', () => {
  const word = fc.stringMatching(/^[ab]{1,60}$/)
  fc.assert(
    fc.property(fc.uniqueArray(word, { minLength: 1, maxLength: 30 }), fc.constantFrom('\n', '  ', '\n\n'), (texts, between) => {
      const known = new TextParts(texts)
      expect([...(known.of(texts.join(between), once) ?? [])].sort()).toEqual([...texts].sort())
    }),
  )
})
