/** The pieces of a passage in the index: what is packed is what is unpacked. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Piece } from '../../../../app/engine/search/index/index-messages.ts'
import { packPieces, unpackPieces } from '../../../../app/engine/search/index/packed-pieces.ts'
import { recordClasses } from '../../../../app/model/record-class.ts'
import { textKinds } from '../../../../app/model/search/search-query.ts'

const number = fc.nat({ max: 5_000_000 })

const piece: fc.Arbitrary<Piece> = fc.record({
  sourceId: fc.constantFrom('4f2a', '77b0', 'a: source'),
  line: number,
  block: fc.nat({ max: 40 }),
  place: number,
  kind: fc.constantFrom(...textKinds),
  class: fc.constantFrom('', ...recordClasses),
  from: number,
  to: number,
  tool: fc.nat({ max: 300 }),
  file: number,
  isError: fc.boolean(),
  // The times of a passage may lie in any order, and before 1970.
  occurredAt: fc.option(fc.integer({ min: -1_000_000_000_000, max: 4_000_000_000_000 })),
})

test('pieces are the same after they are packed', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      expect(unpackPieces(packPieces(pieces))).toEqual(pieces)
    }),
  )
})
