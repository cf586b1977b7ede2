/** Metrics of usage for handwritten conversations, compared with handwritten rows. */
import { expect, test } from 'vitest'
import { asking, pick } from '../../../support/asking.ts'
import { conversation } from '../../../support/conversation.ts'
import { sameReplyTwice } from '../../../support/same-reply-twice.ts'

const opus = 'claude-opus-4-5-20251101'
const sonnet = 'claude-sonnet-4-5-20250929'

test('tools are counted with their errors, calls without a result, sizes and durations, and MCP tools by server', async () => {
  const talk = conversation()
    .human('go')
    .calls('Bash', { command: 'true' })
    .wait(900)
    .result('last', '1234')
    .calls('Bash', { command: 'false' })
    .wait(2900)
    .result('last', '12', { error: true })
    .calls('mcp__sea__tide', {})
    .agent('never mind')
  await asking([talk], async (ask) => {
    const rows = await ask('tools')
    expect(pick(rows, 'tool_name', 'server', 'calls', 'errors', 'error_rate', 'unanswered', 'chars_median', 'chars_max')).toEqual([
      ['Bash', null, 2, 1, 0.5, 0, 3, 4],
      ['mcp__sea__tide', 'sea', 1, 0, null, 1, null, null],
    ])
    const calls = await ask('tool-calls', { parameters: { tool: 'Bash' } })
    const [slow = 0, fast = 0] = calls.map((row) => Number(row['duration_ms']))
    expect([slow - fast, rows[0]?.['ms_median'], rows[0]?.['ms_total']]).toEqual([2000, (slow + fast) / 2, slow + fast])
    expect(pick(await ask('mcp-servers'), 'server', 'tools', 'calls', 'errors', 'error_rate')).toEqual([['sea', 1, 1, 0, null]])
    expect(pick(await ask('tool-calls', { parameters: { outcome: 'error' } }), 'tool_name', 'result_chars')).toEqual([['Bash', 2]])
  })
})

test('a prompt belongs to the model of the next reply, else to the last before', async () => {
  const talk = conversation({ model: opus }).human('1').agent('a').human('2').agent('b', { model: sonnet }).human('3')
  await asking([talk], async (ask) => {
    expect(pick(await ask('amplification', { by: 'model' }), 'group_name', 'prompts', 'responses')).toEqual([
      [opus, 1, 1],
      [sonnet, 2, 1],
    ])
  })
})

test('tokens count each reply once in the store, for the session in which it first appears', async () => {
  const [early, late] = sameReplyTwice()
  await asking([late, early], async (ask) => {
    expect(pick(await ask('tokens'), 'replies', 'output_tokens')).toEqual([[expect.any(Number), 407]])
    const rows = await ask('tokens', { by: 'session' })
    expect(new Map(rows.map((row) => [row['group_name'], row['output_tokens']])).get(early.sessionId)).toBe(400)
  })
})

test('the cost of a model without a price is n/a, with the model listed, and excluded from sums', async () => {
  const usage = { input_tokens: 0, output_tokens: 1_000_000, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 }
  const talk = conversation({ model: sonnet })
    .human('a')
    .agent('b', { usage })
    .human('c')
    .agent('d', { model: 'claude-nobody-knows-1', usage })
  await asking([talk], async (ask) => {
    expect(pick(await ask('cost', { by: 'model' }), 'group_name', 'usd', 'computed_usd', 'unpriced_replies')).toEqual([
      [sonnet, 15, 15, 0],
      ['claude-nobody-knows-1', null, 0, 1],
    ])
    expect(pick(await ask('unpriced-models'), 'model', 'replies', 'output_tokens')).toEqual([['claude-nobody-knows-1', 1, 1_000_000]])
  })
})

test('a context is filled by what was added since the last compaction, and read by every reply after it', async () => {
  const talk = conversation().human('12345').runs('ls', '123').agent('1234567').compacts({ summary: 'short' }).human('12').agent('1')
  await asking([talk], async (ask) => {
    const fill = await ask('context-fill')
    const of = (part: string) =>
      pick(
        fill.filter((row) => row['part'] === part),
        'tool_name',
        'items',
        'added_chars',
        'read_chars',
      )
    // The first prompt is read by two replies, the second by one; a result by the reply after it.
    expect(of('prompt')).toEqual([[null, 2, 7, 5 * 2 + 2]])
    expect(of('tool_result')).toEqual([['Bash', 1, 3, 3]])
    expect(of('response')).toEqual([[null, 2, 8, 0]])
    const replies = await ask('context-fill-replies', { filters: { session: talk.sessionId } })
    expect(pick(replies, 'prompts', 'responses', 'tool_results')).toEqual([
      [5, 0, 0],
      [5, 0, 3],
      [2, 0, 0],
    ])
    expect(Number(replies[2]?.['summary'])).toBeGreaterThan(5)
  })
})

test('a copied beginning counts once, and is reported as shared in storage', async () => {
  const talk = conversation({ seed: 'origin' }).human('a long beginning').agent('ok')
  const fork = talk.fork('11111111-2222-4333-8444-555555555555').human('go on').agent('fine')
  await asking([talk, fork], async (ask) => {
    expect(pick(await ask('amplification'), 'prompts', 'responses')).toEqual([[2, 2]])
    const [row] = await ask('storage')
    expect(Number(row?.['shared_bytes'])).toBeGreaterThan(0)
    expect(Number(row?.['raw_bytes'])).toBe(Number(row?.['delta_bytes']) + Number(row?.['shared_bytes']))
    // Each held whole: the fork's commit would hold the beginning again.
    expect(Number(row?.['snapshot_bytes'])).toBeGreaterThan(Number(row?.['delta_bytes']))
  })
})
