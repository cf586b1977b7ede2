/** The content of a conversation, its order, and the losses it reports. */
import { expect, test } from 'vitest'
import { apiMessages } from '../../../app/conversation/api-messages.ts'
import type { ChainPiece } from '../../../app/conversation/chain-line.ts'
import type { Conversation as Read } from '../../../app/conversation/conversation.ts'
import { readConversation } from '../../../app/conversation/conversation.ts'
import { madeUuid } from '../../../app/export-forms/claude-code-transcript.ts'
import { projectSlug } from '../../../app/engine/export/export-folder.ts'
import { atOnce } from '../../support/at-once.ts'
import { conversation } from '../../support/conversation.ts'
import type { Conversation } from '../../support/conversation.ts'

const piece = (lines: readonly string[], commitType: ChainPiece['commitType'] = 'delta'): ChainPiece => ({
  commitType,
  bytes: Buffer.from(lines.join('\n')),
})

const read = (talk: Conversation): Read => atOnce(readConversation({ pieces: [piece(talk.lines())], before: [] }))

/** Messages in short: who, and what. */
const picture = ({ rows }: Read): readonly string[] =>
  apiMessages(rows).map(({ role, content }) => {
    const words = content.map((block) => {
      if (block['type'] === 'text') return String(block['text']).trim()
      return block['type'] === 'tool_use' ? `call ${String(block['name'])}` : String(block['type'])
    })
    return `${role}: ${words.join(' + ')}`
  })

const lossesOf = ({ lost }: Read): readonly string[] => lost.map(({ what, count }) => `${count} ${what}`)

test('the lines of one reply are one message, and the results of parallel calls are in one message', () => {
  const talk = conversation()
    .human('go')
    .thinks('hm')
    .agent('both')
    .parallel([
      { tool: 'Bash', input: { command: 'a' }, result: 'A' },
      { tool: 'Bash', input: { command: 'b' }, result: 'B' },
    ])
    .agent('done')
  expect(picture(read(talk))).toEqual([
    'user: go',
    'assistant: thinking + both + call Bash + call Bash',
    'user: tool_result + tool_result',
    'assistant: done',
  ])
})

test('a call that is open at the end of the commit is closed, and the loss is reported', () => {
  const open = read(conversation().human('go').calls('Bash', { command: 'sleep' }))
  expect(picture(open)).toEqual(['user: go', 'assistant: call Bash', 'user: tool_result'])
  expect(lossesOf(open)).toEqual(['1 added: results of calls'])
})

test('a prompt typed while the model worked is part of the conversation', () => {
  const talk = conversation({ version: '2.1.330' })
    .human('go')
    .calls('Bash', { command: 'ls' })
    .result('last', 'x')
    .queued('and this')
    .agent('done')
  expect(picture(read(talk)).join('\n')).toContain('and this')
})

test('failed requests and announcements of the client are excluded and reported', () => {
  const talk = conversation({ version: '2.1.330' })
    .human('go')
    .attachment({ type: 'date' }, 'today')
    .apiError('API Error: 529')
    .agent('done')
  expect(picture(read(talk))).toEqual(['user: go', 'assistant: done'])
  expect([...lossesOf(read(talk))].sort()).toEqual(['1 announcements of the client', '1 failed API requests'])
})

const row = (uuid: string, parentUuid: string | null, type: string, content: unknown, more: object = {}): string =>
  JSON.stringify({
    type,
    uuid,
    parentUuid,
    message: { role: type, content, ...(type === 'assistant' ? { id: `m-${uuid}` } : {}) },
    ...more,
  })

test('messages that a compaction kept follow its summary, and the replaced records link those around them', () => {
  const boundary = JSON.stringify({
    type: 'system',
    subtype: 'compact_boundary',
    uuid: 'b',
    parentUuid: null,
    logicalParentUuid: '2',
    compactMetadata: { preservedMessages: { anchorUuid: 's', uuids: ['2'], allUuids: ['2'] } },
  })
  const earlier = [row('1', null, 'user', 'first'), row('2', '1', 'assistant', [{ type: 'text', text: 'kept' }])]
  const summary = row('s', 'b', 'user', 'the summary', { isCompactSummary: true })
  const later = [row('3', '2', 'user', 'next'), row('4', '3', 'assistant', [{ type: 'text', text: 'after' }])]
  const compacted = atOnce(readConversation({ pieces: [piece([boundary, summary], 'compaction'), piece(later)], before: [piece(earlier)] }))
  expect(picture(compacted)).toEqual(['user: the summary', 'assistant: kept', 'user: next', 'assistant: after'])
  const whole = atOnce(readConversation({ pieces: [piece(earlier), piece(later)], before: [] }))
  expect(picture(whole)).toEqual(['user: first', 'assistant: kept', 'user: next', 'assistant: after'])
  const missing = atOnce(readConversation({ pieces: [piece([boundary, summary], 'compaction'), piece(later)], before: [] }))
  expect(lossesOf(missing)).toEqual(['1 missing: messages kept by a compaction'])
})

test('the last of several lines with the same uuid counts', () => {
  const lines = [
    row('1', null, 'user', 'go'),
    row('2', '1', 'assistant', [{ type: 'text', text: 'a part' }]),
    row('2', '1', 'assistant', [{ type: 'text', text: 'a part and the rest' }]),
  ]
  const read = atOnce(readConversation({ pieces: [piece(lines)], before: [] }))
  expect(picture(read)).toEqual(['user: go', 'assistant: a part and the rest'])
  expect(lossesOf(read)).toEqual([])
})

test('unsigned thinking is excluded and reported', () => {
  const lines = [
    row('1', null, 'user', 'go'),
    row('2', '1', 'assistant', [
      { type: 'thinking', thinking: 'hm', signature: '' },
      { type: 'text', text: 'so' },
    ]),
  ]
  expect(lossesOf(atOnce(readConversation({ pieces: [piece(lines)], before: [] })))).toEqual(['1 thinking without a signature'])
})

test('a sub-agent that exists only in progress records has the messages that they contain', () => {
  const carried = (uuid: string, type: string, text: string): string =>
    JSON.stringify({
      type: 'progress',
      uuid: `p${uuid}`,
      data: { type: 'agent_progress', message: { type, uuid, message: { role: type, content: [{ type: 'text', text }] } } },
    })
  const agent = piece([carried('1', 'user', 'look'), carried('2', 'assistant', 'seen')])
  expect(picture(atOnce(readConversation({ pieces: [agent], before: [] })))).toEqual(['user: look', 'assistant: seen'])
  const caller = piece([row('a', null, 'user', 'go'), row('b', 'a', 'assistant', [{ type: 'text', text: 'I ask somebody' }])])
  expect(picture(atOnce(readConversation({ pieces: [caller, { ...agent, beginsAgent: true }], before: [] })))).toEqual([
    'user: go',
    'assistant: I ask somebody',
    'user: look',
    'assistant: seen',
  ])
})

test('folders of transcripts have the names that the client gives them', () => {
  expect(projectSlug('/home/dev/my.proj_1')).toBe('-home-dev-my-proj-1')
  expect(projectSlug('/日/🌊')).toBe('-----')
  const long = `/${'a'.repeat(220)}`
  expect(projectSlug(long)).toMatch(/^-a{199}-[0-9a-z]+$/)
})

test('generated uuids are of version 4 and equal for the same place', () => {
  expect(madeUuid('s', '1')).toBe(madeUuid('s', '1'))
  expect(madeUuid('s', '1')).not.toBe(madeUuid('s', '2'))
  expect(madeUuid('s', '1')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})
