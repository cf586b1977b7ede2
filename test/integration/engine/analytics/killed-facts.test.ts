/** Facts that are being made when the program is killed are made by the next one, as if nothing had happened. */
import { cpSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { factsOf } from '../../../support/facts-of.ts'
import { killed } from '../../../support/kill-command.ts'
import { rounds } from '../../../support/rounds.ts'
import { strata } from '../../../support/strata-command.ts'
import { corpus, sharedOrSkip } from '../../../support/strata-inputs.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto } from '../../../support/with-engine.ts'

const kills = rounds(6, 20)
/** Sooner than a command ends on any machine. */
const firstMs = 150

const settle = (store: string): void => {
  for (const name of ['amplification', 'storage']) expect(strata(store, 'ask', name)).toMatchObject({ code: 0 })
}

test('facts whose computation was killed repeatedly equal those of an undisturbed store', async (context) => {
  const { projects } = corpus(sharedOrSkip(context), { profile: 'small', seed: 4 })
  const before = path.join(tempDir(), 'store')
  await importInto(before, [projects])
  const undisturbed = path.join(tempDir(), 'store')
  cpSync(before, undisturbed, { recursive: true })
  const startedAt = Date.now()
  settle(undisturbed)
  const wholeMs = Date.now() - startedAt
  let hits = 0
  for (let round = 0; round < kills; round += 1) {
    const store = path.join(tempDir(), 'store')
    cpSync(before, store, { recursive: true })
    // Killed sooner or later in the facts of sessions, or in those of storage: each took about half of the time.
    const afterMs = firstMs + (round / kills) * (wholeMs / 2)
    if (await killed(store, ['ask', round % 2 === 0 ? 'amplification' : 'storage'], afterMs)) hits += 1
    settle(store)
    expect(await factsOf(store)).toEqual(await factsOf(undisturbed))
  }
  expect(hits).toBeGreaterThan(0)
}, 600_000)
