import { execFileSync, spawnSync } from 'node:child_process'
import { afterEach, expect, test } from 'vitest'
import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openStore } from '../../app/store/open-store.ts'
import { encodeArtifact } from '../../app/store/pack-entry.ts'
import type { StoreUnit } from '../../app/store/store.ts'
import { sessionUnit } from '../support/store-units.ts'
import { tempDir } from '../support/temp-dir.ts'

/** A disk of a few megabytes needs the right to mount; without it these tests cannot be run. */
const canMount = (): boolean => {
  const dir = tempDir()
  const mounted = process.platform === 'linux' && spawnSync('/bin/mount', ['-t', 'tmpfs', '-o', 'size=1m', 'none', dir]).status === 0
  if (mounted) execFileSync('/bin/umount', [dir])
  return mounted
}

const mounted: string[] = []
const smallDisk = (size: string): string => {
  const dir = join(tempDir(), 'disk')
  mkdirSync(dir)
  execFileSync('/bin/mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'none', dir])
  mounted.push(dir)
  return dir
}
afterEach(() => mounted.splice(0).forEach((dir) => execFileSync('/bin/umount', [dir])))

/** A session with bytes that do not compress. */
const large = async (sessionId: string, bytes: number): Promise<StoreUnit> => {
  const unit = await sessionUnit(sessionId)
  return { ...unit, entries: [...unit.entries, await encodeArtifact('raw', randomBytes(bytes))] }
}

test.runIf(canMount())('a full disk is reported as such, and the store stays valid with everything written before', async () => {
  const dir = join(smallDisk('12m'), 'store')
  const store = await openStore(dir, { program: 'test' })
  const written: string[] = []
  let failure: unknown
  for (let at = 0; failure === undefined && at < 100; at++) {
    const unit = await large(`s${at}`, 300_000)
    await store.writeUnits([unit]).then(
      () => written.push(`s${at}`),
      (thrown: unknown) => {
        failure = thrown
      },
    )
  }
  expect(failure).toMatchObject({ code: 'disk-full' })
  expect(written.length).toBeGreaterThan(3)
  expect(store.sessionIds()).toEqual(written)
  await store.close()
  const again = await openStore(dir, { program: 'test' })
  expect(again.sessionIds()).toEqual(written)
  expect(again.pendingCount).toBe(0)
  expect((await again.verify()).problems).toEqual([])
  await again.close()
})
