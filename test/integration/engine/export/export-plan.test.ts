/** What the export dialog says of tokens, held against what the replies of real and sample sessions reported. */
import path from 'node:path'
import { expect, test } from 'vitest'
import type { ExportPlan } from '../../../../app/contract/export.ts'
import type { Engine } from '../../../../app/engine/engine.ts'
import { realSessions, sharedOrSkip } from '../../../support/strata-inputs.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, withEngine } from '../../../support/with-engine.ts'

const plan = (engine: Engine, commitId: string, stop: string, budget?: number): Promise<ExportPlan> =>
  engine.ask('export.plan', { commitId, target: 'messages', stop, ...(budget === undefined ? {} : { budget }) })

/** Largest reply that these clients asked for, tokens. */
const mostOutput = 64_000

const checkAll = async (projects: string): Promise<number> => {
  const storeDir = tempDir()
  await importInto(storeDir, [projects])
  return withEngine(storeDir, async (engine) => {
    const { rows } = await engine.ask('sessions.list', { everything: true })
    let checked = 0
    for (const { sessionId, tipCommitId } of rows) {
      const { context } = await engine.ask('session.timeline', { sessionId })
      const last = context.at(-1)
      if (tipCommitId === null || last === undefined) continue
      const { goesIn, window } = await plan(engine, tipCommitId, 'compaction')
      if (goesIn.tokens === null) continue
      checked += 1
      expect(goesIn.tokens - goesIn.estimated, sessionId).toBeLessThanOrEqual(last.tokens + mostOutput)
      expect(window, sessionId).not.toBe(0)
      for (const share of [0.25, 0.5, 0.9]) {
        const { fitting } = await plan(engine, tipCommitId, 'root', Math.ceil(goesIn.tokens * share))
        if (fitting !== null) expect((await plan(engine, tipCommitId, fitting.commitId)).goesIn.tokens).toBe(fitting.tokens)
      }
    }
    return checked
  })
}

test('the plan of a sample never exceeds the last report, and a later beginning reduces it', async () => {
  expect(await checkAll(path.resolve('samples/projects'))).toBeGreaterThan(5)
})

test('the plan of a real session never exceeds the last report, and a later beginning reduces it', async (context) => {
  expect(await checkAll(realSessions(sharedOrSkip(context)).projects)).toBeGreaterThan(10)
})
