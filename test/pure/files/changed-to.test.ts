import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changedTo, observedWhole, wholeFile, type KnownFile } from '../../../app/files/known-file.ts'

/** Lines that are often equal, and texts that often are too. */
const text = fc
  .array(fc.constantFrom('', 'a', 'b', 'ab', 'é'.repeat(9), 'x'.repeat(300)), { maxLength: 12 })
  .map((lines) => lines.join('\n'))

const linesOf = ({ stretches }: KnownFile): readonly string[] => stretches.flatMap(({ lines }) => lines)
const recordsOf = ({ stretches }: KnownFile): readonly number[] => stretches.flatMap(({ lines, record }) => lines.map(() => record))

/** As many lines at the beginning as are shared, then as many at the end; -1: a new line. */
const placesBefore = (before: readonly string[], after: readonly string[]): readonly number[] => {
  const most = Math.min(before.length, after.length)
  let [start, end] = [0, 0]
  while (start < most && before[start] === after[start]) start += 1
  while (end < most - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1
  return after.map((_, at) => (at < start ? at : at >= after.length - end ? at - after.length + before.length : -1))
}

test('a change keeps the lines before and after it as they were known, and makes those between known by its record', () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 2, maxLength: 5 }), ([first = '', ...others]) => {
      let file = wholeFile(first, 'observed', 0)
      others.forEach((after, at) => {
        const [before, records] = [linesOf(file), recordsOf(file)]
        file = changedTo(file, after, at + 1)
        const lines = after.split('\n')
        expect(linesOf(file)).toEqual(lines)
        expect(file.total).toBe(lines.length)
        expect(file.stretches.map(({ from }) => from)[0]).toBe(1)
        const expected = placesBefore(before, lines).map((place) => (place === -1 ? at + 1 : records[place]))
        expect(recordsOf(file)).toEqual(expected)
      })
    }),
    { numRuns: 2000 },
  )
})

test('a content that is observed again is known as observed, with the same lines', () => {
  fc.assert(
    fc.property(text, text, (first, second) => {
      const known = changedTo(wholeFile(first, 'observed', 0), second, 1)
      for (const content of [first, second]) expect(observedWhole(content, known, 2)).toEqual(wholeFile(content, 'observed', 2))
    }),
  )
})
