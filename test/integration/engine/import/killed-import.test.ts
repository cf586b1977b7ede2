/** An import or a reindex that is killed at any moment leaves a store that opens, verifies, and finishes as if nothing had happened. */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { VerifyResult } from '../../../../app/contract/verify.ts'
import { killDelays } from '../../../support/kill-delays.ts'
import { killed } from '../../../support/kill-command.ts'
import { rounds } from '../../../support/rounds.ts'
import { realSessions, referenceInputs } from '../../../support/strata-inputs.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, runJob, tableDigests, withEngine } from '../../../support/with-engine.ts'

const kills = rounds(3, 20)
const firstMs = 150

const shared = referenceInputs()
const roots = [path.resolve('samples/projects'), ...(shared === undefined ? [] : [realSessions(shared).projects])]

const timeOf = async (work: () => Promise<unknown>): Promise<number> => {
  const startedAt = Date.now()
  await work()
  return Date.now() - startedAt
}

/** More rounds, where every command ended before it was to be killed: the machine was busy while an undisturbed one was timed. */
const moreRounds = 9

/** Kills commands at random times below that of an undisturbed one. One that ends first shows how long they take now. */
const killer = (wholeMs: number): ((store: string, args: readonly string[]) => Promise<boolean>) => {
  const delay = killDelays()
  let belowMs = wholeMs
  return async (store, args) => {
    const startedAt = Date.now()
    const wasKilled = await killed(store, args, firstMs + delay(belowMs))
    if (!wasKilled) belowMs = Math.max(0, Math.min(belowMs, Date.now() - startedAt - firstMs) / 2)
    return wasKilled
  }
}

const expectNoFaults = async (store: string): Promise<void> => {
  const proof = await withEngine(store, (engine) => runJob(engine, 'verify.start', {}))
  expect((proof.result as VerifyResult).faults).toEqual([])
}

test('an import killed repeatedly ends in the tables of an undisturbed one', async () => {
  const undisturbed = tempDir()
  const wholeMs = await timeOf(() => importInto(undisturbed, roots))
  let store = tempDir()
  let hits = 0
  let wasKilled = true
  const kill = killer(wholeMs)
  for (let round = 0; round < kills || (hits === 0 && round < kills + moreRounds); round += 1) {
    // A finished import leaves nothing to disturb: the next one starts from nothing.
    if (!wasKilled) store = tempDir()
    wasKilled = await kill(store, ['import', ...roots])
    if (wasKilled) hits += 1
    await expectNoFaults(store)
  }

  await importInto(store, roots)

  expect(hits).toBeGreaterThan(0)
  expect(await tableDigests(store, ['artifacts'])).toEqual(await tableDigests(undisturbed, ['artifacts']))
})

/** Each transcript below a folder ends in the middle of a line, as while it was written. */
const cutInHalf = (folder: string): void => {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name)
    if (entry.isDirectory()) cutInHalf(file)
    else writeFileSync(file, readFileSync(file).subarray(0, Math.floor(readFileSync(file).length / 2)))
  }
}

test('a second import, killed repeatedly, ends in the tables of an undisturbed one', async () => {
  const dir = tempDir()
  const projects = path.join(dir, 'projects')
  const copyAll = (): void => {
    for (const [index, root] of roots.entries()) cpSync(root, path.join(projects, String(index)), { recursive: true })
  }
  mkdirSync(projects)
  copyAll()
  cutInHalf(projects)
  const before = path.join(dir, 'before')
  await importInto(before, [projects])
  copyAll()
  const undisturbed = path.join(dir, 'undisturbed')
  const wholeMs = await timeOf(() => importInto(undisturbed, [projects]))
  const store = path.join(dir, 'store')
  let hits = 0
  let wasKilled = true
  const kill = killer(wholeMs)
  for (let round = 0; round < rounds(3, 12) || (hits === 0 && round < moreRounds); round += 1) {
    // A store that was brought up to date has nothing left to disturb.
    if (round % 3 === 0 || !wasKilled) {
      rmSync(store, { recursive: true, force: true })
      cpSync(before, store, { recursive: true })
    }
    wasKilled = await kill(store, ['import', projects])
    if (wasKilled) hits += 1
    await expectNoFaults(store)
  }

  await importInto(store, [projects])

  expect(hits).toBeGreaterThan(0)
  expect(await tableDigests(store, ['artifacts'])).toEqual(await tableDigests(undisturbed, ['artifacts']))
})

test('a reindex killed repeatedly loses nothing, and the tables equal the earlier ones', async () => {
  const store = tempDir()
  await importInto(store, roots)
  const before = await tableDigests(store)
  const wholeMs = await timeOf(() => withEngine(store, (engine) => runJob(engine, 'reindex.start', {})))
  let hits = 0
  const kill = killer(wholeMs)
  for (let round = 0; round < rounds(3, 12) || (hits === 0 && round < moreRounds); round += 1) {
    if (await kill(store, ['reindex'])) hits += 1
    if (round % 3 === 2) await expectNoFaults(store)
  }

  await withEngine(store, () => Promise.resolve())

  expect(hits).toBeGreaterThan(0)
  expect(await tableDigests(store)).toEqual(before)
})
