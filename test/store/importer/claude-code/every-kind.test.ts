/** Every kind of record that clients 1.0 to 2.1 write is known: what it is counted as, and what it says. */
import { expect, test } from 'vitest'
import { noteOf } from '../../../../importer/records/record-notes.ts'
import { parseText } from '../../../support/parse-text.ts'

const classOf = (record: Readonly<Record<string, unknown>>): string => {
  const [line] = parseText(`${JSON.stringify(record)}\n`).lines
  return `${line?.class ?? ''} ${(line?.events ?? []).map(({ kind }) => kind).join()}`.trim()
}

test.each([
  ['api-request-blob', { message: { role: 'user', content: 'hi' } }, 'bookkeeping'],
  ['api-request', {}, 'bookkeeping'],
  ['api-request-shape', {}, 'bookkeeping'],
  ['atis-latch', {}, 'bookkeeping'],
  ['bridge-session', {}, 'bookkeeping'],
  ['cost-state', { totalCostUSD: 1 }, 'bookkeeping'],
  ['file-history-snapshot', {}, 'bookkeeping'],
  ['file-history-delta', {}, 'bookkeeping'],
  ['last-prompt', { lastPrompt: 'hi' }, 'bookkeeping'],
  ['mode', {}, 'bookkeeping'],
  ['permission-mode', {}, 'bookkeeping'],
  ['pr-link', { prNumber: 1 }, 'bookkeeping'],
  ['tools-used', {}, 'bookkeeping'],
  ['agent-name', { agentName: 'a' }, 'title'],
  ['ai-title', { aiTitle: 'a' }, 'title'],
  ['custom-title', { customTitle: 'a' }, 'title'],
  ['summary', { summary: 'a', leafUuid: 'b' }, 'title'],
] as const)('a %s record adds nothing to the conversation', (type, fields, expected) => {
  expect(classOf({ type, ...fields })).toBe(expected)
})

test.each(['local_command', 'stop_hook_summary', 'turn_duration', 'away_summary', 'informational', 'bridge_status', 'init'])(
  'a system record %s is an event of the system',
  (subtype) => {
    expect(classOf({ type: 'system', subtype, content: 'x' })).toBe('system system')
  },
)

test('a failed request is an error, in a record of the system or in a reply', () => {
  expect(classOf({ type: 'system', subtype: 'api_error', content: 'overloaded' })).toBe('error error')
  expect(classOf({ type: 'assistant', isApiErrorMessage: true, message: { model: '<synthetic>', content: [] } })).toBe('error error')
})

test('a prompt with a picture alone is a prompt', () => {
  const source = { type: 'base64', media_type: 'image/png', data: 'AAAA' }
  expect(classOf({ type: 'user', uuid: 'a', message: { role: 'user', content: [{ type: 'image', source }] } })).toBe('human_prompt prompt')
})

test('a pull request and the account of costs of the client are stored as searchable text', () => {
  expect(noteOf({ type: 'pr-link', prNumber: 175, prUrl: 'https://example.org/pull/175', prRepository: 'a/b' })).toEqual({
    pr: { url: 'https://example.org/pull/175', number: 175, repository: 'a/b' },
  })
  const modelUsage = { 'claude-opus-5-5': { inputTokens: 72, outputTokens: 447, costUSD: 0.06 } }
  expect(noteOf({ type: 'cost-state', totalCostUSD: 0.06, modelUsage })).toMatchObject({
    total_cost_usd: 0.06,
    models: [{ model: 'claude-opus-5-5', input_tokens: 72, output_tokens: 447, cache_read_tokens: 0, cost_usd: 0.06 }],
  })
  expect(noteOf({ type: 'cost-state', totalCostUSD: 'much', modelUsage: 7 })).toBeUndefined()
  expect(noteOf({ type: 'result', total_cost_usd: 2 })).toEqual({ total_cost_usd: 2, models: [] })
})

test('what newer clients say of a reply, of hooks, of a turn and of the next session is kept', () => {
  const usage = { input_tokens: 1, output_tokens: 9, output_tokens_details: { thinking_tokens: 4 } }
  const reply = { type: 'assistant', message: { usage }, attributionSkill: 'checks', sessionKind: 'bg', thinkingDurationMs: 12 }
  expect(noteOf(reply)).toEqual({ skill: 'checks', session_kind: 'bg', thinking_ms: 12, thinking_tokens: 4 })
  expect(noteOf({ type: 'assistant', message: { usage: { output_tokens_details: null } } })).toBeUndefined()
  expect(noteOf({ type: 'system', subtype: 'stop_hook_summary', hookInfos: [{ command: 'make', durationMs: 9 }] })).toEqual({
    hooks: [{ command: 'make', ms: 9 }],
  })
  expect(noteOf({ type: 'system', subtype: 'turn_duration', durationMs: 112 })).toEqual({ duration_ms: 112 })
  expect(noteOf({ type: 'continued-in', sessionId: 'a', continuedInSessionId: 'b' })).toEqual({ continued_in: 'b' })
  expect(noteOf({ type: 'continued-in', sessionId: 'a', toSessionId: 'b' })).toEqual({ continued_in: 'b' })
  const thoughtless = { output_tokens: 9, output_tokens_details: { thinking_tokens: 0 } }
  expect(noteOf({ type: 'assistant', message: { usage: thoughtless } })).toEqual({ thinking_tokens: 0 })
})

test.each([
  [null, undefined],
  [{ cache_miss_reason: null }, undefined],
  [{ cache_miss_reason: 'model_changed' }, { cache_miss: { reason: 'model_changed' } }],
  [
    { cache_miss_reason: { type: 'system_changed', cache_missed_input_tokens: 12_000 } },
    { cache_miss: { reason: 'system_changed', tokens: 12_000 } },
  ],
  [{ cache_miss_reason: { type: 7, cache_missed_input_tokens: -1 } }, undefined],
])('diagnostics of a reply %j say why its prompt was not in the cache', (diagnostics, note) => {
  expect(noteOf({ type: 'assistant', message: { diagnostics } })).toEqual(note)
})

test('a change of the model after a refusal keeps both models', () => {
  const record = { type: 'system', subtype: 'model_refusal_fallback', originalModel: 'a', fallbackModel: 'b', apiRefusalCategory: 'cyber' }
  expect(noteOf(record)).toEqual({ fallback: { from: 'a', to: 'b', category: 'cyber' } })
  expect(noteOf({ type: 'system', subtype: 'model_refusal_fallback' })).toBeUndefined()
})

test('a record that only the newest clients write is bookkeeping, no problem', () => {
  for (const type of ['continued-in', 'derived-from', 'ended-by-model', 'attribution-snapshot', 'content-replacement'])
    expect(classOf({ type, sessionId: 'a' })).toBe('bookkeeping')
})
