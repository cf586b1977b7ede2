import { expect, test } from 'vitest'
import { killDelays } from '../../../support/kill-delays.ts'
import { killedProgram } from '../../../support/killed-program.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { runJob, tableDigests, withEngine } from '../../../support/with-engine.ts'

const checkpointUntilKilled = killedProgram('kill-checkpointer')

test('commits, forks, summaries and pins that were acknowledged before a kill exist, and the store is complete', async () => {
  const dir = tempDir()
  const delay = killDelays()
  const acknowledged: (readonly string[])[] = []
  for (let round = 0; round < 6; round++) acknowledged.push(await checkpointUntilKilled([dir, String(round)], delay(600)))
  await withEngine(dir, async (engine) => {
    const pinned = new Set((await engine.ask('pins.list', {})).map(({ commitId }) => commitId))
    for (const [round, ids] of acknowledged.entries()) {
      const { commits } = await engine.ask('commit.history', { commitId: `fork/f${round}` })
      const summaries = new Map(commits.map(({ commitId, summary }) => [commitId, summary]))
      expect(ids.map((id) => [summaries.get(id), pinned.has(id)])).toEqual(ids.map((_, at) => [`written ${at}`, true]))
      // One that was about to be acknowledged may be there too.
      expect(commits.length - 1 - ids.length).toBeOneOf([0, 1])
    }
    expect((await runJob(engine, 'verify.start', {})).result).toMatchObject({ faults: [] })
  })
  const before = await tableDigests(dir)
  await withEngine(dir, (engine) => runJob(engine, 'reindex.start', {}))
  expect(await tableDigests(dir)).toEqual(before)
})
