/** A session that begins with a copy of another goes on from the commit that holds the original. */
import { expect, test } from 'vitest'
import type { MadeSession } from '../../support/made-rows.ts'
import { conversation } from '../../support/conversation.ts'
import type { Conversation } from '../../support/conversation.ts'
import { deriveConversation } from '../../support/derive-folder.ts'
import { drawChain } from '../../support/draw-chain.ts'
import type { ClientVersion } from '../../support/transcript/client.ts'

/** Uuids that a session holds, with their commits: what a copy of it must not hold again. */
const heldBy = (session: MadeSession): readonly (readonly [string, string])[] =>
  session.rows.records.flatMap(({ uuid, commitId }) => (uuid === null || commitId === null ? [] : [[uuid, commitId] as const]))

/** Derives an original and its copy as an import does: where the copy goes on decides where the original is cut. */
const deriveBoth = async (original: Conversation, copy: Conversation) => {
  const uncut = await deriveConversation(original)
  const { foreignParents } = await deriveConversation(copy, { foreign: heldBy(uncut) })
  const owner = await deriveConversation(original, { cuts: foreignParents })
  return { owner, copy: await deriveConversation(copy, { foreign: heldBy(owner) }), foreignParents }
}

const draw = async (original: Conversation, copy: Conversation): Promise<string> => {
  const both = await deriveBoth(original, copy)
  return drawChain({
    commits: [...both.owner.rows.commits, ...both.copy.rows.commits],
    refs: [...both.owner.rows.refs, ...both.copy.rows.refs],
  })
}

const versions: readonly ClientVersion[] = ['1.0.128', '2.0.76', '2.1.42', '2.1.330']

test.each(versions)('a fork is a branch of the session it was copied from (%s)', async (version) => {
  const original = conversation({ version, sessionId: 'first' }).human('one').runs('ls', 'a').agent('1')
  const copy = original.fork('second')
  original.human('two').agent('2')
  copy.human('two, forked').agent('2b')
  expect(await draw(original, copy)).toBe(`
* two  [session/first]
| * two, forked  [session/second]
|/
* one`)
})

test('a fork from the middle of a turn cuts that turn', async () => {
  const original = conversation({ sessionId: 'first' }).human('one').agent('I look')
  const copy = original.fork('second')
  original.runs('ls', 'a').agent('1')
  copy.human('stop').agent('ok')
  expect(await draw(original, copy)).toBe(`
* 1  [session/first]
| * stop  [session/second]
|/
* one`)
})

test('a copy without new records ends at the commit of the original', async () => {
  const original = conversation({ sessionId: 'first' }).human('one').agent('1')
  const copy = original.fork('second')
  const both = await deriveBoth(original, copy)
  expect(both.copy.rows.commits).toEqual([])
  expect(both.copy.refs).toEqual([{ name: 'session/second', commitId: both.owner.rows.commits[0]?.commitId }])
})

test('notes of a hook before the copies belong to the new records', async () => {
  const original = conversation({ sessionId: 'first' }).human('one').agent('1')
  const fork = original.fork('second')
  const copy = conversation({ sessionId: 'second' }).attachment({ type: 'hook_success' }, 'resumed')
  for (const line of fork.lines()) copy.raw(line)
  copy.human('two', { parent: original.lastUuid }).agent('2')
  const both = await deriveBoth(original, copy)
  expect(both.copy.rows.commits.map(({ summary, records, parentId }) => ({ summary, records, parentId }))).toEqual([
    { summary: 'two', records: 3, parentId: both.owner.rows.commits[0]?.commitId },
  ])
})

test('a fork that is compacted immediately continues from the message before its boundary', async () => {
  const original = conversation({ sessionId: 'first' }).human('one').agent('1')
  const copy = original.fork('second')
  original.human('two').agent('2')
  copy.compacts({ preTokens: 9_000, postTokens: 100 }).human('three').agent('3')
  expect((await deriveBoth(original, copy)).foreignParents).not.toEqual([])
  expect(await draw(original, copy)).toBe(`
* two  [session/first]
| * three  [session/second]
| # Compaction (auto, 9,000 → 100 tokens)
|/
* one`)
})

test('a fork of a compacted session copies the summary and continues after it', async () => {
  const original = conversation({ sessionId: 'first' })
    .human('one')
    .agent('1')
    .compacts({ preTokens: 9_000, postTokens: 100, preserved: 2 })
  original.human('two').agent('2')
  const copy = original.fork('second')
  copy.human('three').agent('3')
  original.human('four').agent('4')
  expect(await draw(original, copy)).toBe(`
* four  [session/first]
| * three  [session/second]
|/
* two
# Compaction (auto, 9,000 → 100 tokens)
* one`)
})

test('a fork that continues from a message which the copied compaction kept continues from that compaction', async () => {
  const original = conversation({ sessionId: 'first' }).human('one').agent('1')
  const kept = original.lastUuid
  original.compacts({ preserved: 2, preTokens: 9_000, postTokens: 100 })
  const copy = original.fork('second').human('two, forked', { parent: kept }).agent('2b')
  original.human('two').agent('2')
  expect(await draw(original, copy)).toBe(`
* two  [session/first]
| * two, forked  [session/second]
|/
# Compaction (auto, 9,000 → 100 tokens)
* one`)
})

test('an old summary without a uuid belongs to the original when its boundary does', async () => {
  const original = conversation({ version: '1.0.128', sessionId: 'first' }).human('one').agent('1')
  original.compacts({ trigger: 'manual', form: 'old', summary: 'what was done' }).human('two').agent('2')
  const copy = original.fork('second').human('three').agent('3')

  const { copy: derived } = await deriveBoth(original, copy)

  const summaries = derived.rows.records.filter((record) => record.class === 'compaction_summary')
  expect(summaries.map(({ isCopy }) => isCopy)).toEqual([true])
  expect(derived.rows.commits.map(({ summary, records }) => [summary, records])).toEqual([['three', 2]])
})

test('a fork can be rewound to a message that it copied', async () => {
  const original = conversation({ sessionId: 'first' }).human('one').agent('1').human('two').agent('2')
  const copy = original.fork('second')
  copy.human('three').agent('3').rewind(2).human('two, again').agent('2b')
  expect(await draw(original, copy)).toBe(`
  * three  [rewind/second/1]
 /
* two  [session/first]
| * two, again  [session/second]
|/
* one`)
})

test('copied records are kept for restore, belong to the original, and are not counted again', async () => {
  const original = conversation({ sessionId: 'first' }).human('one').agent('1')
  const copy = original.fork('second').human('two').agent('2')
  const { copy: derived } = await deriveBoth(original, copy)
  expect(derived.rows.records.map(({ class: name, isCopy }) => [name, isCopy])).toEqual([
    ['human_prompt', true],
    ['reply', true],
    ['human_prompt', false],
    ['reply', false],
  ])
  expect(derived.rows.sessions[0]).toMatchObject({ records: 4, humanPrompts: 1, responses: 1, commits: 1 })
  expect(derived.rows.events.filter((event) => !event.isCopy)).toHaveLength(2)
})

test('records with an empty uuid are not copies of each other', async () => {
  const said = (sessionId: string) => conversation({ sessionId }).human(sessionId, { uuid: '' }).agent('ok', { uuid: '' })
  const { owner, copy } = await deriveBoth(said('first'), said('second'))
  for (const { rows } of [owner, copy]) expect(rows.sessions).toMatchObject([{ humanPrompts: 1, responses: 1, commits: 1 }])
  expect([...owner.rows.problems, ...copy.rows.problems]).toEqual([])
})

test('the row of a record contains the session that it names as its origin', async () => {
  const talk = conversation()
    .user('one', { forkedFrom: { sessionId: 'first', messageUuid: 'm' } })
    .user('two', { forkedFrom: { sessionId: 7 } })
  expect((await deriveConversation(talk)).rows.records.map((record) => record.detail)).toEqual(['{"forked_from":"first"}', null])
})

test('a session that is resumed in the same file continues its chain', async () => {
  const talk = conversation().human('one').calls('Bash', { command: 'sleep' }).resume().human('two').agent('2')
  expect(drawChain((await deriveConversation(talk)).rows)).toBe(`
* two  [session]
* one`)
})

test('identical lines of one file are stored once', async () => {
  const talk = conversation().human('one').agent('1')
  for (const line of talk.lines()) talk.raw(line)
  const { rows } = await deriveConversation(talk)
  expect(rows.records.map((record) => record.isCopy)).toEqual([false, false, true, true])
  expect(rows.commits.map((commit) => commit.records)).toEqual([2])
  expect(rows.problems).toEqual([])
})
