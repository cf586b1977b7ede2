/** What the first questions after an import wait for: it is shown, and can be made before. */
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { Signal } from '../../../app/contract/signals.ts'
import { openEngine } from '../../../app/engine/engine.ts'
import { conversation } from '../../support/conversation.ts'
import { strata } from '../../support/strata-command.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { writeConversation } from '../../support/write-conversation.ts'

let projects = ''
beforeAll(() => {
  const talks = [1, 2, 3].map((at) => {
    const told = conversation({ sessionId: `long-${at}`, seed: `long ${at}` }).human('Read it')
    for (let part = 0; part < 4; part += 1) told.runs(`cat part-${part}`, `${at} ${part} lamps and mirrors\n`.repeat(50_000))
    return told.agent('Done.')
  })
  projects = writeConversation(tempDir(), ...talks).projects
})

/** Kinds of the jobs that a question about objects starts. */
const jobsOfObjects = async (store: string): Promise<readonly string[]> => {
  const kinds = new Set<string>()
  const onSignal = (signal: Signal): void => {
    if (signal.kind === 'job') kinds.add(signal.job.kind)
  }
  const engine = await openEngine({ storeDir: store, program: 'test', env: {}, onSignal })
  try {
    await engine.ask('objects.list', {})
  } finally {
    await engine.close()
  }
  return [...kinds]
}

test('the first question about files is a job with progress, later ones are none', { timeout: 120_000 }, async () => {
  const store = path.join(tempDir(), 'store')
  strata(store, 'import', projects)
  expect(await jobsOfObjects(store)).toEqual(['facts'])
  expect(await jobsOfObjects(store)).toEqual([])
})

test('an import that prepares leaves nothing to make, and says what it took', { timeout: 120_000 }, async () => {
  const store = path.join(tempDir(), 'store')
  const { out, err, code } = strata(store, 'import', '--prepare', projects)
  expect([code, err]).toEqual([0, expect.stringMatching(/Prepared metrics and files in .+, search in .+\.\n$/)])
  expect(out).toContain('3 sessions')
  expect(await jobsOfObjects(store)).toEqual([])
  expect(strata(store, 'import', '--prepare', '--dry-run', projects).code).toBe(2)
})
