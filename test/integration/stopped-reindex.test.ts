/** A reindex that is cancelled leaves what the next opening brings up to date, whatever was done already. */
import { expect, test } from 'vitest'
import { openEngine } from '../../app/engine/engine.ts'
import { conversation } from '../support/conversation.ts'
import { sameReplyTwice } from '../support/same-reply-twice.ts'
import { tempDir } from '../support/temp-dir.ts'
import { importInto, tableDigests, withEngine } from '../support/with-engine.ts'
import { writeConversation } from '../support/write-conversation.ts'

const told = conversation({ seed: 'told', start: '2026-01-05T10:00:00Z' }).human('one').agent('1')
const goingOn = told.fork('cccccccc-0000-4000-8000-000000000000').human('two').agent('2')

/** Sessions that take something from each other: shared records, a parent and tokens of a reply. */
const importAll = async (store: string): Promise<void> => {
  const dir = tempDir()
  for (const one of [told, goingOn, ...sameReplyTwice()]) writeConversation(dir, one)
  await importInto(store, [dir])
}

/** Rebuilds the tables until a phase begins, and cancels. */
const cancelledIn = async (storeDir: string, phase: string): Promise<string> => {
  const engine = await openEngine({
    storeDir,
    onSignal: (signal) => {
      if (signal.kind === 'job' && signal.job.phase === phase) void engine.ask('job.cancel', { jobId: signal.job.jobId })
    },
  })
  const { jobId } = await engine.ask('reindex.start', {})
  const { state } = await engine.ask('job.wait', { jobId })
  await engine.close()
  return state
}

test.each(['Rebuilding the index', 'Joining resumed sessions'])(
  'a reindex cancelled while it is %s is made good by the next opening',
  async (phase) => {
    const store = tempDir()
    await importAll(store)
    const before = await tableDigests(store)

    expect(await cancelledIn(store, phase)).toBe('cancelled')
    expect(await tableDigests(store)).not.toEqual(before)
    await withEngine(store, () => Promise.resolve())

    expect(await tableDigests(store)).toEqual(before)
  },
)
