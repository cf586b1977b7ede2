import fc from 'fast-check'
import { expect, test } from 'vitest'
import { artifactIn, encodePackEntry, openPackEntry } from '../../../../app/store/files/pack-entry.ts'
import { hashArtifact } from '../../../../app/store/files/artifact-hash.ts'
import { Pieces } from '../../../../app/store/files/pieces.ts'

const piecesOf = (parts: readonly Uint8Array[]): Pieces => {
  const pieces = new Pieces()
  for (const part of parts) pieces.add(part)
  return pieces
}

test('bytes in pieces of any size are the same bytes, complete and in blocks', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 20 })), fc.integer({ min: 1, max: 30 }), (parts, size) => {
      const whole = Buffer.concat(parts)
      const cut = [...piecesOf(parts).cut(size)]
      expect(piecesOf(parts).whole().equals(whole)).toBe(true)
      expect(Buffer.concat(cut).equals(whole)).toBe(true)
      expect(cut.slice(0, -1).every((piece) => piece.length === size)).toBe(true)
      expect(cut.every((piece) => piece.length > 0)).toBe(true)
    }),
  )
})

test('an artifact in pieces is stored as the same artifact in one', async () => {
  const whole = Buffer.alloc(9_000_000, 'some words, over and over again')
  const hash = hashArtifact(whole)
  const parts = Array.from({ length: 10 }, (_, at) => whole.subarray(at * 900_000, (at + 1) * 900_000))
  const entry = await encodePackEntry('snapshot', hash, piecesOf(parts))
  expect(entry).toEqual(await encodePackEntry('snapshot', hash, whole))
  expect(artifactIn(await openPackEntry(Buffer.from(entry.bytes)), hash)?.equals(whole)).toBe(true)
})
