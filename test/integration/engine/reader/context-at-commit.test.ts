/** The context after a compaction, and what it contains. */
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

test('the context of a commit lists what was added since the last compaction, the largest first, each with its place', async () => {
  const talk = conversation()
    .human('Before')
    .reads('src/gone.ts', 'g'.repeat(900))
    .agent('Read.')
    .compacts({ summary: 's'.repeat(300) })
    .human('p'.repeat(200))
    .reads('src/large.ts', 'l'.repeat(5_000))
    .runs('npm test', 'o'.repeat(2_000))
    .agent('r'.repeat(100))
    .human('Later')
    .reads('src/later.ts', 'm'.repeat(9_000))
    .agent('Done.')
  await inEngine(talk, async (engine) => {
    const { main } = await engine.ask('session.outline', { sessionId: talk.sessionId })
    const prompt = main.prompts.at(-2)
    const at = main.commits.filter(({ row }) => row <= (prompt?.row ?? 0)).at(-1)
    const { items, total, isAfterCompaction, isThinned } = await engine.ask('commit.context', { commitId: at?.commitId ?? '' })
    const names = items.map(({ kind, tool, path, about }) => [kind, tool, path?.split('/').at(-1) ?? about?.slice(0, 8)])
    expect(names.slice(0, 4)).toEqual([
      ['output', 'Read', 'large.ts'],
      ['output', 'Bash', 'npm test'],
      ['summary', null, expect.any(String)],
      ['prompt', null, 'pppppppp'],
    ])
    expect([total, isAfterCompaction, isThinned]).toEqual([items.length, true, false])
    expect(names.flat()).not.toContain('gone.ts')
    expect(names.flat()).not.toContain('later.ts')
    const sizes = items.map(({ chars }) => chars)
    expect(sizes).toEqual([...sizes].sort((one, other) => other - one))
    const { sourceId = '', line = 0 } = items[0] ?? {}
    const place = await engine.ask('session.locate', { sessionId: talk.sessionId, record: { sourceId, line } })
    expect(place?.row).toBeGreaterThan(prompt?.row ?? Infinity)
  })
})
