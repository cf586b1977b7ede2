/** The size of the context after a compaction. */
import { expect, test } from 'vitest'
import { conversation, type Conversation } from '../../../support/conversation.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { runJob, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

type Work = Parameters<typeof withEngine<void>>[1]

const inEngine = (talk: Conversation, work: Work): Promise<void> =>
  withEngine(tempDir(), async (engine) => {
    await runJob(engine, 'import.start', { paths: [writeConversation(tempDir(), talk).projects] })
    await work(engine)
  })

const usage = (tokens: number): { usage: Record<string, number> } => ({ usage: { input_tokens: tokens, output_tokens: 1 } })

test('a compaction without a size after it has that of the next reply, and it is the same wherever it is shown', async () => {
  const talk = conversation({ version: '2.0.76' })
    .human('First')
    .agent('One', usage(90_000))
    .compacts({ trigger: 'manual', preTokens: 90_000, summary: 'Short.' })
    .human('Second')
    .agent('Two', usage(34_000))
    .human('Third')
    .agent('Three', usage(35_000))
  await inEngine(talk, async (engine) => {
    const { sessionId } = talk
    const [shown] = (await engine.ask('session.outline', { sessionId })).main.compactions
    expect(shown).toMatchObject({ preTokens: 90_000, postTokens: null, nextTokens: 34_000 })
    const { compaction } = await engine.ask('commit.read', { commitId: shown?.commitId ?? '' })
    expect(compaction).toEqual({ trigger: 'manual', preTokens: 90_000, postTokens: null, nextTokens: 34_000 })
    const { chains } = await engine.ask('session.context', { sessionId })
    expect(chains[0]?.compactions).toMatchObject([{ postTokens: null, nextTokens: 34_000 }])
  })
})

test('a reply of a branch that left before a compaction is not its next reply', async () => {
  const talk = conversation({ version: '2.0.76' }).human('First').agent('One', usage(90_000))
  const before = talk.lastUuid
  talk.human('Second').agent('Two', usage(95_000)).compacts({ preTokens: 95_000 })
  talk.from(before).human('Instead').agent('Other', usage(91_000))
  await inEngine(talk, async (engine) => {
    const { chains } = await engine.ask('session.context', { sessionId: talk.sessionId })
    expect(chains[0]?.compactions).toMatchObject([{ preTokens: 95_000, nextTokens: null }])
  })
})
