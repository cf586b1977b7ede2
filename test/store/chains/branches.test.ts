/** Two programs that write one session in turn have a branch each; rows beside the conversation fork nothing. */
import { expect, test } from 'vitest'
import { conversation } from '../../support/conversation.ts'
import { deriveConversation } from '../../support/derive-folder.ts'
import { drawChain } from '../../support/draw-chain.ts'
import { talkOfEnds } from '../../support/exported-talk.ts'
import type { Conversation } from '../../support/conversation.ts'

const draw = async (talk: Conversation): Promise<string> => drawChain((await deriveConversation(talk)).rows)

/** Two programs take turns record by record after a common beginning. */
const inTurn = (): Conversation => {
  const talk = conversation().human('base').agent('base answer')
  const base = talk.lastUuid
  talk.human('left one')
  const left = talk.lastUuid
  talk.from(base).human('right one')
  const right = talk.lastUuid
  talk.from(left).agent('left answer').human('left two')
  const leftTwo = talk.lastUuid
  talk.from(right).agent('right answer').human('right two')
  const rightTwo = talk.lastUuid
  return talk.from(leftTwo).agent('left end').from(rightTwo).agent('right end')
}

test('the branches of two programs that write one file alternately are complete and separate', async () => {
  expect(await draw(inTurn())).toBe(`
* right two  [session]
* right one
| * left two  [rewind/1]
| * left one
|/
* base`)
  expect(await talkOfEnds(inTurn())).toEqual([
    ['user: base', 'assistant: base answer', 'user: right one', 'assistant: right answer', 'user: right two', 'assistant: right end'],
    ['user: base', 'assistant: base answer', 'user: left one', 'assistant: left answer', 'user: left two', 'assistant: left end'],
  ])
})

test('calls and results of two programs stay with the branch of their parent', async () => {
  const talk = conversation().human('base').agent('base answer')
  const base = talk.lastUuid
  talk.human('left').calls('Bash', { command: 'l' }, { id: 'toolu_left' })
  const leftCall = talk.lastUuid
  talk.from(base).human('right').calls('Bash', { command: 'r' }, { id: 'toolu_right' })
  const rightCall = talk.lastUuid
  talk.user([{ type: 'tool_result', tool_use_id: 'toolu_left', content: 'L' }], {}, { parent: leftCall })
  const leftResult = talk.lastUuid
  talk.user([{ type: 'tool_result', tool_use_id: 'toolu_right', content: 'R' }], {}, { parent: rightCall })
  const rightResult = talk.lastUuid
  talk.from(leftResult).agent('left done').from(rightResult).agent('right done')
  expect(await talkOfEnds(talk)).toEqual([
    ['user: base', 'assistant: base answer', 'user: right', 'assistant: call Bash', 'user: result R', 'assistant: right done'],
    ['user: base', 'assistant: base answer', 'user: left', 'assistant: call Bash', 'user: result L', 'assistant: left done'],
  ])
})

test('a second reply to the same prompt begins a branch', async () => {
  const talk = conversation().human('go')
  const prompt = talk.lastUuid
  talk.agent('first').from(prompt).agent('second').human('next').agent('ok')
  expect(await talkOfEnds(talk)).toEqual([
    ['user: go', 'assistant: second', 'user: next', 'assistant: ok'],
    ['user: go', 'assistant: first'],
  ])
})

test('a second result of one call begins a branch when both were answered', async () => {
  const talk = conversation().human('go').calls('Bash', { command: 'sleep' }, { id: 'toolu_slow' })
  const call = talk.lastUuid
  const result = (content: string) => talk.user([{ type: 'tool_result', tool_use_id: 'toolu_slow', content }], {}, { parent: call })
  result('interrupted').agent('No answer.').human('other way').agent('went')
  result('finished').agent('It finished.')
  expect(await talkOfEnds(talk)).toEqual([
    ['user: go', 'assistant: call Bash', 'user: result finished', 'assistant: It finished.'],
    ['user: go', 'assistant: call Bash', 'user: result interrupted', 'assistant: No answer.', 'user: other way', 'assistant: went'],
  ])
})

test('a compaction in one branch does not change the other branch', async () => {
  const talk = conversation().human('base').agent('base answer')
  const base = talk.lastUuid
  talk.human('left').agent('left answer')
  const left = talk.lastUuid
  talk.from(base).human('right').agent('right answer')
  const right = talk.lastUuid
  talk.from(left).compacts({ preTokens: 9_000 })
  const summary = talk.lastUuid
  talk.from(right).human('right two').agent('right end')
  talk.from(summary).human('left two').agent('left end')
  expect(await draw(talk)).toBe(`
* left two  [session]
# Compaction (auto, 9,000 → 3,000 tokens)
* left
| * right two  [rewind/1]
| * right
|/
* base`)
})

test.each([
  ['progress', { type: 'progress', data: { type: 'hook_progress' } }],
  ['a hook summary', { type: 'system', subtype: 'stop_hook_summary', hookCount: 1 }],
  ['a hook attachment', { type: 'attachment', attachment: { type: 'hook_success', hookName: 'Stop' } }],
] as const)('a prompt whose parent is %s next to an earlier turn continues the conversation', async (_, body) => {
  const talk = conversation().human('one').agent('1')
  const first = talk.lastUuid
  talk.human('two').agent('2').row(body, { parent: first }).human('three').agent('3')
  expect(await talkOfEnds(talk)).toEqual([['user: one', 'assistant: 1', 'user: two', 'assistant: 2', 'user: three', 'assistant: 3']])
})

test('a reply whose parent is progress and a prompt whose parent is the result next to it are one conversation', async () => {
  const talk = conversation({ version: '2.1.42' }).human('one').calls('Bash', { command: 'ls' }, { id: 'toolu_ls' })
  const call = talk.lastUuid
  talk.row({ type: 'progress', data: { type: 'bash_progress' } })
  const progress = talk.lastUuid
  talk.user([{ type: 'tool_result', tool_use_id: 'toolu_ls', content: 'a' }], {}, { parent: call })
  const result = talk.lastUuid
  talk.from(progress).agent('listed').from(result).human('two').agent('2')
  expect(await talkOfEnds(talk)).toEqual([
    ['user: one', 'assistant: call Bash', 'user: result a', 'assistant: listed', 'user: two', 'assistant: 2'],
  ])
})

test('a prompt withdrawn after a row of the client in the conversation is a rewind', async () => {
  const talk = conversation().human('one').agent('1').row({ type: 'system', subtype: 'turn_duration', durationMs: 10 })
  talk.human('two').agent('2').rewind(1).human('two again').agent('2b')
  expect(await draw(talk)).toBe(`
* two again  [session]
| * two  [rewind/1]
|/
* one`)
})

test('a compaction whose boundary names a hook row next to an earlier turn replaces all turns before it', async () => {
  const talk = conversation().human('one').agent('1')
  const first = talk.lastUuid
  talk.human('two').agent('2').row({ type: 'system', subtype: 'stop_hook_summary', hookCount: 1 }, { parent: first })
  talk.compacts({ preTokens: 9_000 }).human('three').agent('3')
  expect(await talkOfEnds(talk)).toEqual([['user: one', 'assistant: 1', 'user: two', 'assistant: 2', 'user: three', 'assistant: 3']])
})

test('what the client adds below one of several parallel results is part of the conversation', async () => {
  const talk = conversation().human('compare').calls('Read', { file_path: 'a' }, { id: 'toolu_a' })
  const callA = talk.lastUuid
  talk.calls('Read', { file_path: 'b' }, { id: 'toolu_b' })
  const callB = talk.lastUuid
  const read = (id: string, parent: string) => talk.user([{ type: 'tool_result', tool_use_id: id, content: id }], {}, { parent })
  read('toolu_a', callA).user([{ type: 'text', text: 'document a' }], { isMeta: true })
  read('toolu_b', callB)
    .user([{ type: 'text', text: 'document b' }], { isMeta: true })
    .agent('the same')
  expect(await talkOfEnds(talk)).toEqual([
    [
      'user: compare',
      'assistant: call Read + call Read',
      'user: result toolu_a + result toolu_b + document a + document b',
      'assistant: the same',
    ],
  ])
})

test.for([
  ['a notification', '<task-notification>done</task-notification>', {}],
  ["a teammate's message", '<teammate-message>done</teammate-message>', {}],
  ['a message of another session', 'done', { origin: { kind: 'peer' } }],
  ['a message of a schedule', 'done', { origin: { kind: 'schedule' } }],
  ['a message of unknown origin', 'done', { origin: { kind: 'weather-station' } }],
  ['a message in an unknown wrapper', '<weather-report>done</weather-report>', {}],
] as const)('%s begins a branch as a prompt does', async ([, text, fields]) => {
  const talk = conversation().human('base').agent('base answer')
  const base = talk.lastUuid
  talk.human('left').agent('left answer')
  const left = talk.lastUuid
  talk.user(text, fields, { parent: base }).agent('right answer').from(left).human('left two').agent('left end')
  const ends = await talkOfEnds(talk)
  expect(ends.map((end) => end.at(-1))).toEqual(['assistant: left end', 'assistant: right answer'])
  expect(ends[0]?.join('\n')).not.toContain('right')
  expect(ends[1]?.join('\n')).not.toContain('left')
})
