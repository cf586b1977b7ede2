/** Whole stores made of damaged transcripts: imported in pieces, in another order, proved, restored, rebuilt, and asked everything. */
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { ImportResult } from '../../../app/contract/import.ts'
import type { VerifyResult } from '../../../app/contract/verify.ts'
import type { Engine } from '../../../app/engine/engine.ts'
import { askEveryMetric, askEverything } from '../../support/ask-everything.ts'
import type { Files } from '../../support/mutation/file-changes.ts'
import { mutatedProject, sessionsBelow, writeFiles } from '../../support/mutation/mutated-project.ts'
import type { SessionFiles } from '../../support/mutation/mutated-project.ts'
import { randomOf } from '../../support/mutation/random.ts'
import { mutationSeeds } from '../../support/mutation/seeds.ts'
import { realClientScenarios, realSessions, sharedOrSkip } from '../../support/strata-inputs.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { chainsOf, runJob, tableDigests, withEngine } from '../../support/with-engine.ts'

const importOf = async (engine: Engine, paths: readonly string[]): Promise<ImportResult> =>
  (await runJob(engine, 'import.start', { paths })).result as ImportResult

const faultsOf = async (engine: Engine): Promise<unknown> => ((await runJob(engine, 'verify.start', {})).result as VerifyResult).faults

/** Each file as it was some time earlier. */
const earlier = (files: Files, seed: number): Files => {
  const random = randomOf(seed + 1_000_000)
  return new Map(
    [...files].map(([name, bytes]) => [name, random.fraction() < 0.3 ? bytes : bytes.subarray(0, random.below(bytes.length + 1))]),
  )
}

const expectRestored = async (engine: Engine, projects: string, to: string): Promise<void> => {
  await runJob(engine, 'restore.start', { what: { all: true }, to })
  for (const { file, path: original } of await engine.ask('sources.list', {})) {
    expect([file, readFileSync(path.join(to, file)).equals(readFileSync(original))]).toEqual([file, true])
    expect(original.startsWith(projects)).toBe(true)
  }
}

const expectSoundStore = async (folder: string, seed: number, files: Files): Promise<void> => {
  const at = (name: string): string => path.join(folder, name)
  const projects = at('projects')
  mkdirSync(projects, { recursive: true })
  await withEngine(at('once'), async (engine) => {
    writeFiles(projects, files)
    const result = await importOf(engine, [projects])
    expect(result.filesFailed).toBe(0)
    expect(await importOf(engine, [projects])).toMatchObject({ filesImported: 0, filesFailed: 0, newCommits: 0 })
    expect(await faultsOf(engine)).toEqual([])
    await expectRestored(engine, projects, at('restored'))
    expect(await askEverything(engine)).toEqual([])
  })
  const once = await tableDigests(at('once'))
  await withEngine(at('once'), (engine) => runJob(engine, 'reindex.start', {}))
  expect(await tableDigests(at('once'))).toEqual(once)

  await withEngine(at('grown'), async (engine) => {
    writeFiles(projects, earlier(files, seed))
    await importOf(engine, [projects])
    writeFiles(projects, files)
    await importOf(engine, [projects])
    expect(await faultsOf(engine)).toEqual([])
  })
  const chains = await chainsOf(at('once'))
  expect(await chainsOf(at('grown'))).toEqual(chains)
  expect(await tableDigests(at('grown'), ['artifacts', 'sources'])).toMatchObject(without(once, ['artifacts', 'sources']))

  await withEngine(at('reversed'), async (engine) => {
    for (const name of [...files.keys()].reverse()) await importOf(engine, [path.join(projects, ...name.split('/'))])
    expect(await askEveryMetric(engine)).toEqual([])
  })
  expect(await chainsOf(at('reversed'))).toEqual(chains)
}

const without = (digests: Readonly<Record<string, string>>, leaveOut: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(digests).filter(([table]) => !leaveOut.includes(table)))

const maxTold = 10

const check = async (seeds: readonly number[], sessions: readonly SessionFiles[]): Promise<void> => {
  const folder = tempDir()
  const failed: string[] = []
  for (const seed of seeds) {
    const project = mutatedProject(seed, sessions)
    try {
      await expectSoundStore(folder, seed, project.files)
    } catch (thrown) {
      failed.push(
        `seed ${String(seed)} (${project.changes.join('; ')}): ${thrown instanceof Error ? (thrown.stack ?? '') : String(thrown)}`,
      )
    }
    rmSync(folder, { recursive: true, force: true })
  }
  expect(failed.slice(0, maxTold)).toEqual([])
}

const samples = path.resolve('samples/projects')
const timeout = mutationSeeds.timeoutMs

test('a store of damaged samples is consistent, however they were imported', { timeout }, async () => {
  await check(mutationSeeds.sampleStores, sessionsBelow([samples]))
})

test('a store of damaged real sessions is consistent, however they were imported', { timeout }, async (context) => {
  const shared = sharedOrSkip(context)
  const folders = [samples, realSessions(shared).projects, ...realClientScenarios(shared).map(({ projects }) => projects)]
  await check(mutationSeeds.realStores, sessionsBelow(folders))
})
