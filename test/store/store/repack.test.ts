/** Artifacts that nothing needs leave the packs; everything else stays, whatever happens meanwhile. */
import { cpSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ArtifactHash } from '../../../app/model/ids.ts'
import { openStore } from '../../../app/store/open-store.ts'
import type { Store } from '../../../app/store/store.ts'
import { hashArtifact } from '../../../app/store/files/artifact-hash.ts'
import { EntryEncoder } from '../../../app/store/files/entry-encoder.ts'
import { inMemory } from '../../../app/store/files/spillable-bytes.ts'
import { emptyIndexFile } from '../../support/empty-index.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { sessionUnit } from '../../support/store-units.ts'

const open = async (dir: string, more: object = {}): Promise<Store> =>
  openStore(dir, { program: 'test', packBytes: 3_000, emptyIndex: await emptyIndexFile(), ...more })
const contentOf = (at: number): Buffer => Buffer.from(`${at} `.repeat(200 + (at % 7) * 150))
const hashes = Array.from({ length: 24 }, (_, at) => hashArtifact(contentOf(at)))

/** Sessions, and artifacts that share entries, three and three, over several packs. */
const fill = async (store: Store): Promise<void> => {
  for (let from = 0; from < hashes.length; from += 3) {
    const encoder = new EntryEncoder(inMemory)
    for (let at = from; at < from + 3; at++) await encoder.add('raw', hashes[at] ?? hashArtifact(contentOf(at)), contentOf(at))
    await store.keep(await encoder.done())
    await store.writeUnits([await sessionUnit(`s${from}`)])
  }
}

const collect = (store: Store, garbage: readonly ArtifactHash[], signal = new AbortController().signal): Promise<void> =>
  store.collect(() => Promise.resolve(new Set<string>(garbage)), { onProgress: () => undefined, signal })

/** Numbers of the artifacts that the store has, each read and compared. */
const readable = async (store: Store): Promise<readonly number[]> => {
  const found: number[] = []
  for (const [at, hash] of hashes.entries()) {
    if (!(await store.has(hash))) continue
    expect((await store.read(hash)).equals(contentOf(at))).toBe(true)
    found.push(at)
  }
  return found
}

const wholeWith = async (dir: string, numbers: readonly number[], more: object = {}): Promise<void> => {
  const store = await open(dir, more)
  expect(store.damage).toEqual([])
  expect(await readable(store)).toEqual(numbers)
  expect((await store.verify()).problems).toEqual([])
  await store.close()
}

const subset = fc.uniqueArray(fc.nat(hashes.length - 1))

test('unused artifacts are removed and required ones remain, also after reopening and after a rebuild of the tables', async () => {
  await fc.assert(
    fc.asyncProperty(subset, subset, async (first, second) => {
      const dir = tempDir()
      const store = await open(dir)
      await fill(store)
      const { packBytes } = await store.sizes()
      const reading = readable(store)
      await collect(
        store,
        first.flatMap((at) => hashes[at] ?? []),
      )
      await reading
      await store.writeUnits([await sessionUnit('after')])
      await collect(
        store,
        second.flatMap((at) => hashes[at] ?? []),
      )
      const numbers = [...hashes.keys()].filter((at) => !first.includes(at) && !second.includes(at))
      expect(await readable(store)).toEqual(numbers)
      if (first.length > 12) expect((await store.sizes()).packBytes).toBeLessThan(packBytes)
      expect((await store.verify()).problems).toEqual([])
      await store.close()
      await wholeWith(dir, numbers)
      await wholeWith(dir, numbers, { reindex: true })
    }),
    { numRuns: 12 },
  )
})

test('a crash before or after the step that retires a pack leaves a complete store', async () => {
  const dir = tempDir()
  const before = tempDir()
  const store = await open(dir)
  await fill(store)
  await store.close()
  cpSync(dir, before, { recursive: true })
  const again = await open(dir)
  const garbage = [1, 2, 3, 9, 10, 11, 23]
  await collect(
    again,
    garbage.flatMap((at) => hashes[at] ?? []),
  )
  await again.close()
  const all = [...hashes.keys()]
  const left = all.filter((at) => !garbage.includes(at))

  // The new packs are there, and nothing says so yet.
  const early = tempDir()
  cpSync(before, early, { recursive: true })
  for (const name of readdirSync(join(dir, 'packs')))
    if (!readdirSync(join(before, 'packs')).includes(name)) cpSync(join(dir, 'packs', name), join(early, 'packs', name))
  await wholeWith(early, all)

  // The journal says so, the tables do not know, and the old packs are still there.
  const late = tempDir()
  cpSync(before, late, { recursive: true })
  cpSync(dir, late, { recursive: true, filter: (path) => !path.includes('index.duckdb') })
  await wholeWith(late, left)
  expect(readdirSync(join(late, 'packs'))).toEqual(readdirSync(join(dir, 'packs')))

  // Everything is done, and the tables are lost.
  for (const name of readdirSync(dir)) if (name.startsWith('index.duckdb')) rmSync(join(dir, name), { recursive: true })
  await wholeWith(dir, left)
})

test('a stopped collection leaves the store unchanged', async () => {
  const dir = tempDir()
  const store = await open(dir)
  await fill(store)
  const stop = new AbortController()
  stop.abort()
  await expect(collect(store, hashes, stop.signal)).rejects.toMatchObject({ code: 'cancelled' })
  expect(await readable(store)).toEqual([...hashes.keys()])
  await store.close()
  await wholeWith(dir, [...hashes.keys()])
})
