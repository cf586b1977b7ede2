/** The store that an import gives does not depend on the order in which it reads sessions. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { executeImport } from '../../../../app/engine/import/execute-import.ts'
import { planImport } from '../../../../app/engine/import/plan-import.ts'
import { silentProgress } from '../../../../app/engine/kernel/job.ts'
import { rulesVersion } from '../../../../app/engine/kernel/rules-version.ts'
import { WorkerPool } from '../../../../app/engine/kernel/worker-pool.ts'
import { openStore } from '../../../../app/store/open-store.ts'
import { finder } from '../../../../importer/agents.ts'
import { engineContext } from '../../../support/engine-context.ts'
import { relatedSessions } from '../../../support/related-sessions.ts'
import { rounds } from '../../../support/rounds.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { chainsOf, tableDigests } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

/** Where artifacts lie in the packs follows from when each was ready. */
const placed = ['artifacts']

const storeOf = async (projects: string, order: readonly number[] | undefined): Promise<unknown> => {
  const storeDir = tempDir()
  const store = await openStore(storeDir, { program: 'test', rulesVersion })
  const pool = new WorkerPool()
  try {
    const discovery = finder.discover([projects])
    const plan = planImport(discovery.files, [])
    const shuffled = order === undefined ? plan.sessions : order.flatMap((at) => plan.sessions[at] ?? [])
    const input = { paths: [projects], dryRun: false, principal: undefined }
    await executeImport(engineContext(store, pool), input, { ...plan, sessions: shuffled }, discovery, silentProgress, {
      wasSearched: () => true,
      written: () => Promise.resolve(),
      ended: () => Promise.resolve(),
    })
  } finally {
    await pool.close()
    await store.close()
  }
  return { chains: await chainsOf(storeDir), tables: await tableDigests(storeDir, placed) }
}

test('six sessions that share records give the same store in any order of reading', { timeout: 300_000 }, async () => {
  const talks = relatedSessions()
  const { projects } = writeConversation(tempDir(), ...talks)
  const expected = await storeOf(projects, undefined)
  const places = talks.map((_, at) => at)
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(places, { minLength: places.length }), async (order) => {
      expect(await storeOf(projects, order)).toEqual(expected)
    }),
    { numRuns: rounds(8, 100) },
  )
})
