import { expect, test } from 'vitest'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { openStore } from '../../../../app/store/open-store.ts'
import { encodeArtifact } from '../../../../app/store/files/pack-entry.ts'
import type { StoreUnit } from '../../../../app/store/tables/store-unit.ts'
import { smallDiskOrSkip } from '../../../support/small-disk.ts'
import { sessionUnit } from '../../../support/store-units.ts'

/** A session with bytes that do not compress. */
const large = async (sessionId: string, bytes: number): Promise<StoreUnit> => {
  const unit = await sessionUnit(sessionId)
  return { ...unit, entries: [...unit.entries, await encodeArtifact('raw', randomBytes(bytes))] }
}

test('a full disk is reported as such, and the store stays valid with everything written before', async (context) => {
  const dir = join(smallDiskOrSkip(context, '12m').dir, 'store')
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
