/** Where a summary replaces the conversation: the boundary and the summary are a commit of their own. */
import { expect, test } from 'vitest'
import { conversation } from '../../support/conversation.ts'
import type { Conversation } from '../../support/conversation.ts'
import { deriveConversation } from '../../support/derive-folder.ts'
import { drawChain } from '../../support/draw-chain.ts'
import type { ClientVersion } from '../../support/transcript/client.ts'

interface Held {
  readonly type: string
  readonly checkpoint: string
  readonly records: readonly string[]
}

/** What each commit of the main chain holds, oldest first. */
const held = async (talk: Conversation): Promise<readonly Held[]> => {
  const { commits, records } = (await deriveConversation(talk)).rows
  return commits.map(({ commitId, commitType, checkpoint }) => ({
    type: commitType,
    checkpoint,
    records: records.filter((record) => record.commitId === commitId).map((record) => record.class),
  }))
}

const before = { type: 'delta', checkpoint: 'compaction', records: ['human_prompt', 'reply'] }
const compaction = { type: 'compaction', checkpoint: 'compaction', records: ['compaction', 'compaction_summary'] }
const after = { type: 'delta', checkpoint: 'session_end', records: ['human_prompt', 'reply'] }

const versions: readonly ClientVersion[] = ['1.0.128', '2.0.76', '2.1.42', '2.1.330']

test.each(versions)('everything before the boundary is committed first, then the boundary and its summary (%s)', async (version) => {
  expect(await held(conversation({ version }).human('one').agent('1').compacts().human('two').agent('2'))).toEqual([
    before,
    compaction,
    after,
  ])
})

test('the old form, whose summary has no uuid, gives the same commit', async () => {
  expect(await held(conversation().human('one').agent('1').compacts({ form: 'old' }).human('two').agent('2'))).toEqual([
    before,
    compaction,
    after,
  ])
})

test('records of the client after a manual compaction follow it', async () => {
  const talk = conversation()
    .human('one')
    .agent('1')
    .compacts({ trigger: 'manual', preTokens: 9_000, postTokens: 100 })
    .human('two')
    .agent('2')
  expect(drawChain((await deriveConversation(talk)).rows)).toBe(`
* two  [session]
* /compact
* local command caveat: Caveat: The messages below come from commands that the user ran in the client. They are context, …
# Compaction (manual, 9,000 → 100 tokens)
* one`)
})

test('a summary that comes after attachments joins its boundary', async () => {
  const talk = conversation().human('one').agent('1')
  talk.row({ type: 'system', subtype: 'compact_boundary', compactMetadata: { trigger: 'auto', preTokens: 9_000 } }, { parent: null })
  talk.attachment({ type: 'session_context' }, 'again').attachment({ type: 'date' }, 'today')
  talk.user('What was said …', { isCompactSummary: true }).agent('I go on.')
  expect(await held(talk)).toEqual([
    before,
    compaction,
    { type: 'delta', checkpoint: 'session_end', records: ['bookkeeping', 'bookkeeping', 'reply'] },
  ])
})

test('a summary that is a root needs no boundary', async () => {
  const talk = conversation()
    .human('one')
    .agent('1')
    .user('What was said …', { isCompactSummary: true }, { parent: null })
    .human('two')
    .agent('2')
  expect(await held(talk)).toEqual([before, { ...compaction, records: ['compaction_summary'] }, after])
})

test('a compaction counts once, with a boundary, with a summary alone, and with a summary that does not name its boundary', async () => {
  const counted = async (talk: Conversation): Promise<readonly number[]> =>
    (await deriveConversation(talk)).rows.sessions.map(({ compactions }) => compactions)
  const begun = (): Conversation => conversation().human('one').agent('1')
  const summary = (talk: Conversation, parent?: null): Conversation =>
    talk.user('What was said …', { isCompactSummary: true }, parent === undefined ? {} : { parent })
  expect(await counted(begun().compacts().human('two'))).toEqual([1])
  expect(await counted(summary(begun(), null).human('two'))).toEqual([1])
  expect(await counted(summary(begun().row({ type: 'system', subtype: 'compact_boundary' }, { parent: null }), null).human('two'))).toEqual(
    [1],
  )
  expect(await counted(summary(summary(begun(), null).human('two').agent('2'), null))).toEqual([2])
  expect(await counted(summary(begun()).human('two'))).toEqual([0])
})

test('a summary inside the conversation, without a boundary, replaces nothing', async () => {
  const talk = conversation().human('one').agent('1').user('What was said …', { isCompactSummary: true }).human('two').agent('2')
  expect((await held(talk)).map(({ type, records }) => [type, ...records])).toEqual([
    ['delta', 'human_prompt', 'reply', 'compaction_summary'],
    ['delta', 'human_prompt', 'reply'],
  ])
})

test('messages that the client kept unchanged are listed on the compaction', async () => {
  const talk = conversation().human('one').agent('1').human('two')
  const kept = talk.lastUuid
  talk.compacts({ preserved: 1 }).agent('2')
  const { commits } = (await deriveConversation(talk)).rows
  expect(commits.map((commit) => [commit.commitType, ...commit.preserved])).toEqual([['delta'], ['delta'], ['compaction', kept], ['delta']])
})

test('a session can be compacted again and again, with nothing between', async () => {
  const talk = conversation()
    .human('one')
    .agent('1')
    .compacts({ preTokens: 9_000, postTokens: 100 })
    .compacts({ preTokens: 8_000, postTokens: 200 })
  expect(drawChain((await deriveConversation(talk)).rows)).toBe(`
# Compaction (auto, 8,000 → 200 tokens)  [session]
# Compaction (auto, 9,000 → 100 tokens)
* one`)
})

test('a file that begins with a compaction begins with its commit', async () => {
  const talk = conversation().compacts({ preTokens: 9_000, postTokens: 100 }).human('two').agent('2')
  expect((await held(talk)).map(({ type }) => type)).toEqual(['compaction', 'delta'])
})

test('a boundary without details is a compaction too', async () => {
  const talk = conversation()
    .human('one')
    .agent('1')
    .row({ type: 'system', subtype: 'compact_boundary', compactMetadata: 'lost' }, { parent: null })
  const { commits } = (await deriveConversation(talk)).rows
  expect(commits.map((commit) => commit.summary)).toEqual(['one', 'Compaction (unknown trigger, n/a tokens)'])
})

test('lines without records after a compaction make no commit', async () => {
  const talk = conversation().human('one').agent('1').compacts().raw('').raw('{"type":"us')
  expect((await held(talk)).map(({ type }) => type)).toEqual(['delta', 'compaction'])
})
