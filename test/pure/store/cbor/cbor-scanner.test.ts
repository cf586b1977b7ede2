/** One CBOR item that comes in pieces: found whole at its last byte, whatever the pieces are. */
import { Encoder } from 'cbor-x'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { endOfItem } from '../../../../app/store/cbor/cbor-head.ts'
import { CborScanner } from '../../../../app/store/cbor/cbor-scanner.ts'

const encoder = new Encoder({ useRecords: false, mapsAsObjects: true, variableMapSize: true, tagUint8Array: false })

/** The length at which the item is whole, and its length; undefined: it never is. */
const wholeAt = (bytes: Uint8Array, pieceBytes: number): readonly [number, number] | undefined => {
  const scanner = new CborScanner()
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    const item = scanner.push(bytes.subarray(at, at + pieceBytes))
    if (item !== undefined) return [scanner.length, item.length]
  }
  return undefined
}

test('an item is complete at its last byte, not before and not later', () => {
  fc.assert(
    fc.property(
      fc.object({ maxDepth: 4, values: [fc.string(), fc.integer(), fc.boolean(), fc.uint8Array(), fc.constant(null)] }),
      (value) => {
        const bytes = Uint8Array.from(encoder.encode(value))
        expect(wholeAt(bytes, 1)).toEqual([bytes.length, endOfItem(bytes, 0)])
      },
    ),
    { numRuns: 300 },
  )
})

test.each([
  ['9f0102ff', 'an array of indefinite length'],
  ['bf6161a0ff', 'a map of indefinite length'],
  ['5f41004101ff', 'a string of indefinite length'],
  ['c1c1d81800', 'tags'],
  ['818080', 'arrays of nothing'],
])('%s: %s', (hex) => {
  const bytes = Uint8Array.from(Buffer.from(`${hex}00`, 'hex'))
  const end = endOfItem(bytes, 0)
  expect(wholeAt(bytes, 1)).toEqual([end, end])
  expect(wholeAt(bytes, bytes.length)).toEqual([bytes.length, end])
})

test('input that is not CBOR is refused at its first wrong byte', () => {
  expect(() => wholeAt(Uint8Array.from([0x1c]), 1)).toThrow(/malformed/)
  expect(() => wholeAt(new Uint8Array(40).fill(0x81), 1)).toThrow(/deeper than 32/)
  expect(() => wholeAt(Uint8Array.from([0x9a, 1, 0, 0, 0]), 1)).toThrow(/131,072/)
  expect(wholeAt(Uint8Array.from([0x5a, 1, 0, 0, 0]), 1)).toBeUndefined()
})

test('a request of a million items in a million pieces is read as quickly as its bytes', () => {
  const items = 130_000
  const row = Uint8Array.from([0x9a, 0, 1, 0xfb, 0xd0, ...new Uint8Array(items)])
  const bytes = Uint8Array.from([0x88, ...Array.from({ length: 8 }, () => [...row]).flat()])
  expect(wholeAt(bytes, 1)).toEqual([bytes.length, bytes.length])
})
