/** Values that are nested too deeply to be walked. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boundedDepth, parseBounded } from '../../../app/model/bounded-depth.ts'

const nested = (levels: number, open: string, close: string): string => `${open.repeat(levels)}1${close.repeat(levels)}`

test('JSON of any depth becomes a value that can be written again', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 20_000 }),
      fc.constantFrom(['[', ']'] as const, ['{"a":', '}'] as const),
      (levels, [open, close]) => {
        const text = nested(levels, open, close)
        const written = JSON.stringify(parseBounded(text))
        if (levels <= 1000) expect(written).toBe(text)
        else expect(written).toContain('not available: nested too deeply')
      },
    ),
    { numRuns: 50 },
  )
})

test('a value that is not nested deeply is left as it is', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(boundedDepth(value)).toBe(value)
    }),
  )
})

test('what stands beside a value that is nested too deeply is kept', () => {
  const value = parseBounded(`{"name":"a","deep":${nested(100_000, '[', ']')},"list":[1,"b"]}`)
  expect(value).toMatchObject({ name: 'a', list: [1, 'b'] })
})
