import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { artifactHash } from '../../../../app/model/ids.ts'
import { ArtifactIndex } from '../../../../app/store/tables/artifact-index.ts'

const hashOf = (text: string) => artifactHash(createHash('sha256').update(text).digest('hex'))

test('every artifact is found where it was added last, and no other is found', () => {
  const index = new ArtifactIndex()
  for (let at = 0; at < 5_000; at++) index.set(hashOf(String(at)), { packId: 1, offset: at, length: 1 })
  for (let at = 0; at < 5_000; at += 2) index.set(hashOf(String(at)), { packId: 4_000_000_000, offset: 4_294_967_295, length: at })
  expect(index.size).toBe(5_000)
  for (let at = 0; at < 5_000; at++) {
    const expected = at % 2 === 0 ? { packId: 4_000_000_000, offset: 4_294_967_295, length: at } : { packId: 1, offset: at, length: 1 }
    expect(index.find(hashOf(String(at)))).toEqual(expected)
  }
  expect(index.has(hashOf('another'))).toBe(false)
  expect(index.find(hashOf('another'))).toBeUndefined()
})

test('a prefix finds exactly the artifacts that begin with it', () => {
  const tail = fc.stringMatching(/^[0-3]{56}$/)
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.tuple(fc.constantFrom('00000000', '00000001', '00000400', 'ffffffff'), tail), { maxLength: 60 }),
      fc.integer({ min: 8, max: 32 }),
      (parts, digits) => {
        const hashes = parts.map(([head, rest]) => artifactHash(head + rest))
        const index = new ArtifactIndex()
        hashes.forEach((hash, at) => index.set(hash, { packId: 1, offset: at, length: 1 }))
        for (const hash of hashes) {
          const prefix = hash.slice(0, digits)
          const expected = hashes.flatMap((other, at) => (other.startsWith(prefix) ? [at] : []))
          expect(
            index
              .startingWith(prefix)
              .map((place) => place.offset)
              .sort((a, b) => a - b),
          ).toEqual(expected)
        }
      },
    ),
  )
})
