/** What records say of compactions, titles and the messages of agents that they carry. */
import { expect, test } from 'vitest'
import { parseRecord } from '../../../support/parse-text.ts'

test('a boundary contains the details of its compaction, in each of its forms', () => {
  const boundary = (more: Readonly<Record<string, unknown>>) =>
    parseRecord({ type: 'system', subtype: 'compact_boundary', ...more }).compaction
  const counted = { trigger: 'auto', preTokens: 9, postTokens: 2, preserved: [] }
  expect(boundary({ compactMetadata: { trigger: 'auto', preTokens: 9, postTokens: 2 } })).toEqual({ ...counted, form: 'new' })
  expect(boundary({ compact_metadata: { trigger: 'auto', pre_tokens: 9, post_tokens: 2 } })).toEqual({ ...counted, form: 'old' })
  expect(boundary({ content: { trigger: 'auto', pre_tokens: 9, post_tokens: 2 } })).toEqual({ ...counted, form: 'old' })
  expect(boundary({ compactMetadata: { preTokens: -1, preservedMessages: { uuids: ['a', 7, 'b'] } } })).toEqual({
    trigger: undefined,
    preTokens: undefined,
    postTokens: undefined,
    form: 'new',
    preserved: ['a', 'b'],
  })
  expect(parseRecord({ type: 'system', subtype: 'microcompact_boundary' }).compaction).toBe(undefined)
})

test.each([
  [
    { type: 'custom-title', customTitle: 'Tides' },
    { source: 'custom', text: 'Tides' },
  ],
  [
    { type: 'ai-title', aiTitle: 'Tides' },
    { source: 'agent', text: 'Tides' },
  ],
  [
    { type: 'agent-name', agentName: 'Tides' },
    { source: 'agent', text: 'Tides' },
  ],
  [
    { type: 'summary', summary: 'Tides', leafUuid: 'leaf' },
    { source: 'summary', text: 'Tides', leafUuid: 'leaf' },
  ],
])('%j has a title', (record, title) => {
  expect(parseRecord(record).title).toEqual({ leafUuid: undefined, ...title })
})

test('a message in a progress record is a message of its agent', () => {
  const message = {
    type: 'assistant',
    uuid: 'c',
    requestId: 'r',
    message: { id: 'm', model: 'opus', usage: { output_tokens: 3 }, content: [{ type: 'text', text: 'found' }] },
  }
  const line = parseRecord({ type: 'progress', uuid: 'u', parentToolUseID: 't1', data: { type: 'agent_progress', agentId: 'a1', message } })
  expect(line).toMatchObject({
    class: 'agent_message',
    agentId: 'a1',
    carriedUuid: 'c',
    messageId: 'm',
    requestId: 'r',
    model: 'opus',
    agentLink: { toolUseId: 't1', agentId: 'a1' },
    usage: { outputTokens: 3 },
    events: [{ kind: 'response', body: 'found' }],
  })
})
