import { expect, test } from 'vitest'
import { joined, writeEvents } from '../../../../app/chains/formats/chain-format.ts'
import { formats } from '../../../../app/engine/kernel/chain-formats.ts'
import type { Event } from '../../../../app/model/event.ts'

const json = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text))
const t = 1_735_689_600

const conversation: readonly Event[] = [
  { type: 'prompt', timestamp: t, payload: { source: 'user', content: 'fix it' } },
  { type: 'thinking', timestamp: t + 1, payload: { content: 'hm', signature: 'sig' } },
  { type: 'response', timestamp: t + 2, payload: { content: 'I look.' } },
  { type: 'tool_call', timestamp: t + 3, payload: { id: 'toolu_1', name: 'Read', input: json('{"path":"a"}') } },
  { type: 'tool_call', timestamp: t + 4, payload: { id: 'toolu_2', name: 'Bash', input: json('{"command":"ls"}') } },
  { type: 'metric', timestamp: t + 4, payload: { input_tokens: 5, output_tokens: 7, turn_count: 1 } },
  { type: 'tool_result', timestamp: t + 5, payload: { id: 'toolu_1', output: 'content', is_error: false } },
  { type: 'tool_result', timestamp: t + 6, payload: { id: 'toolu_2', output: 'no', is_error: true } },
  { type: 'response', timestamp: t + 7, payload: { content: 'done' } },
]

const withoutMetrics = conversation.filter(({ type }) => type !== 'metric')
const untimed = (events: readonly Event[]) => events.map(({ type, payload }) => ({ type, payload }))

const claude = formats.get('claude-code-v1')
const messages = formats.get('bureau-agent-v1')

test('a conversation converted to a transcript and back is equal field by field', () => {
  const written = writeEvents(claude, conversation)
  expect(written.lost).toEqual([])
  const { events } = claude.readEvents(written.bytes)
  expect(events.map(({ type, timestamp, payload }) => ({ type, timestamp, payload }))).toEqual(conversation)
})

test('a conversation converted to messages and back is equal field by field, except times and tokens', () => {
  const written = writeEvents(messages, conversation)
  expect(written.lost.map(({ what, count }) => [what, count])).toEqual([
    ['time', 9],
    ['metric', 1],
  ])
  expect(untimed(messages.readEvents(written.bytes).events)).toEqual(untimed(withoutMetrics))
  expect(messages.count(written.bytes)).toBe(4)
})

test('the same events always give the same transcript, whose lines are one chain in the order of time', () => {
  const [first, second] = [writeEvents(claude, conversation), writeEvents(claude, conversation)]
  expect(first.bytes.equals(second.bytes)).toBe(true)
  const lines = claude.decode(first.bytes).map((line) => JSON.parse(line as string) as Record<string, string | null>)
  expect(lines.map((line) => line['parentUuid'])).toEqual([null, ...lines.slice(0, -1).map((line) => line['uuid'])])
  const times = lines.map((line) => line['timestamp'] ?? '')
  expect(times).toEqual([...new Set(times)].sort())
})

test('parts of a transcript that events cannot represent are listed', () => {
  const lines = [
    {
      type: 'user',
      uuid: 'u',
      message: {
        role: 'user',
        content: [
          { type: 'text', text: 'see' },
          { type: 'image', source: { media_type: 'image/png', data: 'AAAA' } },
        ],
      },
    },
    { type: 'file-history-snapshot' },
    'no json',
  ]
  const bytes = Buffer.from(lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'))
  const { events, lost, rendered } = claude.readEvents(bytes)
  expect(events).toEqual([
    { type: 'prompt', timestamp: null, payload: { source: 'user', content: 'see\n[image: image/png, 3 bytes]' } },
    { type: 'output', timestamp: null, payload: { raw: json('no json') } },
  ])
  expect(lost.map(({ what, count }) => [what, count])).toEqual([
    ['image', 1],
    ['record “file-history-snapshot”', 1],
    ['envelope of a record', 2],
  ])
  expect(rendered).toBe(1)
})

test('a tool input that is not JSON is reported, not dropped', () => {
  const call: Event = { type: 'tool_call', timestamp: t, payload: { id: 'c', name: 'X', input: json('{oops') } }
  const written = writeEvents(claude, [call])
  expect(written.rendered).toBe(1)
  expect(written.bytes.toString()).toContain('"input":{"value":"{oops"}')
  expect(messages.decode(writeEvents(messages, [call]).bytes)).toMatchObject([{ content: [{ toolUse: { input: json('"{oops"') } }] }])
})

test('transcript lines after translated ones continue them, and later lines continue those', () => {
  const line = (uuid: string, parentUuid: string | null) =>
    Buffer.from(
      `${JSON.stringify({ parentUuid, type: 'user', uuid, sessionId: 's', timestamp: '2025-01-01T00:00:00.000Z', message: { content: uuid } })}\n`,
    )
  const { bytes, count, lost } = joined(claude, (joiner) => {
    joiner.add(line('a', null))
    joiner.addEvents([{ type: 'response', timestamp: t, payload: { content: 'b' } }])
    joiner.add(line('c', 'elsewhere'))
  })
  const [a, b, c] = bytes
    .toString()
    .trim()
    .split('\n')
    .map((text) => JSON.parse(text) as { readonly uuid: string; readonly parentUuid: string; readonly sessionId: string })
  expect([b?.parentUuid, b?.sessionId, c?.parentUuid]).toEqual([a?.uuid, 's', b?.uuid])
  expect({ count, lost }).toEqual({ count: 3, lost: [] })
})

test('a line without a line end gets one when a line follows; nothing is added to an empty text', () => {
  const written = joined(claude, (joiner) => {
    for (const text of ['', '{"a":1}', '', '{"b":2}\r\n', '\n', '{"c":3}']) joiner.add(Buffer.from(text))
  })
  expect(written).toMatchObject({ bytes: Buffer.from('{"a":1}\n{"b":2}\r\n\n{"c":3}\n'), count: 3 })
})
