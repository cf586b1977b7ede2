/** A damaged pack heals from a store that has what cannot be read there: by a fetch from it, and by a push to the damaged one. */
import { readFileSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { RepairResult } from '../../../../app/contract/repair.ts'
import type { VerifyResult } from '../../../../app/contract/verify.ts'
import type { RestoreResult } from '../../../../app/contract/restore.ts'
import type { TransferResult } from '../../../../app/contract/transfer.ts'
import { conversation } from '../../../support/conversation.ts'
import { filesBelow } from '../../../support/files-below.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { chainsOf, importInto, runJob, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const packOf = (store: string): string => path.join(store, 'packs', 'pack-000001.strata')

const damages: Readonly<Record<string, (pack: string) => void>> = {
  'is removed': (pack) => rmSync(pack),
  'is cut short': (pack) => truncateSync(pack, Math.floor(readFileSync(pack).length / 3)),
  'has zeros in it': (pack) => {
    const bytes = readFileSync(pack)
    bytes.fill(0, Math.floor(bytes.length / 4), Math.floor(bytes.length / 2))
    writeFileSync(pack, bytes)
  },
  'has bytes inserted': (pack) => {
    const bytes = readFileSync(pack)
    writeFileSync(pack, Buffer.concat([bytes.subarray(0, 500), Buffer.alloc(100, 7), bytes.subarray(500)]))
  },
}

const fetchInto = (store: string): Promise<TransferResult> =>
  withEngine(
    store,
    async (engine) => (await runJob(engine, 'fetch.start', { remote: 'origin', names: [], dryRun: false })).result as TransferResult,
  )

const faultsIn = (store: string): Promise<VerifyResult['faults']> =>
  withEngine(store, async (engine) => ((await runJob(engine, 'verify.start', {})).result as VerifyResult).faults)

const restored = async (store: string) => {
  const to = tempDir()
  const { unreadable } = (await withEngine(store, (engine) => runJob(engine, 'restore.start', { what: { all: true }, to })))
    .result as RestoreResult
  return { files: filesBelow(to), unreadable }
}

for (const [what, damage] of Object.entries(damages))
  for (const isRebuilt of [false, true])
    test(`a clone whose pack ${what} is whole again after a fetch${isRebuilt ? ', also when its index was built again' : ''}`, async () => {
      const [origin, clone] = [tempDir(), tempDir()]
      const talk = (seed: string) => conversation({ seed }).human(`Question ${seed}`).agent(`Answer ${seed} `.repeat(50))
      await importInto(origin, [writeConversation(tempDir(), talk('a'), talk('b'), talk('c')).projects])
      await withEngine(clone, (engine) => engine.ask('remote.add', { name: 'origin', path: origin }))
      expect(await fetchInto(clone)).toMatchObject({ sessions: 3, healed: 0 })
      const before = await chainsOf(clone)
      const files = await restored(clone)
      expect(files.unreadable).toEqual([])
      expect(await fetchInto(clone)).toMatchObject({ sessions: 0, artifacts: 0, healed: 0 })

      damage(packOf(clone))
      if (isRebuilt) await withEngine(clone, (engine) => runJob(engine, 'reindex.start', {}))
      expect((await fetchInto(clone)).healed).toBeGreaterThan(0)

      expect(await faultsIn(clone)).toEqual([])
      expect(await chainsOf(clone)).toEqual(before)
      expect(await restored(clone)).toEqual(files)
      expect(await fetchInto(clone)).toMatchObject({ artifacts: 0, healed: 0 })
      rmSync(path.join(clone, 'index.duckdb'))
      expect(await faultsIn(clone)).toEqual([])
      expect(await chainsOf(clone)).toEqual(before)
      expect(readdirSync(path.join(clone, 'packs'))).not.toContain('pack-000001.strata')
    })

for (const [what, damage] of Object.entries(damages))
  for (const isRebuilt of [false, true])
    test(`a remote whose pack ${what} gives everything again after a push, and a repair of it loses nothing${isRebuilt ? ', also when its index was built again' : ''}`, async () => {
      const [store, remote] = [tempDir(), path.join(tempDir(), 'remote')]
      const talk = (seed: string) => conversation({ seed }).human(`Question ${seed}`).agent(`Answer ${seed} `.repeat(50))
      const { projects } = writeConversation(tempDir(), talk('a'), talk('b'), talk('c'))
      await importInto(store, [projects])
      // A repair finds no transcripts to import again.
      rmSync(projects, { recursive: true })
      await withEngine(store, (engine) => engine.ask('remote.add', { name: 'drive', path: remote }))
      const push = (): Promise<TransferResult> =>
        withEngine(
          store,
          async (engine) => (await runJob(engine, 'push.start', { remote: 'drive', names: [], dryRun: false })).result as TransferResult,
        )
      expect(await push()).toMatchObject({ sessions: 3, healed: 0 })
      const before = await chainsOf(remote)
      const files = await restored(remote)
      expect(await push()).toMatchObject({ sessions: 0, artifacts: 0, healed: 0 })

      damage(packOf(remote))
      if (isRebuilt) await withEngine(remote, (engine) => runJob(engine, 'reindex.start', {}))
      expect((await push()).healed).toBeGreaterThan(0)

      expect(await chainsOf(remote)).toEqual(before)
      expect(await restored(remote)).toEqual(files)
      expect(await push()).toMatchObject({ artifacts: 0, healed: 0 })
      const repaired = (await withEngine(remote, (engine) => runJob(engine, 'repair.start', {}))).result as RepairResult
      expect(repaired.lost).toEqual([])
      expect(await faultsIn(remote)).toEqual([])
      expect(await restored(remote)).toEqual(files)
      rmSync(path.join(remote, 'index.duckdb'))
      expect(await faultsIn(remote)).toEqual([])
      expect(await chainsOf(remote)).toEqual(before)
    })
