import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ArtifactHasher, chunkHash, fileHash, hashArtifact, merkleRoot } from '../../../../app/store/files/artifact-hash.ts'
import { chunkSizes } from '../../../../app/store/files/chunk-boundaries.ts'
import { gearTable } from '../../../../app/store/files/gear-table.ts'
import { ContentHasher, hashBytes } from '../../../../app/store/files/content-hash.ts'

const text = (content: string): Buffer => Buffer.from(content)
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

/** The byte sequence of the format's chunking vectors: a linear congruential generator's top bytes. */
const pseudoRandom = (length: number): Buffer => {
  const bytes = Buffer.alloc(length)
  let state = 1
  for (let at = 0; at < length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    bytes[at] = state >>> 24
  }
  return bytes
}

test('the gear table equals that of the format', () => {
  const bytes = Buffer.alloc(1024)
  gearTable.forEach((value, at) => bytes.writeUInt32BE(value, at * 4))
  expect(createHash('sha256').update(bytes).digest('hex')).toBe('cf0ecc65015bdb4d631ef9ae55c9fc7b1c234d6d3410c8f43066e687343b1f9f')
})

test.each([
  [
    'a',
    '939bd5eb4ea1c4538f3c41bf8aa1cd66595601b7b7c50f86dbd5952207257004',
    'd470ac09e8d9b4a3606270885dc9aa2ac995f322ac19e5b8f2986cd1741040b5',
  ],
  [
    'hello',
    'd23d0d5251e091f4f11b98fa858979ffe3b5b96d631896d7fc09e7f4f1db4de9',
    '42ed4b8d8d008c57491a976627df38b84256c600d564ca7b78041e5af015f349',
  ],
  [
    'hello world',
    '15950987560f3d32e0edba3a69f1c5d22ddb5fd75c0e4a48423d6525c78e38d1',
    'c72ca8c64b432c58579280a7aaa22ed6dddcb8d183b0c491e5305a067d3ad305',
  ],
])('the content “%s” has the chunk and file hash that the format gives', (content, chunk, file) => {
  expect(hex(chunkHash(text(content)))).toBe(chunk)
  expect(hashArtifact(text(content))).toBe(file)
})

test('short content has the hashes that the format gives', () => {
  expect(hashArtifact(text('test')).slice(0, 12)).toBe('a6aed5ec95b8')
  expect(hashArtifact(text('a small file that fits in one chunk'))).toBe('44807ecb7bf7e3d05dd145bf773dbb5cd7f52c09ead242697a1e62b90cc601a7')
})

test('empty content has a hash but is refused as an artifact', () => {
  const chunk = chunkHash(text(''))
  expect(hex(chunk)).toBe('18d9d0a1426fd7c71eb17e8d9c6ae0389742e3f5971d0bec60946db814f1f360')
  expect(fileHash(chunk)).toBe('3e359a76f8e61726efd68827ede1b7f02c2f8827bedd3323e14c58c9076402f4')
  expect(() => hashArtifact(text(''))).toThrow(expect.objectContaining({ code: 'empty-content' }))
  expect(() => new ArtifactHasher().digest()).toThrow(expect.objectContaining({ code: 'empty-content' }))
})

test('chunk hashes are paired into a tree whose odd last node moves up', () => {
  const chunks = ['first chunk of a larger file', 'second chunk with different content', 'third and final chunk'].map((one) =>
    chunkHash(text(one)),
  )
  expect(hex(merkleRoot(chunks.slice(0, 2)))).toBe('4fbbe3c4028bee54c0847669df50235793215a8a6c945d511953cdd0aaafb564')
  expect(hex(merkleRoot(chunks))).toBe('7ea2bb82b674fafaeeb9e0bd5860352ee53506ede6cc3a18fd1f748e70eb7944')
  expect(fileHash(merkleRoot(chunks))).toBe('7a6f45581d058dea5ab3f4e9623c37946a7c8406b87018ff9507e55d861272a7')
})

test.each([
  [262_144, [262_144], 'b82047ddc44d6dbafa4a146f6ce26a7496709d58c5eb2754c15ace842b16f8d0'],
  [262_145, [131_072, 100_977, 30_096], 'a8dad949dd6621345dd899efad085407bd3d022c557d7a00045bdcdac5f3a35b'],
  [
    1_000_000,
    [131_072, 100_977, 73_597, 131_072, 80_704, 121_433, 131_072, 63_477, 13_346, 31_890, 121_360],
    'f0e8093ce0047d1f135ae6bf947039adbd7243db01c2df55cbc30eaaec5e1930',
  ],
])('%i pseudo-random bytes are cut and named according to the format', (length, sizes, hash) => {
  expect(chunkSizes(pseudoRandom(length))).toEqual(sizes)
  expect(hashArtifact(pseudoRandom(length))).toBe(hash)
})

test('bytes without any variation are cut at the largest chunk', () => {
  expect(chunkSizes(Buffer.alloc(400_000))).toEqual([131_072, 131_072, 131_072, 6_784])
  expect(hashArtifact(Buffer.alloc(400_000))).toBe('29b5e7a20562560a5da118711c4f6f2ffdb94ff0d0cc39d09412b0e31e879dd1')
})

test('content that arrives in pieces of any size has the same identity as in one', () => {
  const whole = pseudoRandom(3_500_000)
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: whole.length }),
      fc.array(fc.integer({ min: 1_000, max: 1_200_000 }), { minLength: 1, maxLength: 6 }),
      (length, sizes) => {
        const content = whole.subarray(0, length)
        const hasher = new ArtifactHasher()
        for (let start = 0, turn = 0; start < length; turn++) {
          const end = Math.min(length, start + (sizes[turn % sizes.length] ?? length))
          hasher.update(content.subarray(start, end))
          start = end
        }
        expect(hasher.digest()).toBe(hashArtifact(content))
      },
    ),
    { numRuns: 25 },
  )
})

test('a whole file has its plain BLAKE3 hash, in one piece or in many', () => {
  expect(hashBytes(text(''))).toBe('af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262')
  expect(new ContentHasher().update(text('hel')).update(text('lo')).digest()).toBe(hashBytes(text('hello')))
})

/** The rule of events-v1 §4.3, byte by byte. */
const cutsByTheBook = (bytes: Uint8Array): readonly number[] => {
  const ends: number[] = []
  for (let start = 0; start < bytes.length;) {
    let end = bytes.length
    if (bytes.length - start > 131_072) {
      end = start + 131_072
      let hash = 0n
      for (let at = start; at < start + 131_072; at++) {
        hash = ((hash << 1n) + BigInt(gearTable[bytes[at] ?? 0] ?? 0)) & 0xffff_ffff_ffff_ffffn
        if (at - start >= 8_191 && hash >> 48n === 0n) {
          end = at + 1
          break
        }
      }
    }
    ends.push(end - start)
    start = end
  }
  return ends
}

test.each([262_145, 1_048_576, 1_179_700, 2_500_000])(
  'content of %i bytes is cut according to the rule, across every window that is searched',
  (length) => {
    const bytes = pseudoRandom(length)
    expect(chunkSizes(bytes)).toEqual(cutsByTheBook(bytes))
  },
)
