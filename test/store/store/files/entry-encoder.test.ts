import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashArtifact } from '../../../../app/store/files/artifact-hash.ts'
import { EntryEncoder } from '../../../../app/store/files/entry-encoder.ts'
import { inMemory } from '../../../../app/store/files/spillable-bytes.ts'
import { contentsOf } from '../../../support/entry-artifacts.ts'

const encoded = async (sizes: readonly number[]) => {
  const encoder = new EntryEncoder(inMemory)
  const contents = sizes.map((size) => randomBytes(size))
  for (const content of contents) await encoder.add('raw', hashArtifact(content), content)
  const entries = await encoder.done()
  const found = await contentsOf(entries)
  expect(contents.map((content) => found.get(hashArtifact(content))?.equals(content))).toEqual(sizes.map(() => true))
  return entries.map(({ artifacts }) => artifacts.map(({ rawBytes }) => rawBytes))
}

test('small artifacts share entries of two megabytes, large ones have their own', async () => {
  const mega = 1024 * 1024
  expect(await encoded([])).toEqual([])
  expect(await encoded([10])).toEqual([[10]])
  expect(await encoded([10, 20, 30])).toEqual([[10, 20, 30]])
  expect(await encoded([10, 2 * mega, 20])).toEqual([[2 * mega], [10, 20]])
  expect(await encoded([mega, mega, 1, 5 * mega])).toEqual([[mega, mega], [5 * mega], [1]])
})

test('an entry has a maximum number of artifacts', async () => {
  expect((await encoded(Array.from({ length: 5_000 }, () => 40))).map((sizes) => sizes.length)).toEqual([4_096, 904])
})
