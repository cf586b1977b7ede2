/** Metrics of work for handwritten conversations, compared with handwritten rows. */
import { expect, test } from 'vitest'
import { asking, pick, type Row } from '../../../support/asking.ts'
import { conversation, type Conversation } from '../../../support/conversation.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const minute = 60_000

test('amplification is the work of agents per human prompt, sub-agents included, and n/a without prompts', async () => {
  const talk = conversation()
    .human('1234567890')
    .agent('12345')
    .runs('ls', 'a')
    .agent('12345')
    .human('more')
    .subagent({ description: 'd', prompt: 'p' }, (agent) => agent.runs('ls', 'a').agent('done'))
    .agent('end')
  await asking([talk], async (ask) => {
    expect(
      pick(
        await ask('amplification'),
        'prompts',
        'responses',
        'tool_calls',
        'prompt_chars',
        'response_chars',
        'responses_per_prompt',
        'tool_calls_per_prompt',
        'output_per_input',
      ),
    ).toEqual([[2, 4, 3, 14, 17, 2, 1.5, 17 / 14]])
    expect(pick(await ask('amplification', { filters: { chains: 'sidechains' } }), 'prompts', 'responses', 'responses_per_prompt')).toEqual(
      [[0, 1, null]],
    )
  })
})

test('the work from one prompt to the next has a spread and a histogram, and its turns can be listed', async () => {
  const talk = conversation()
    .human('a')
    .agent('x')
    .human('b')
    .runs('ls', '')
    .runs('ls', '')
    .runs('ls', '')
    .agent('y')
    .agent('z', { messageId: 'msg_other' })
    .human('c')
  await asking([talk], async (ask) => {
    const spread = await ask('amplification-spread')
    expect(pick(spread, 'measure', 'turns', 'mean', 'smallest', 'median', 'largest')).toEqual([
      ['characters out per character in', 3, 1, 0, 1, 2],
      ['responses', 3, 1, 0, 1, 2],
      ['tool calls', 3, 1, 0, 0, 3],
    ])
    expect(
      pick(await ask('amplification-histogram'), 'measure', 'from_value', 'to_value', 'turns').filter(
        ([measure]) => measure === 'tool calls',
      ),
    ).toEqual([
      ['tool calls', 0, 0, 2],
      ['tool calls', 2, 3, 1],
    ])
    expect(pick(await ask('turns'), 'turn', 'responses', 'tool_calls')).toEqual([
      [3, 0, 0],
      [2, 2, 3],
      [1, 1, 0],
    ])
  })
})

test('compactions are counted by trigger, with sizes, and with prompts and time since the one before', async () => {
  // A prompt takes the builder's human twenty seconds.
  const start = Date.parse('2026-01-05T09:00:00Z')
  const talk = conversation({ seed: 'c', start: new Date(start).toISOString() })
    .human('one')
    .agent('1')
    .human('two')
    .agent('2')
    .compacts({ trigger: 'manual', preTokens: 1000, postTokens: 100 })
    .human('three')
    .agent('3')
    .wait(30 * minute)
    .compacts({ preTokens: 3000, postTokens: 300 })
  await asking([talk, conversation({ seed: 'd' }).human('hi').agent('ho')], async (ask) => {
    const [row] = await ask('compactions')
    expect(row).toMatchObject({
      sessions: 2,
      compacted_sessions: 1,
      compacted_share: 0.5,
      compactions: 2,
      auto: 1,
      manual: 1,
      other: 0,
      most_in_a_session: 2,
    })
    expect(row).toMatchObject({ tokens_before: 2000, tokens_after: 200, prompts_between: 1.5 })
    const list = await ask('compaction-list')
    expect(pick(list, 'number', 'trigger', 'tokens_before', 'tokens_after', 'prompts_since')).toEqual([
      [2, 'auto', 3000, 300, 1],
      [1, 'manual', 1000, 100, 2],
    ])
    const [second, first] = list.map((entry) => Number(entry['occurred_at']))
    expect(pick(list, 'ms_since')).toEqual([[(second ?? 0) - (first ?? 0)], [(first ?? 0) - start - 20_000]])
    expect(pick(await ask('compaction-pressure'), 'axis', 'from_value', 'chains', 'compactions')).toEqual([
      ['hours', 0, 2, 1],
      ['hours', 0.25, 1, 0],
      ['hours', 0.5, 1, 1],
      ['prompts', 0, 2, 2],
    ])
  })
})

test('the ledgers add up to the naive count, and a corrected class moves a record from one cell to another', async () => {
  const storeDir = tempDir()
  const talk = conversation().human('fix it').meta('a skill').runs('ls', 'a').agent('done')
  await importInto(storeDir, [writeConversation(tempDir(), talk).projects])
  await withEngine(storeDir, async (engine) => {
    const ledger = async (name: string) => {
      const { rows } = await engine.ask('analytics.ask', { name: 'ledger', zone: 'UTC' })
      return pick(
        rows.filter((row) => row['ledger'] === name),
        'class',
        'records',
        'corrected',
      )
    }
    expect(await ledger('finer')).toEqual([
      ['human_prompt', 1, 0],
      ['meta', 1, 0],
      ['tool_result', 1, 0],
    ])
    const { rows } = await engine.ask('analytics.ask', { name: 'records', parameters: { class: 'meta' } })
    expect(rows).toHaveLength(1)
    await engine.ask('record.correct', { sourceId: String(rows[0]?.['source_id']), line: Number(rows[0]?.['line']), class: 'human_prompt' })
    expect(await ledger('finer')).toEqual([
      ['human_prompt', 2, 1],
      ['tool_result', 1, 0],
    ])
    const [amplified] = (await engine.ask('analytics.ask', { name: 'amplification' })).rows
    expect(amplified).toMatchObject({ prompts: 2 })
  })
})

test('states of the main lane add up to its length, also cut by days and by a range of dates', async () => {
  const talk = conversation({ start: '2026-01-05T22:00:00Z' })
    .human('a')
    .runs('sleep', 'ok')
    .agent('b')
    .wait(50 * 60 * minute)
    .human('c')
    .agent('d')
  const wall = talk.now.getTime() - Date.parse('2026-01-05T22:00:20Z')
  const sum = (rows: readonly Row[]): number => rows.reduce((all, row) => all + Number(row['ms']), 0)
  await asking([talk], async (ask) => {
    expect(sum(await ask('states'))).toBe(wall)
    const days = await ask('states', { by: 'day' })
    expect(sum(days)).toBe(wall)
    expect(
      pick(
        days.filter((row) => row['state'] === 'idle'),
        'group_name',
        'ms',
      ).at(1),
    ).toEqual(['2026-01-06', 24 * 60 * minute])
    const since = Date.parse('2026-01-06T10:00:00Z')
    expect(sum(await ask('states', { filters: { since, until: since + 15 * minute } }))).toBe(15 * minute)
    expect(sum(await ask('states', { filters: { until: since } })) + sum(await ask('states', { filters: { since } }))).toBe(wall)
  })
})

test('concurrency is the overlap of sessions, and activity is at the hour of the chosen zone', async () => {
  const at = (start: string, minutes: number): Conversation =>
    conversation({ seed: start, start })
      .human('a')
      .wait(minutes * minute)
      .user('b')
  await asking([at('2026-01-05T23:00:00Z', 30), at('2026-01-05T23:10:00Z', 30), at('2026-01-06T01:00:00Z', 10)], async (ask) => {
    expect(pick(await ask('concurrency'), 'sessions', 'peak', 'peak_at')).toEqual([[3, 2, Date.parse('2026-01-05T23:10:20Z')]])
    expect(pick(await ask('days'), 'day', 'sessions', 'started', 'prompts')).toEqual([
      ['2026-01-05', 2, 2, 4],
      ['2026-01-06', 1, 1, 2],
    ])
    expect(pick(await ask('days', { zone: 'Europe/Berlin' }), 'day', 'sessions')).toEqual([['2026-01-06', 3]])
    expect(pick(await ask('activity-hours', { zone: 'Asia/Kathmandu' }), 'weekday', 'hour', 'prompts')).toEqual([
      [2, 4, 2],
      [2, 5, 2],
      [2, 6, 2],
    ])
    expect(pick(await ask('concurrency-days'), 'day', 'sessions', 'peak')).toEqual([
      ['2026-01-05', 2, 2],
      ['2026-01-06', 1, 1],
    ])
  })
})

test('a session runs from its first record to its last, idle days included, as far as the range goes', async () => {
  const talk = conversation({ start: '2026-01-05T12:00:00Z' })
    .human('a')
    .wait(72 * 60 * minute)
    .user('b')
  const range = { since: Date.UTC(2026, 0, 6), until: Date.UTC(2026, 0, 8) }
  await asking([talk], async (ask) => {
    const whole = (day: string) => [day, 1, 1, 1]
    expect(pick(await ask('concurrency-days', { filters: range }), 'day', 'sessions', 'peak', 'mean')).toEqual([
      whole('2026-01-06'),
      whole('2026-01-07'),
    ])
    expect(pick(await ask('concurrency', { filters: range }), 'sessions', 'peak', 'covered_ms')).toEqual([[1, 1, 48 * 60 * minute]])
    expect(pick(await ask('concurrency-days'), 'day')).toEqual(['05', '06', '07', '08'].map((day) => [`2026-01-${day}`]))
    expect(await ask('sessions', { filters: range })).toEqual([])
    expect(pick(await ask('sessions', { filters: range, parameters: { running: true } }), 'session_id', 'events')).toEqual([
      [talk.sessionId, 0],
    ])
  })
})

test('how sessions ended is counted with their length, prompts and compactions', async () => {
  const talk = conversation({ seed: 'done' }).human('a').agent('b').bookkeeping({ type: 'result', subtype: 'success' })
  await asking([talk, conversation({ seed: 'open' }).human('a').agent('b').human('c').interrupt()], async (ask) => {
    expect(pick(await ask('outcomes'), 'outcome', 'sessions', 'share', 'turns_mean')).toEqual([
      ['interrupted', 1, 0.5, 2],
      ['success', 1, 0.5, 1],
    ])
    expect(pick(await ask('sessions', { parameters: { outcome: 'success' } }), 'session_id')).toEqual([[talk.sessionId]])
  })
})
