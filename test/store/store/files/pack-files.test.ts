import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeArtifact, type EncodedEntry } from '../../../../app/store/files/pack-entry.ts'
import { firstPosition, PackFiles } from '../../../../app/store/files/pack-files.ts'
import { artifactOf } from '../../../support/entry-artifacts.ts'
import { tempDir } from '../../../support/temp-dir.ts'

const entry = (text: string): Promise<EncodedEntry> => encodeArtifact('raw', Buffer.from(text))

/** What a scan finds, one word each. */
const scanned = async (packs: PackFiles, from = firstPosition): Promise<readonly string[]> => {
  const found: string[] = []
  for await (const one of packs.scan(from)) {
    const place = `${one.location.packId}:${one.location.offset}+${one.location.length}`
    found.push(one.kind === 'entry' ? `${one.head.artifacts[0]?.hash.slice(0, 6)} ${place}` : `${one.reason} ${place}`)
  }
  return found
}

test('appended entries are read from their place, also after the packs were closed', async () => {
  const dir = tempDir()
  const entries = [await entry('one'), await entry('two'), await entry('three')]
  const packs = await PackFiles.open(dir, { readOnly: false })
  const locations = await packs.append(entries)
  await packs.sync()
  await packs.close()
  const again = await PackFiles.open(dir, { readOnly: true })
  const bytes = await Promise.all(locations.map((location) => again.read(location)))
  expect(bytes.map((one, at) => one.equals(entries[at]?.bytes ?? Buffer.of()))).toEqual([true, true, true])
  expect(again.bytes).toBe(entries.reduce((sum, one) => sum + one.bytes.length, 0))
  await again.close()
})

test('a full pack is never written again: the next entry begins another', async () => {
  const dir = tempDir()
  const packs = await PackFiles.open(dir, { readOnly: false, fullBytes: 100 })
  const first = await packs.append([await entry('one'), await entry('two')])
  const second = await packs.append([await entry('three')])
  expect([...first, ...second].map((location) => location.packId)).toEqual([1, 1, 2])
  expect(readdirSync(dir)).toEqual(['pack-000001.strata', 'pack-000002.strata'])
  expect(await scanned(packs)).toHaveLength(3)
  await packs.truncate({ packId: 1, offset: 0 })
  expect(readdirSync(dir)).toEqual(['pack-000001.strata'])
  expect(packs.end).toEqual(firstPosition)
  await packs.close()
})

test('a scan continues after a damaged entry and reports the place of the damage', async () => {
  const dir = tempDir()
  const entries = [await entry('one'), await entry('two'), await entry('three')]
  const packs = await PackFiles.open(dir, { readOnly: false })
  const [one, two, three] = await packs.append(entries)
  await packs.close()
  const path = join(dir, 'pack-000001.strata')
  const bytes = readFileSync(path)
  bytes[(two?.offset ?? 0) + 10] = 0xee
  writeFileSync(path, bytes)
  const again = await PackFiles.open(dir, { readOnly: true })
  const [a, , c] = entries.map((item) => artifactOf(item).hash.slice(0, 6))
  expect(await scanned(again)).toEqual([
    `${a} 1:0+${one?.length}`,
    `no entry begins here 1:${two?.offset}+${two?.length}`,
    `${c} 1:${three?.offset}+${three?.length}`,
  ])
  await again.close()
})

test('a missing or shortened pack is reported', async () => {
  const dir = tempDir()
  const packs = await PackFiles.open(dir, { readOnly: false, fullBytes: 1 })
  for (const text of ['one', 'two', 'three']) await packs.append([await entry(text)])
  await packs.close()
  rmSync(join(dir, 'pack-000002.strata'))
  const again = await PackFiles.open(dir, { readOnly: true })
  expect((await scanned(again)).filter((line) => line.startsWith('the'))).toEqual(['the pack file is missing 2:0+0'])
  expect(await scanned(again, { packId: 3, offset: 1_000 })).toEqual(['the pack file is shorter than it was 3:77+0'])
  expect(await again.read({ packId: 2, offset: 0, length: 10 })).toHaveLength(0)
  await again.close()
})

test('the number of an existing pack is not reused, and a pack that was never made is not missing', async () => {
  const dir = tempDir()
  const packs = await PackFiles.open(dir, { readOnly: false })
  await packs.append([await entry('one')])
  packs.startBehind({ packId: 1, offset: 1_000 })
  expect(packs.end).toEqual({ packId: 2, offset: 0 })
  packs.startBehind(packs.end)
  expect(packs.end).toEqual({ packId: 2, offset: 0 })
  expect(await scanned(packs, packs.end)).toEqual([])
  await packs.append([await entry('two')])
  expect(readdirSync(dir)).toEqual(['pack-000001.strata', 'pack-000002.strata'])
  packs.startBehind({ packId: 3, offset: 10 })
  expect(packs.end).toEqual({ packId: 4, offset: 0 })
  await packs.close()
})

test('when the end is lost, every entry before it is found, and the tear is where the next would begin', async () => {
  const entries = await Promise.all(Array.from({ length: 12 }, (_, at) => entry(`entry ${at} `.repeat(at * 20 + 1))))
  const ends = entries.reduce<number[]>((sums, one) => [...sums, (sums.at(-1) ?? 0) + one.bytes.length], [])
  const total = ends.at(-1) ?? 0
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: total }), async (kept) => {
      const dir = tempDir()
      const packs = await PackFiles.open(dir, { readOnly: false })
      await packs.append(entries)
      await packs.close()
      truncateSync(join(dir, 'pack-000001.strata'), kept)
      const again = await PackFiles.open(dir, { readOnly: true })
      const found = await scanned(again)
      await again.close()
      const whole = ends.filter((end) => end <= kept).length
      const tornAt = whole === 0 ? 0 : (ends[whole - 1] ?? 0)
      expect(found).toHaveLength(whole + (tornAt < kept ? 1 : 0))
      if (tornAt < kept) expect(found.at(-1)).toMatch(new RegExp(` 1:${tornAt}\\+${kept - tornAt}$`))
    }),
    { numRuns: 60 },
  )
})
