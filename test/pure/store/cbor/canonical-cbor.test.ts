import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CborFloat, decodeCbor, encodeCbor } from '../../../../app/store/cbor/canonical-cbor.ts'

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

test.each([
  [0, 'f90000'],
  [1, 'f93c00'],
  [1.5, 'f93e00'],
  [4.5, 'f94480'],
  [45.5, 'f951b0'],
  [65_504, 'f97bff'],
  [65_505, 'fa477fe100'],
  [100_000, 'fa47c35000'],
  [0.1, 'fb3fb999999999999a'],
  [0.3333333333333333, 'fb3fd5555555555555'],
  [0.015, 'fb3f8eb851eb851eb8'],
  [3.4028234663852886e38, 'fa7f7fffff'],
  [1e300, 'fb7e37e43c8800759c'],
  [2 ** -24, 'f90001'],
  [2 ** -14, 'f90400'],
  [-2, 'f9c000'],
  [-0, 'f98000'],
  [Infinity, 'f97c00'],
  [NaN, 'f97e00'],
])('the float %d takes the shortest width that is exact', (value, bytes) => {
  expect(hex(encodeCbor(new CborFloat(value)))).toBe(bytes)
})

test.each([
  [0, '00'],
  [23, '17'],
  [24, '1818'],
  [255, '18ff'],
  [256, '190100'],
  [65_536, '1a00010000'],
  [1_735_689_600, '1a67748580'],
  [2 ** 32, '1b0000000100000000'],
  [-1, '20'],
  [-2, '21'],
  [-500, '3901f3'],
])('the integer %i takes the fewest bytes', (value, bytes) => {
  expect(hex(encodeCbor(value))).toBe(bytes)
})

test('keys are ordered by length, then by bytes, and absent ones leave no trace', () => {
  expect(hex(encodeCbor({ bb: 1, a: 2, aa: null, z: true, gone: undefined }))).toBe('a4616102617af5626161f662626201')
  expect(hex(encodeCbor({ error: 'unknown action "foo"', ok: false }))).toBe(
    'a2626f6bf4656572726f7274756e6b6e6f776e20616374696f6e2022666f6f22',
  )
})

test('bytes stay bytes and text stays text', () => {
  expect(hex(encodeCbor([Buffer.from('test'), 'test']))).toBe('8244746573746474657374')
})

test('any value is decoded as it was encoded, and encodes again to the same bytes', () => {
  const leaf = fc.oneof(fc.maxSafeInteger(), fc.string({ unit: 'grapheme' }), fc.boolean(), fc.constant(null))
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small' },
      leaf,
      fc.array(tie('tree')),
      fc.dictionary(fc.stringMatching(/^[a-z]{1,12}$/), tie('tree'), { noNullPrototype: true }),
    ),
  }))
  fc.assert(
    fc.property(tree, (value) => {
      const bytes = encodeCbor(value as never)
      const decoded = JSON.parse(
        JSON.stringify(decodeCbor(bytes), (_key, part: unknown) => (typeof part === 'bigint' ? Number(part) : part)),
      ) as unknown
      expect(decoded).toEqual(JSON.parse(JSON.stringify(value)))
      expect(encodeCbor(decoded as never).equals(bytes)).toBe(true)
    }),
  )
})

test('a large value is encoded completely, and the next value is separate', () => {
  const value = { text: 'é'.repeat(100_000), bytes: Buffer.alloc(300_000, 7), list: Array.from({ length: 70_000 }, (_, at) => at) }
  const bytes = encodeCbor(value)
  const small = encodeCbor({ a: 1 })
  expect(decodeCbor(bytes)).toEqual(value)
  expect(hex(small)).toBe('a1616101')
})

test('keys beyond ASCII are ordered by their bytes', () => {
  expect(hex(encodeCbor({ '\u{1f600}': 1, '\uff41a': 2, zzzz: 3, é: 4 }))).toBe('a462c3a904647a7a7a7a0364efbd81610264f09f988001')
})

test('an integer that JavaScript cannot hold exactly is refused', () => {
  expect(() => encodeCbor(2 ** 53)).toThrow('no safe integer')
})
