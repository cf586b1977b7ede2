/** An import that is killed at any moment leaves a store that opens, verifies, and finishes as if nothing had happened. */
import path from 'node:path'
import { expect, test } from 'vitest'
import type { VerifyResult } from '../../app/contract/job-results.ts'
import { killedImport } from '../support/kill-import.ts'
import { realSessions, referenceInputs } from '../support/strata-inputs.ts'
import { tempDir } from '../support/temp-dir.ts'
import { importInto, runJob, tableDigests, withEngine } from '../support/with-engine.ts'

const kills = 20
const firstMs = 150

test('an import killed twenty times ends in the tables of an undisturbed one', async () => {
  const shared = referenceInputs()
  const roots = [path.resolve('samples/projects'), ...(shared === undefined ? [] : [realSessions(shared).projects])]
  const undisturbed = tempDir()
  const startedAt = Date.now()
  await importInto(undisturbed, roots)
  const wholeMs = Date.now() - startedAt
  let store = tempDir()
  let killed = 0
  for (let round = 0; round < kills; round += 1) {
    const wasKilled = await killedImport(store, roots, firstMs + Math.random() * wholeMs)
    if (wasKilled) killed += 1
    const proof = await withEngine(store, (engine) => runJob(engine, 'verify.start', {}))
    expect((proof.result as VerifyResult).faults).toEqual([])
    // A finished import leaves nothing to disturb: the next one starts from nothing.
    if (!wasKilled && round < kills - 1) store = tempDir()
  }

  await importInto(store, roots)

  expect(killed).toBeGreaterThan(0)
  expect(await tableDigests(store, ['artifacts'])).toEqual(await tableDigests(undisturbed, ['artifacts']))
})
