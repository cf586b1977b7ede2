/** Weights that are fitted on a store, and scores in hindsight. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { HindsightView, RecallFit } from '../../../../app/contract/recall.ts'
import { conversation, type Conversation } from '../../../support/conversation.ts'
import { strata } from '../../../support/strata-command.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const mill = '/home/me/mill'
const parts = ['wheel', 'sieve', 'gear', 'roof'] as const

/** Sessions take turns at four parts of a mill, each on its own branch. */
const talks = (count: number): readonly Conversation[] =>
  Array.from({ length: count }, (_, at) => {
    const part = parts[at % parts.length] ?? 'wheel'
    const start = new Date(Date.UTC(2026, 2, 1, at)).toISOString()
    return conversation({ sessionId: `s${at}`, seed: `s${at}`, cwd: mill, start, gitBranch: `work/${part}` })
      .human(`Continue with number ${at} of the ${part}`)
      .thinks(`I'll go with oak for the ${part}, as before.`)
      .writes(`${mill}/src/${part}.ts`, `${part}(${at})`)
      .agent('Done.')
  })

const storeOf = async (count: number): Promise<string> => {
  const store = tempDir()
  await importInto(store, [writeConversation(tempDir(), ...talks(count)).projects])
  return store
}

test('weights are fitted by time order, and kept only where they find more', async () => {
  const store = await storeOf(36)
  const { code, out } = strata(store, 'recall', '--fit', '--json')
  expect(code).toBe(0)
  const fit = JSON.parse(out) as RecallFit
  expect(fit.cases).toBeGreaterThanOrEqual(30)
  expect(fit.isKept).toBe((fit.gain?.mean ?? 0) > 0)
  expect(existsSync(join(store, 'recall-weights.json'))).toBe(fit.isKept)
})

test('a store with few sessions teaches nothing, and the command says how many it needs', async () => {
  const { code, err } = strata(await storeOf(3), 'recall', '--fit')
  expect([code, err]).toEqual([2, expect.stringContaining('30 are needed')])
})

test('hindsight finds the file of each session in what lay before it, and leaves out the session itself', async () => {
  const view = await withEngine(await storeOf(12), async (engine) => {
    const { jobId } = await engine.ask('recall.hindsight', { foreign: ['Translate the menu into Portuguese'] })
    return (await engine.ask('job.wait', { jobId })).result as HindsightView
  })
  // The first session of each part touches a file that no earlier one knows.
  expect(view.cases).toBe(8)
  const blend = view.rows.find(({ ranking }) => ranking === 'blend, weights in use')
  expect([blend?.recall?.mean, blend?.hit?.mean, view.bestRecall]).toEqual([1, 1, 1])
  expect(view.foreign).toEqual({ prompts: 1, spoken: 0 })
})
