/** A disk that gets full while a store takes something in, or while it is cleared: it says so, loses nothing, and goes on later. */
import { cpSync, appendFileSync, rmSync, statfsSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { filledStore } from '../../../support/carried-stores.ts'
import { conversation } from '../../../support/conversation.ts'
import { bytesBelow } from '../../../support/files-below.ts'
import { expectDoneOrFull, isFull } from '../../../support/full-disks.ts'
import { type SmallDisk, smallDiskOrSkip } from '../../../support/small-disk.ts'
import { some } from '../../../support/rounds.ts'
import { strata } from '../../../support/strata-command.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { chainsOf, importInto, runJob, tableDigests, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

/** A sender with the samples, a bundle of all that it has, and its rows. */
let from = ''
let bundle = ''
let rows: Readonly<Record<string, string>> = {}
/** What no transfer can do without. */
let packBytes = 0
beforeAll(async () => {
  from = await filledStore()
  await importInto(from, [path.resolve('samples/projects')])
  bundle = path.join(tempDir(), 'all.bundle')
  await withEngine(from, (engine) => runJob(engine, 'bundle.create', { path: bundle }))
  rows = await tableDigests(from, ['artifacts'])
  packBytes = bytesBelow(path.join(from, 'packs'))
})

/** From a disk on which no store fits to one on which everything does. */
const sizes = ['64k', '1200k', '2m', '4m', '9m']

test.for(some(sizes, 3))(
  'a bundle arrives on a disk of %s, or is refused because the disk is full and arrives when there is space',
  async (size, context) => {
    const disk = smallDiskOrSkip(context, size)
    const store = path.join(disk.dir, 'store')
    expectDoneOrFull(strata(store, 'bundle', 'import', bundle, '--quiet'), size, packBytes)
    disk.remount('size=400m')
    expect(strata(store, 'verify', '--quiet')).toMatchObject({ code: 0, err: '' })
    expect(strata(store, 'bundle', 'import', bundle, '--quiet')).toMatchObject({ code: 0, err: '' })
    expect(await tableDigests(store, ['artifacts'])).toEqual(rows)
  },
)

test.for(some(sizes, 3))(
  'a fetch onto a disk of %s succeeds, or is refused because the disk is full and continues when there is space',
  async (size, context) => {
    const disk = smallDiskOrSkip(context, size)
    const store = path.join(disk.dir, 'store')
    const remote = strata(store, 'remote', 'add', 'there', from)
    expectDoneOrFull(remote, size, 0)
    if (remote.code === 0) expectDoneOrFull(strata(store, 'fetch', 'there', '--quiet'), size, packBytes)
    disk.remount('size=400m')
    expect(strata(store, 'verify', '--quiet')).toMatchObject({ code: 0, err: '' })
    strata(store, 'remote', 'add', 'there', from)
    expect(strata(store, 'fetch', 'there', '--quiet')).toMatchObject({ code: 0, err: '' })
    expect(await tableDigests(store, ['artifacts'])).toEqual(rows)
  },
)

test.for(['64k', '1200k'])('a push to a disk of %s is complete when there is space', async (size, context) => {
  const disk = smallDiskOrSkip(context, size)
  const store = path.join(disk.dir, 'store')
  strata(from, 'remote', 'add', `disk-${size}`, store)
  expectDoneOrFull(strata(from, 'push', `disk-${size}`, '--all', '--quiet'), size, packBytes)
  disk.remount('size=400m')
  expect(strata(from, 'push', `disk-${size}`, '--all', '--quiet')).toMatchObject({ code: 0, err: '' })
  expect(strata(store, 'verify', '--quiet')).toMatchObject({ code: 0, err: '' })
  expect(await tableDigests(store, ['artifacts'])).toEqual(rows)
})

/** Writes until only so many bytes are free. */
const fill = ({ dir }: SmallDisk, left: number): string => {
  const filler = path.join(dir, 'filler')
  const { bavail, bsize } = statfsSync(dir)
  appendFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - left)))
  return filler
}

test.for(some([0, 100_000, 40_000_000, 1_000_000], 2))(
  'a collection with %i bytes free succeeds, or is refused because the disk is full and changes nothing',
  async (left, context) => {
    const disk = smallDiskOrSkip(context, '100m')
    const store = path.join(disk.dir, 'store')
    cpSync(from, store, { recursive: true })
    const talk = conversation({ sessionId: 'growing' }).human('one').agent('1').human('two').agent('begun')
    const dir = tempDir()
    for (let state = 0; state < 3; state++) {
      await importInto(store, [writeConversation(dir, talk).projects])
      talk.agent(`and more ${'of it '.repeat(20_000)}${state}`)
    }
    const [chains, before] = [await chainsOf(store), await tableDigests(store, ['artifacts'])]
    const filler = fill(disk, left)
    const cleared = strata(store, 'gc', '--keep-days', '0', '--yes', '--quiet')
    expect(cleared.err).toMatch(left < 200_000 ? isFull : /^$/)
    rmSync(filler)
    expect(strata(store, 'verify', '--quiet')).toMatchObject({ code: 0, err: '' })
    expect(await chainsOf(store)).toEqual(chains)
    expect(strata(store, 'gc', '--keep-days', '0', '--yes', '--quiet')).toMatchObject({ code: 0, err: '' })
    expect(strata(store, 'verify', '--quiet')).toMatchObject({ code: 0, err: '' })
    expect(await tableDigests(store, ['artifacts'])).toEqual(before)
  },
)
