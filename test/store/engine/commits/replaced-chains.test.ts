/** A long chain of replaced commits is read once, however long it is. */
import { expect, test } from 'vitest'
import { showHistory } from '../../../../app/engine/commits/show-history.ts'
import { openStore } from '../../../../app/store/open-store.ts'
import { conversation } from '../../../support/conversation.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { runJob, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

/** How many artifacts are read to show the history of a replaced chain of so many turns. */
const readsOf = async (turns: number): Promise<{ readonly reads: number; readonly commits: number }> => {
  const talk = conversation()
  for (let turn = 0; turn < turns; turn += 1) talk.human(`ask ${String(turn)}`).agent(`answer ${String(turn)}`)
  const storeDir = tempDir()
  const { projects } = writeConversation(tempDir(), talk)
  const tip = await withEngine(storeDir, async (engine) => {
    await runJob(engine, 'import.start', { paths: [projects] })
    const before = (await engine.ask('refs.list', {}))[0]?.commitId ?? ''
    await runJob(engine, 'import.start', { paths: [projects], granularity: turns })
    return before
  })
  const store = await openStore(storeDir, { program: 'test' })
  const read = store.read.bind(store)
  let reads = 0
  Object.assign(store, {
    read: (...named: Parameters<typeof read>) => {
      reads += 1
      return read(...named)
    },
  })
  const { commits } = await showHistory({ store }, { commitId: tip, depth: undefined })
  await store.close()
  return { reads, commits: commits.length }
}

test('the history of replaced commits takes twice the reads for twice the commits', async () => {
  const short = await readsOf(15)
  const long = await readsOf(30)
  expect({ short: short.commits, long: long.commits }).toEqual({ short: 15, long: 30 })
  expect(long.reads / short.reads).toBeLessThan(2.2)
})
