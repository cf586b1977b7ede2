/** A prompt that goes on from an earlier message is a branch; other forks of the parent graph are not. */
import { expect, test } from 'vitest'
import { conversation } from '../../support/conversation.ts'
import type { Conversation } from '../../support/conversation.ts'
import { deriveConversation } from '../../support/derive-folder.ts'
import { drawChain, withCheckpoint } from '../../support/draw-chain.ts'
import { withoutTimes } from '../../support/without-times.ts'

const draw = async (talk: Conversation): Promise<string> => drawChain((await deriveConversation(talk)).rows)

test('a rewind gives the new prompt the parent of the old one, and the old end a name', async () => {
  const talk = conversation().human('fix it').agent('done').human('tidy up').agent('tidied').rewind(1).human('no, test it').agent('tested')
  expect(await draw(talk)).toBe(`
* no, test it  [session]
| * tidy up  [rewind/1]
|/
* fix it`)
})

test('a rewind over several turns continues from the message before them', async () => {
  const talk = conversation()
    .human('one')
    .agent('1')
    .human('two')
    .agent('2')
    .human('three')
    .agent('3')
    .rewind(2)
    .human('two, differently')
    .agent('2b')
  expect(await draw(talk)).toBe(`
* two, differently  [session]
| * three  [rewind/1]
| * two
|/
* one`)
})

test('the same prompt can be withdrawn twice', async () => {
  const talk = conversation()
    .human('fix it')
    .agent('done')
    .human('a')
    .agent('1')
    .rewind(1)
    .human('b')
    .agent('2')
    .rewind(1)
    .human('c')
    .agent('3')
  expect(await draw(talk)).toBe(`
* c  [session]
| * b  [rewind/2]
|/
| * a  [rewind/1]
|/
* fix it`)
})

test('a prompt that was withdrawn before its reply is a branch too', async () => {
  const talk = conversation().human('fix it').agent('done').human('tyop').rewind(1).human('typo').agent('ok')
  expect(await draw(talk)).toBe(`
* typo  [session]
| * tyop  [rewind/1]
|/
* fix it`)
})

test('a rewind is recognised without times', async () => {
  const talk = conversation().human('fix it').agent('done').human('a').agent('1').rewind(1).human('b').agent('2')
  expect(await draw(withoutTimes(talk))).toBe('\n* b  [session]\n| * a  [rewind/1]\n|/\n* fix it')
})

test('a rewind to before the first prompt begins a separate tree', async () => {
  const talk = conversation().human('first try').agent('done').rewind(1).human('second try').agent('done again')
  expect(await draw(talk)).toBe(`
* second try  [session]

* first try  [rewind/1]`)
})

test('a rewind to before the first prompt keeps the records of the client before it', async () => {
  const talk = conversation()
    .attachment({ type: 'environment' }, 'linux')
    .human('first try')
    .agent('done')
    .rewind(1)
    .human('second try')
    .agent('done again')
  expect(await draw(talk)).toBe(`
* second try  [session]
| * first try  [rewind/1]
|/
* 1 record`)
})

test('a rewind into the middle of a turn cuts that turn in two', async () => {
  const talk = conversation().human('fix it').agent('I look first')
  const middle = talk.lastUuid
  talk.runs('ls', 'a').agent('done').human('again', { parent: middle }).agent('ok')
  expect(drawChain((await deriveConversation(talk)).rows, withCheckpoint)).toBe(`
* again (session_end)  [session]
| * done (turn_boundary)  [rewind/1]
|/
* fix it (explicit)`)
})

test('an abandoned branch can be resumed', async () => {
  const talk = conversation().human('fix it').agent('done').human('a').agent('1')
  const left = talk.lastUuid
  talk.rewind(1).human('b').agent('2').human('a, after all', { parent: left }).agent('3')
  expect(await draw(talk)).toBe(`
* a, after all  [session]
* a
| * b  [rewind/1]
|/
* fix it`)
})

test('an abandoned branch can be rewound', async () => {
  const talk = conversation().human('fix it').agent('done').human('a').agent('1')
  const inside = talk.lastUuid
  talk.human('a2').agent('2').human('b', { parent: inside }).agent('3')
  talk.human('c', { parent: inside }).agent('4')
  expect(await draw(talk)).toBe(`
* c  [session]
| * b  [rewind/2]
|/
| * a2  [rewind/1]
|/
* a
* fix it`)
})

test('a rewind reaches back across a compaction', async () => {
  const talk = conversation().human('one').agent('1').human('two').agent('2')
  const before = talk.lastUuid
  talk.compacts({ preTokens: 9_000, postTokens: 100 }).human('three').agent('3').human('two and a half', { parent: before }).agent('ok')
  expect(await draw(talk)).toBe(`
* two and a half  [session]
| * three  [rewind/1]
| # Compaction (auto, 9,000 → 100 tokens)
|/
* two
* one`)
})

test('a compaction that is withdrawn immediately stays on an abandoned branch', async () => {
  const talk = conversation().human('one').agent('1')
  const before = talk.lastUuid
  talk.compacts({ preTokens: 9_000, postTokens: 100 }).human('two', { parent: before }).agent('2')
  expect(await draw(talk)).toBe(`
* two  [session]
| # Compaction (auto, 9,000 → 100 tokens)  [rewind/1]
|/
* one`)
})

test('a rewind is recognised after the notes that the client writes before a command', async () => {
  const talk = conversation({ version: '2.0.76' })
    .human('one')
    .agent('1')
    .human('two')
    .agent('2')
    .rewind(1)
    .command('/context', '', 'lots')
    .human('three')
  expect(await draw(talk)).toBe(`
* three  [session]
* /context
| * two  [rewind/1]
|/
* one`)
})

test('results of parallel calls, hooks next to the chain and split replies are not rewinds', async () => {
  const talk = conversation({ version: '2.1.42' })
    .human('look around')
    .parallel([
      { tool: 'Bash', input: { command: 'ls' }, result: 'a' },
      { tool: 'Bash', input: { command: 'pwd' }, result: '/' },
    ])
    .row({ type: 'progress', data: { type: 'hook_progress' } }, { aside: true })
    .thinks('hm')
    .agent('seen')
    .human('next')
    .agent('ok')
  expect(await draw(talk)).toBe(`
* next  [session]
* look around`)
})

test('a prompt after an interruption continues from it', async () => {
  const talk = conversation().human('run').calls('Bash', { command: 'sleep 100' }).interrupt().human('not that').agent('ok')
  expect(await draw(talk)).toBe(`
* not that  [session]
* run`)
})

test.each(['before', 'after'])('a queued prompt next to the chain, %s the result of its parent call, is not a rewind', async (order) => {
  const talk = conversation().human('run').calls('Bash', { command: 'sleep 100' })
  const call = talk.lastUuid
  const queue = () => talk.user('also this', { promptSource: 'queued', origin: { kind: 'human' } }, { parent: call, aside: true })
  if (order === 'before') queue()
  talk.result('last', 'ok')
  if (order === 'after') queue()
  talk.agent('done').human('next').agent('ok')
  expect(await draw(talk)).toBe(`
* next  [session]
* also this
* run`)
})

test('messages that a compaction writes again, with the same parent and time, are not rewinds', async () => {
  const talk = conversation().human('one').agent('1')
  const parent = talk.lastUuid
  talk.human('two')
  const time = talk.now.toISOString()
  talk
    .agent('2')
    .compacts({ preTokens: 9_000, postTokens: 100 })
    .user('two', { timestamp: time }, { parent })
    .agent('2 again')
    .human('three')
    .agent('3')
  expect(await draw(talk)).toBe(`
* three  [session]
* 2 again
# Compaction (auto, 9,000 → 100 tokens)
* two
* one`)
})

test('a prompt that continues from a message which a compaction kept is not a rewind', async () => {
  const talk = conversation().human('one').agent('1')
  const kept = talk.lastUuid
  talk.compacts({ preserved: 2, preTokens: 9_000, postTokens: 100 }).human('two', { parent: kept }).agent('2')
  expect(await draw(talk)).toBe(`
* two  [session]
# Compaction (auto, 9,000 → 100 tokens)
* one`)
})

test('a rewind to a message which a compaction kept continues from the compaction', async () => {
  const talk = conversation().human('one').agent('1')
  const kept = talk.lastUuid
  talk
    .compacts({ preserved: 2, preTokens: 9_000, postTokens: 100 })
    .human('two', { parent: kept })
    .agent('2')
    .human('three', { parent: kept })
  expect(await draw(talk)).toBe(`
* three  [session]
| * two  [rewind/1]
|/
# Compaction (auto, 9,000 → 100 tokens)
* one`)
})

test('a prompt whose parent is not in the file continues from the record before it', async () => {
  const talk = conversation().human('one').agent('1').human('two', { parent: 'not-in-this-file' }).agent('2')
  expect(await draw(talk)).toBe(`
* two  [session]
* one`)
})

test('circles of parents are cut in the order of the file', async () => {
  const talk = conversation()
    .human('one', { uuid: 'a', parent: 'b' })
    .agent('1', { uuid: 'b' })
    .human('two', { uuid: 'c', parent: 'c' })
    .agent('2')
  expect(await draw(talk)).toBe(`
* two  [session]
* one`)
})

test('a compaction that names an abandoned branch replaces that branch, and later records continue from it', async () => {
  const talk = conversation().human('one').agent('1').human('two').agent('2')
  const left = talk.lastUuid
  talk
    .rewind(1)
    .human('two again')
    .agent('2b')
    .row(
      { type: 'system', subtype: 'compact_boundary', compactMetadata: { trigger: 'manual', preTokens: 9_000 } },
      { parent: null, logicalParent: left },
    )
    .user('This session is being continued', { isCompactSummary: true })
    .human('three')
    .agent('3')
  expect(await draw(talk)).toBe(`
* three  [session]
# Compaction (manual, 9,000 tokens)
* two
| * two again  [rewind/1]
|/
* one`)
})
