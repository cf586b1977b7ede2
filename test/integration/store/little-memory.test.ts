/** DuckDB has too little memory for an import that is to spare it: what is left is done with more, and nothing is there twice or lost. */
import { expect, test, vi } from 'vitest'
import { WorkerPool } from '../../../app/engine/kernel/worker-pool.ts'
import { runImport } from '../../../app/engine/import/run-import.ts'
import { silentProgress } from '../../../app/engine/kernel/job.ts'
import { rulesVersion } from '../../../app/engine/kernel/rules-version.ts'
import { openStore } from '../../../app/store/open-store.ts'
import { conversation, type Conversation } from '../../support/conversation.ts'
import { engineContext } from '../../support/engine-context.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { importInto, tableDigests } from '../../support/with-engine.ts'
import { writeConversation } from '../../support/write-conversation.ts'

const turns = 120
/** Where artifacts lie in the packs follows from when each was ready, not from what is imported. */
const placed = ['artifacts']

const talkOf = (at: number): Conversation => {
  const talk = conversation({ seed: `talk ${at}` })
  for (let turn = 1; turn <= turns; turn += 1)
    talk
      .human(`Do ${turn} of ${at}`)
      .thinks(`hm, ${turn}`)
      .runs(`ls ${turn}`, `a ${at}`)
      .agent(`Did ${turn} of ${at}. ${'All is well. '.repeat(20)}`)
  return talk
}

const importWith = async (
  storeDir: string,
  projects: string,
  sparingBytes: number,
): Promise<{ wasTooLittle: boolean; records: number }> => {
  const store = await openStore(storeDir, { program: 'test', rulesVersion, sparingBytes })
  const pool = new WorkerPool()
  try {
    const amply = vi.spyOn(store.database, 'amply')
    const { result } = await runImport(
      engineContext(store, pool),
      { paths: [projects], dryRun: false, principal: undefined },
      silentProgress,
    )
    return { wasTooLittle: amply.mock.calls.length > 0, records: result.records }
  } finally {
    await pool.close()
    await store.close()
  }
}

test('an import that exceeds its memory limit ends in the tables of one with enough memory', { timeout: 300_000 }, async () => {
  const { projects } = writeConversation(tempDir(), ...Array.from({ length: 60 }, (_, at) => talkOf(at)))
  const undisturbed = tempDir()
  const { records } = await importInto(undisturbed, [projects])
  const expected = await tableDigests(undisturbed, placed)
  const tooLittle: boolean[] = []
  for (const megabytes of [5, 6, 7, 8]) {
    const storeDir = tempDir()
    const imported = await importWith(storeDir, projects, megabytes * 1024 * 1024)
    expect(imported.records).toBe(records)
    tooLittle.push(imported.wasTooLittle)
    expect(await tableDigests(storeDir, placed)).toEqual(expected)
  }
  expect(tooLittle).toContain(true)
})
