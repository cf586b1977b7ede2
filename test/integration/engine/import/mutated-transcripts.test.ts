/** Real transcripts, damaged in every way there is: whatever comes out obeys the rules of the model. */
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { deriveFolder } from '../../../support/derive-folder.ts'
import { expectSound, identityOf } from '../../../support/mutation/expect-sound.ts'
import { mutatedProject, sessionsBelow, writeFiles } from '../../../support/mutation/mutated-project.ts'
import type { MutatedProject } from '../../../support/mutation/mutated-project.ts'
import { mutationSeeds } from '../../../support/mutation/seeds.ts'
import { realClientScenarios, realSessions, referenceInputs } from '../../../support/strata-inputs.ts'
import { tempDir } from '../../../support/temp-dir.ts'

const samples = sessionsBelow([path.resolve('samples/projects')])

/** Derives every session of a project, twice in different places, and checks each. */
const expectAllSound = async (folder: string, { files }: MutatedProject): Promise<void> => {
  const derivedIn = async (place: string) => {
    const projects = path.join(folder, place, 'projects')
    rmSync(path.join(folder, place), { recursive: true, force: true })
    mkdirSync(projects, { recursive: true })
    writeFiles(projects, files)
    return deriveFolder(projects)
  }
  const [once, again] = [await derivedIn('one'), await derivedIn('another/place')]
  const named = new Map([...files].map(([name, bytes]) => [`projects/${name}`, bytes]))
  for (const derived of once.values()) await expectSound(derived, named)
  // Sessions come newest first, which says when the files were written.
  const ids = (sessions: typeof once): unknown => Object.fromEntries([...sessions].map(([id, derived]) => [id, identityOf(derived)]))
  expect(ids(again)).toEqual(ids(once))
}

const maxTold = 20

/** Tries all seeds, and tells of those that failed. */
const check = async (seeds: readonly number[], sessions: typeof samples): Promise<void> => {
  const folder = tempDir()
  const failed: string[] = []
  for (const seed of seeds) {
    const project = mutatedProject(seed, sessions)
    try {
      await expectAllSound(folder, project)
    } catch (thrown) {
      failed.push(
        `seed ${String(seed)} (${project.changes.join('; ')}): ${thrown instanceof Error ? (thrown.stack ?? '') : String(thrown)}`,
      )
    }
  }
  expect(failed.slice(0, maxTold)).toEqual([])
}

test('damaged samples give consistent sessions', { timeout: mutationSeeds.timeoutMs }, async () => {
  await check(mutationSeeds.samples, samples)
})

test('damaged real sessions give consistent sessions', { timeout: mutationSeeds.timeoutMs }, async (context) => {
  const shared = referenceInputs()
  if (shared === undefined) return context.skip('no reference inputs on this machine (set STRATA_SHARED to their folder)')
  const folders = [realSessions(shared).projects, ...realClientScenarios(shared).map(({ projects }) => projects)]
  await check(mutationSeeds.real, sessionsBelow(folders))
})
