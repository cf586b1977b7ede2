/** Why each reply stopped: a column of the usage and of the replies, null where no record says it. */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { encodeEvents } from '../../../../app/chains/formats/events-v1/encode-events.ts'
import { StreamJsonReader } from '../../../../importer/claude-code/stream-json/stream-reader.ts'
import { strata } from '../../../support/strata-command.ts'
import { tempDir } from '../../../support/temp-dir.ts'

const session = '11111111-2222-4333-8444-555555555555'

const lines = (rows: readonly Readonly<Record<string, unknown>>[]): string =>
  rows
    .map((row, at) => {
      const uuid = (place: number): string => `11111111-0000-4000-8000-${String(place).padStart(12, '0')}`
      const around = { isSidechain: false, userType: 'external', cwd: '/home/ana/x', sessionId: session, version: '2.1.330' }
      const timestamp = new Date(Date.UTC(2026, 7, 10, 9, 0, at)).toISOString()
      return `${JSON.stringify({ parentUuid: at === 0 ? null : uuid(at - 1), ...around, uuid: uuid(at), timestamp, ...row })}\n`
    })
    .join('')

const says = (id: string, output: number, stopReason?: string | null) => ({
  type: 'assistant',
  requestId: `req_${id}`,
  message: {
    id: `msg_${id}`,
    role: 'assistant',
    model: 'claude-sonnet-4-5',
    content: [{ type: 'text', text: `${id} ${output}` }],
    ...(stopReason === undefined ? {} : { stop_reason: stopReason }),
    usage: { input_tokens: 10, output_tokens: output, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 },
  },
})

const answer = (store: string, ...args: readonly string[]): unknown => JSON.parse(strata(store, ...args, '--json').out)

test('a reply has the reason of the record that says it, also where another record of the reply has as many tokens', () => {
  const dir = tempDir()
  const folder = path.join(dir, 'projects', '-home-ana-x')
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    path.join(folder, `${session}.jsonl`),
    lines([
      { type: 'user', message: { role: 'user', content: 'Check it' } },
      says('1', 5, null),
      says('1', 9, 'max_tokens'),
      says('2', 9, 'tool_use'),
      says('2', 9, null),
      says('3', 9, 'refusal'),
      says('4', 9, null),
      says('5', 9),
    ]),
  )
  const store = path.join(dir, 'store')
  expect(strata(store, 'import', path.join(dir, 'projects')).code).toBe(0)
  const replies = answer(store, 'ask', 'replies') as readonly { readonly stop_reason: string | null }[]
  expect(replies.map(({ stop_reason: reason }) => reason)).toEqual(['max_tokens', 'tool_use', 'refusal', null, null])
  expect(answer(store, 'sql', 'SELECT stop_reason FROM token_usage ORDER BY line')).toEqual(
    [null, 'max_tokens', 'tool_use', null, 'refusal', null, null].map((reason) => ({ stop_reason: reason })),
  )
})

test('a captured turn has the reason of its last reply; a turn of an agent that says none has none', () => {
  const dir = tempDir()
  const stream = (id: string, more: Readonly<Record<string, unknown>>): string => {
    const result = { type: 'result', subtype: 'success', usage: { input_tokens: 3, output_tokens: 2 }, ...more }
    const events = new StreamJsonReader().push(Buffer.from(`${JSON.stringify(result)}\n`), Date.UTC(2026, 0, 5))
    const file = path.join(dir, `${id}.cbor`)
    writeFileSync(file, encodeEvents(events.map(({ event }) => event)))
    return file
  }
  const store = path.join(dir, 'store')
  expect(strata(store, 'checkpoint', stream('a', { stop_reason: 'end_turn' }), '--session', 'a', '--format', 'events-v1').code).toBe(0)
  expect(strata(store, 'checkpoint', stream('b', {}), '--session', 'b', '--format', 'events-v1').code).toBe(0)
  expect(answer(store, 'sql', 'SELECT session_id, stop_reason FROM token_usage ORDER BY session_id')).toEqual([
    { session_id: 'live/a', stop_reason: 'end_turn' },
    { session_id: 'live/b', stop_reason: null },
  ])
})
