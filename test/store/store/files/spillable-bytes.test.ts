/** Bytes that wait until they are written: what comes first stays in memory, the rest waits in a file. */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ByteHolder, heldBytes, isInMemory } from '../../../../app/store/files/spillable-bytes.ts'
import { hashArtifact } from '../../../../app/store/files/artifact-hash.ts'
import { EntryEncoder } from '../../../../app/store/files/entry-encoder.ts'
import { earlyColumns, EarlyRows } from '../../../../app/store/tables/early-column-blocks.ts'
import { PackFiles } from '../../../../app/store/files/pack-files.ts'
import { contentsOf } from '../../../support/entry-artifacts.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { unpackRows } from '../../../support/unpack-rows.ts'

test('buffered bytes are returned unchanged, from memory or from a file', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 300 })), fc.nat(1_000), (pieces, most) => {
      const holder = new ByteHolder(join(tempDir(), 'waiting'), most)
      const held = pieces.map((piece) => holder.hold(new Uint8Array(piece)))
      holder.close()
      expect(held.map((one) => [...heldBytes(one)])).toEqual(pieces.map((piece) => [...piece]))
      const kept = held.filter(isInMemory).reduce((sum, { length }) => sum + length, 0)
      expect(kept).toBeLessThanOrEqual(most)
    }),
  )
})

test('no file is made while memory is enough, and other users cannot read such a file', () => {
  const folder = tempDir()
  const holder = new ByteHolder(join(folder, 'waiting'), 10)
  holder.hold(new Uint8Array(10))
  expect(readdirSync(folder)).toEqual([])
  holder.hold(new Uint8Array(1))
  expect(statSync(join(folder, 'waiting')).mode & 0o077).toBe(0)
  holder.close()
})

test('when the file cannot be written, everything stays in memory', () => {
  const holder = new ByteHolder(join(tempDir(), 'not', 'there', 'waiting'), 0)
  const held = [1, 2, 3].map((byte) => holder.hold(new Uint8Array([byte])))
  expect(held.every(isInMemory)).toBe(true)
  expect(held.map((one) => [...heldBytes(one)])).toEqual([[1], [2], [3]])
})

test('missing buffered bytes are reported, not invented', () => {
  const path = join(tempDir(), 'waiting')
  const holder = new ByteHolder(path, 0)
  const held = holder.hold(new Uint8Array([1, 2, 3]))
  holder.close()
  if (isInMemory(held)) throw new Error('it has to wait in the file')
  expect(existsSync(path)).toBe(true)
  expect(() => heldBytes({ ...held, length: 4 })).toThrow('are gone')
})

test('entries that were buffered in a file are written to the pack unchanged', async () => {
  const holder = new ByteHolder(join(tempDir(), 'waiting'), 0)
  const encoder = new EntryEncoder((bytes) => holder.hold(bytes))
  const contents = ['one', 'two', 'x'.repeat(3_000_000)].map((text) => Buffer.from(text))
  for (const content of contents) await encoder.add('raw', hashArtifact(content), content)
  const entries = await encoder.done()
  holder.close()
  expect(entries.some(({ bytes }) => isInMemory(bytes))).toBe(false)
  const packs = await PackFiles.open(tempDir(), { readOnly: false })
  const locations = await packs.append(entries)
  const read = await Promise.all(locations.map((location) => packs.read(location)))
  const found = await contentsOf(read.map((bytes) => ({ artifacts: [], bytes: new Uint8Array(bytes) })))
  expect(contents.map((content) => found.get(hashArtifact(content))?.equals(content))).toEqual([true, true, true])
  await packs.close()
})

test('rows that were buffered in a file are the rows that were added', () => {
  const holder = new ByteHolder(join(tempDir(), 'waiting'), 0)
  const early = earlyColumns<'pins', { readonly id: string }>('pins', { commitId: ({ id }) => id })
  const rows = new EarlyRows(early, (bytes) => holder.hold(bytes))
  const ids = Array.from({ length: 5_000 }, (_, at) => `commit-${at}`)
  for (const id of ids) rows.add({ id }, id.length)
  expect(rows.text('commitId', 17)).toBe('commit-17')
  expect(rows.text('commitId', 4_999)).toBe('commit-4999')
  expect(rows.text('commitId', 18)).toBe('commit-18')
  const packed = rows.finish({ pinnedAt: (row) => row }, undefined)
  holder.close()
  expect(unpackRows('pins', packed)).toEqual(ids.map((commitId, pinnedAt) => ({ commitId, pinnedAt })))
})
