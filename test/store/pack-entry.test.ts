import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hashArtifact } from '../../app/store/artifact-hash.ts'
import { decodeHeader, decodePackEntry, encodeArtifact, encodePackEntry, headerBytes } from '../../app/store/pack-entry.ts'

const transcript = Buffer.from(Array.from({ length: 400 }, (_, line) => `{"type":"user","line":${line}}\n`).join(''))
const corrupt = expect.objectContaining({ code: 'artifact-corrupt' }) as unknown

test('an artifact comes back from its entry byte for byte, with its kind and its hash', async () => {
  const entry = await encodeArtifact('delta', transcript)
  const { header, raw } = await decodePackEntry(Buffer.from(entry.bytes))
  expect(raw.equals(transcript)).toBe(true)
  expect(header).toEqual({
    kind: 'delta',
    hash: hashArtifact(transcript),
    rawBytes: transcript.length,
    payloadBytes: entry.bytes.length - headerBytes,
    frames: 1,
  })
  expect(entry.bytes.length).toBeLessThan(transcript.length / 4)
})

test('an artifact of several frames comes back byte for byte', async () => {
  const large = Buffer.concat(Array.from({ length: 9 * 90 }, () => transcript))
  const entry = await encodeArtifact('raw', large)
  const { header, raw } = await decodePackEntry(Buffer.from(entry.bytes))
  expect(raw.equals(large)).toBe(true)
  expect(header.frames).toBe(Math.ceil(large.length / 4_194_304))
})

test('any bytes come back as they were, and what does not shrink is stored as it is', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ minLength: 1, maxLength: 3_000 }),
      fc.constantFrom('delta', 'compaction', 'commit', 'manifest', 'raw'),
      async (bytes, kind) => {
        const entry = await encodeArtifact(kind, bytes)
        const { header, raw } = await decodePackEntry(Buffer.from(entry.bytes))
        expect(raw.equals(bytes)).toBe(true)
        expect(header.kind).toBe(kind)
        expect(entry.bytes.length).toBeLessThanOrEqual(headerBytes + 8 + bytes.length)
      },
    ),
  )
})

test('a damaged byte anywhere in an entry is found when it is read', async () => {
  const entry = Buffer.from((await encodeArtifact('delta', transcript)).bytes)
  for (let at = 0; at < entry.length; at += at < 80 ? 1 : 37) {
    const damaged = Buffer.from(entry)
    damaged[at] = (damaged[at] ?? 0) ^ 0xff
    await expect(decodePackEntry(damaged), `byte ${at}`).rejects.toThrow(corrupt)
  }
})

test('a damaged byte in content that is stored as it is is found too', async () => {
  const entry = Buffer.from((await encodeArtifact('commit', Buffer.from('short'))).bytes)
  entry[entry.length - 1] = 0
  await expect(decodePackEntry(entry)).rejects.toThrow(corrupt)
})

test('an entry with the hash of something else is refused', async () => {
  const entry = await encodePackEntry('delta', hashArtifact(Buffer.from('something else')), transcript)
  await expect(decodePackEntry(Buffer.from(entry.bytes))).rejects.toThrow(corrupt)
})

test('an entry that is cut short is refused', async () => {
  const entry = Buffer.from((await encodeArtifact('delta', transcript)).bytes)
  for (const length of [0, 63, 64, 70, entry.length - 1]) await expect(decodePackEntry(entry.subarray(0, length))).rejects.toThrow(corrupt)
})

test('bytes that are no header are no header', () => {
  expect(decodeHeader(Buffer.alloc(headerBytes))).toBeUndefined()
  expect(decodeHeader(Buffer.alloc(3))).toBeUndefined()
})
