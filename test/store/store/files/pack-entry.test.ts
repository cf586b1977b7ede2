import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hashArtifact } from '../../../../app/store/files/artifact-hash.ts'
import {
  artifactIn,
  decodePackEntry,
  encodeArtifact,
  encodePackEntry,
  encodeSharedEntry,
  openDamagedEntry,
  openPackEntry,
  readableIn,
} from '../../../../app/store/files/pack-entry.ts'
import { decodeHead, headerBytes, headLength, type ArtifactHead, type EntryKind } from '../../../../app/store/files/pack-head.ts'

const transcript = Buffer.from(Array.from({ length: 400 }, (_, line) => `{"type":"user","line":${line}}\n`).join(''))
const corrupt = expect.objectContaining({ code: 'artifact-corrupt' }) as unknown
const kinds = ['delta', 'compaction', 'commit', 'manifest', 'raw'] as const

const headOf = (kind: EntryKind, content: Uint8Array): ArtifactHead => ({ kind, hash: hashArtifact(content), rawBytes: content.length })

/** An entry of a few artifacts, each a beginning of the same transcript. */
const shared = async () => {
  const contents = [10, 3_000, 700, 5].map((length) => transcript.subarray(0, length))
  const artifacts = contents.map((content) => headOf('delta', content))
  return { contents, artifacts, entry: Buffer.from((await encodeSharedEntry(artifacts, Buffer.concat(contents))).bytes) }
}

test('an artifact is read from its entry byte for byte, with its kind and hash', async () => {
  const entry = await encodeArtifact('delta', transcript)
  const { head, contents } = await decodePackEntry(Buffer.from(entry.bytes))
  expect(contents.map((content) => content.equals(transcript))).toEqual([true])
  expect(head).toEqual({
    artifacts: [headOf('delta', transcript)],
    headBytes: headerBytes,
    payloadBytes: entry.bytes.length - headerBytes,
    frames: 1,
  })
  expect(entry.bytes.length).toBeLessThan(transcript.length / 4)
})

test('an artifact of several frames comes back byte for byte', async () => {
  const large = Buffer.concat(Array.from({ length: 9 * 90 }, () => transcript))
  const entry = await encodeArtifact('raw', large)
  const { head, contents } = await decodePackEntry(Buffer.from(entry.bytes))
  expect(contents[0]?.equals(large)).toBe(true)
  expect(head.frames).toBe(Math.ceil(large.length / 4_194_304))
})

test('any bytes are read as written, and incompressible bytes are stored uncompressed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 3_000 }), fc.constantFrom(...kinds), async (bytes, kind) => {
      const entry = await encodeArtifact(kind, bytes)
      const { head, contents } = await decodePackEntry(Buffer.from(entry.bytes))
      expect(contents[0]?.equals(bytes)).toBe(true)
      expect(head.artifacts.map((artifact) => artifact.kind)).toEqual([kind])
      expect(entry.bytes.length).toBeLessThanOrEqual(headerBytes + 8 + bytes.length)
    }),
  )
})

test('artifacts that share an entry are read one by one, each with its kind and hash', async () => {
  const artifact = fc.tuple(fc.constantFrom(...kinds), fc.uint8Array({ minLength: 1, maxLength: 2_000 }))
  await fc.assert(
    fc.asyncProperty(fc.array(artifact, { minLength: 1, maxLength: 12 }), async (given) => {
      const contents = given.map(([, content]) => content)
      const artifacts = given.map(([kind, content]) => headOf(kind, content))
      const { bytes } = await encodeSharedEntry(artifacts, Buffer.concat(contents))
      const entry = Buffer.from(bytes)
      const decoded = await decodePackEntry(entry)
      expect(decoded.head.artifacts).toEqual(artifacts)
      expect(decoded.contents.map((content, at) => content.equals(contents[at] ?? Buffer.alloc(0)))).toEqual(given.map(() => true))
      const opened = await openPackEntry(entry)
      for (const { hash, rawBytes } of artifacts) expect(artifactIn(opened, hash)?.length).toBe(rawBytes)
      expect(artifactIn(opened, hashArtifact(Buffer.from('another one')))).toBeUndefined()
    }),
    { numRuns: 50 },
  )
})

test('many small artifacts need far less space together than alone', async () => {
  const contents = Array.from({ length: 60 }, (_, at) => Buffer.from(`{"version":1,"parent":"ctx-${at}","format":"claude-code-v1"}`))
  const together = await encodeSharedEntry(
    contents.map((content) => headOf('commit', content)),
    Buffer.concat(contents),
  )
  const alone = await Promise.all(contents.map((content) => encodeArtifact('commit', content)))
  expect(together.bytes.length).toBeLessThan(alone.reduce((sum, { bytes }) => sum + bytes.length, 0) / 2)
})

test('a damaged byte anywhere in an entry is found when it is read', async () => {
  const alone = Buffer.from((await encodeArtifact('delta', transcript)).bytes)
  const { entry: together } = await shared()
  for (const entry of [alone, together]) {
    for (let at = 0; at < entry.length; at += at < 240 ? 1 : 37) {
      const damaged = Buffer.from(entry)
      damaged[at] = (damaged[at] ?? 0) ^ 0xff
      await expect(decodePackEntry(damaged), `byte ${at}`).rejects.toThrow(corrupt)
    }
  }
})

test('a damaged byte in uncompressed content is found too, and only its artifact is refused', async () => {
  const contents = ['first', 'other'].map((text) => Buffer.from(text))
  const artifacts = contents.map((content) => headOf('raw', content))
  const entry = Buffer.from((await encodeSharedEntry(artifacts, Buffer.concat(contents))).bytes)
  entry[entry.length - 1] = 0
  await expect(decodePackEntry(entry)).rejects.toThrow('An artifact cannot be read: its content does not match its hash')
  const opened = await openPackEntry(entry)
  const [first, other] = artifacts.map(({ hash }) => hash)
  if (first === undefined || other === undefined) throw new Error('there are two')
  expect(artifactIn(opened, first)?.toString()).toBe('first')
  expect(() => artifactIn(opened, other)).toThrow(corrupt)
})

test('damage in a shared entry loses only the artifacts that cannot be read', async () => {
  const contents = Array.from({ length: 100 }, (_, at) =>
    Buffer.from(Array.from({ length: 2_000 }, (__, word) => (at * 7919 + word * 104_729).toString(36)).join(' ')),
  )
  const artifacts = contents.map((content) => headOf('delta', content))
  const { bytes } = await encodeSharedEntry(artifacts, Buffer.concat(contents))
  const headBytes = (await openPackEntry(Buffer.from(bytes))).head.headBytes
  for (const place of [0.2, 0.5, 0.8])
    for (const length of [1, 500]) {
      const entry = Buffer.from(bytes)
      const at = headBytes + Math.floor((entry.length - headBytes) * place)
      for (let byte = at; byte < at + length; byte += 1) entry[byte] = (entry[byte] ?? 0) ^ 0xff
      const opened = await openDamagedEntry(entry)
      const readable = readableIn(opened).flatMap((content, index) => (content === undefined ? [] : [{ content, index }]))
      for (const { content, index } of readable) expect(content.equals(contents[index] ?? Buffer.alloc(0))).toBe(true)
      // All before the damaged block of 128 kB.
      const before = (place - 0.15) * contents.length
      expect(readable.filter(({ index }) => index < before)).toHaveLength(Math.ceil(before))
      expect(readable.length).toBeLessThan(contents.length)
      await expect(decodePackEntry(entry)).rejects.toMatchObject({ data: { artifacts: { length: contents.length - readable.length } } })
    }
})

test('an entry with the hash of something else is refused', async () => {
  const entry = await encodePackEntry('delta', hashArtifact(Buffer.from('something else')), transcript)
  await expect(decodePackEntry(Buffer.from(entry.bytes))).rejects.toThrow(corrupt)
})

test('a truncated entry is refused and lists its artifacts as long as its head exists', async () => {
  const alone = Buffer.from((await encodeArtifact('delta', transcript)).bytes)
  for (const length of [0, 63, 64, 70, alone.length - 1]) await expect(decodePackEntry(alone.subarray(0, length))).rejects.toThrow(corrupt)
  const { entry, artifacts } = await shared()
  await expect(decodePackEntry(entry.subarray(0, -1))).rejects.toThrow(
    `4 artifacts (${artifacts
      .slice(0, 3)
      .map(({ hash }) => `art-${hash.slice(0, 12)}`)
      .join(', ')} and 1 more) cannot be read: it is cut short`,
  )
})

test('bytes that are not a head are refused', () => {
  expect(headLength(Buffer.alloc(headerBytes))).toBeUndefined()
  expect(headLength(Buffer.alloc(3))).toBeUndefined()
  expect(decodeHead(Buffer.alloc(headerBytes))).toBeUndefined()
})
