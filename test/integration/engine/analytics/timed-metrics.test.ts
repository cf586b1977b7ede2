/** Metrics of time and records for a transcript that is written second by second. */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { pick } from '../../../support/asking.ts'
import { answers, answersOfFiles, call, lines, reply, result, session, text, user } from '../../../support/timed-lines.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, withEngine } from '../../../support/with-engine.ts'

const worked = lines(
  [0, user('build it')],
  [4, reply('a', 1000, { type: 'thinking', thinking: 'how', signature: 's' })],
  [10, reply('a', 1000, call('t1'))],
  [40, result('t1')],
  [45, reply('b', 2000, text('built'))],
  [105, user('thanks')],
  [107, reply('c', 3000, text('you are welcome'))],
  [1007, user('another')],
  [1010, reply('d', 500, text('yes'))],
)

test('the time of a session is cut into states, second by second, and its agent-minutes are those of the agent', async () => {
  await answers(worked, async (ask) => {
    expect(pick(await ask('states'), 'lane', 'state', 'ms')).toEqual([
      ['main', 'human', 60_000],
      ['main', 'agent', 16_000],
      ['main', 'thinking', 4_000],
      ['main', 'tool', 30_000],
      ['main', 'waiting', 0],
      ['main', 'compaction', 0],
      ['main', 'idle', 900_000],
    ])
    expect(pick(await ask('agent-minutes'), 'main_minutes', 'sub_agent_minutes', 'agent_minutes')).toEqual([[50 / 60, 0, 50 / 60]])
  })
})

test('a shell line that a person typed is a tool that works, however long it takes', async () => {
  const typed = lines([0, user('<bash-input>make</bash-input>')], [400, user('<bash-stdout>made</bash-stdout><bash-stderr></bash-stderr>')])
  await answers(typed, async (ask) => {
    const states = pick(await ask('states'), 'state', 'ms')
    expect(states.filter(([, ms]) => ms !== 0)).toEqual([['tool', 400_000]])
  })
})

test('contexts have a mean, a median and a largest, over replies, not over records', async () => {
  await answers(worked, async (ask) => {
    expect(pick(await ask('context-sizes'), 'replies', 'mean', 'median', 'p90', 'largest')).toEqual([[4, 1625, 1500, 2700, 3000]])
    expect(pick(await ask('replies'), 'context_tokens', 'output_tokens', 'line')).toEqual([
      [1000, 5, 3],
      [2000, 5, 5],
      [3000, 5, 7],
      [500, 5, 9],
    ])
  })
})

test('a reply has one size of context wherever it is asked for: that of its last record by time', async () => {
  const failed = reply('b', 5000, text('API error'))
  const transcript = lines(
    [0, user('a')],
    [12, reply('a', 2000, text('later'))],
    [11, reply('a', 1000, call('t'))],
    [13, { ...failed, message: { ...(failed['message'] as object), model: '<synthetic>' } }],
  )
  const [projects, storeDir] = [tempDir(), tempDir()]
  mkdirSync(path.join(projects, '-home-sam-shed'))
  writeFileSync(path.join(projects, '-home-sam-shed', `${session}.jsonl`), `${transcript}\n`)
  await importInto(storeDir, [projects])
  await withEngine(storeDir, async (engine) => {
    const { rows } = await engine.ask('analytics.ask', { name: 'replies', zone: 'UTC' })
    expect(pick(rows, 'context_tokens')).toEqual([[2000]])
    const { chains } = await engine.ask('session.context', { sessionId: session })
    expect(chains.map(({ replies }) => replies.map(({ tokens }) => tokens))).toEqual([[2000]])
    const { context } = await engine.ask('session.timeline', { sessionId: session })
    expect(context.map(({ tokens }) => tokens)).toEqual([2000])
  })
})

test('the totals by the reference rules, the records and the events of a session match its lines', async () => {
  await answers(
    lines([0, user('a')], [1, reply('a', 100, text('four'))], [2, reply('a', 100, call('t'))], [3, result('t')]),
    async (ask) => {
      const [row] = await ask('reference')
      expect(row).toMatchObject({
        sessions: 1,
        user_records: 2,
        human_prompts: 1,
        tool_results: 1,
        injected: 0,
        responses_per_prompt: 2,
        tool_calls_per_prompt: 1,
        output_per_input: 4,
        compactions: 0,
        compacted_share: 0,
      })
      expect(pick(await ask('records'), 'line', 'record_type', 'reference_class', 'class', 'is_copy')).toEqual([
        [1, 'user', 'human_prompt', 'human_prompt', false],
        [2, 'assistant', 'other', 'reply', false],
        [3, 'assistant', 'other', 'reply', false],
        [4, 'user', 'tool_result', 'tool_result', false],
      ])
      expect(pick(await ask('events'), 'line', 'kind', 'tool_name', 'is_error', 'chars')).toEqual([
        [1, 'typed prompt', null, false, 1],
        [2, 'response', null, false, 4],
        [3, 'tool_call', 'Bash', false, 18],
        [4, 'tool_result', 'Bash', false, 2],
      ])
    },
  )
})

test('the classes of the totals by the reference rules add up to the naive count, empty records included', async () => {
  const transcript = lines([0, user('a')], [1, user('')], [2, user([])], [3, user('<bash-stdout></bash-stdout>')], [4, result('t')])
  await answers(transcript, async (ask) => {
    expect(pick(await ask('reference'), 'user_records', 'human_prompts', 'tool_results', 'injected', 'empty')).toEqual([[5, 1, 1, 1, 2]])
  })
})

test('the storage of a session is counted raw, as deltas and as snapshots', async () => {
  const transcript = lines([0, user('a')], [1, reply('a', 100, text('b'))], [2, user('c')])
  const [first = '', second = '', third = ''] = transcript.split('\n').map((line) => `${line}\n`)
  await answers(transcript, async (ask) => {
    const delta = (first + second + third).length
    expect(pick(await ask('storage'), 'commits', 'raw_bytes', 'delta_bytes', 'snapshot_bytes', 'shared_bytes')).toEqual([
      [2, delta, delta, delta + (first + second).length, 0],
    ])
  })
})

test('a call that ran for longer than 32 bits of milliseconds has its full duration in every figure', async () => {
  const day = 86_400
  const allowed = user([{ type: 'tool_result', tool_use_id: 't', content: 'ok' }], {
    permissionDecision: { decision: 'accept', source: 'config' },
  })
  const transcript = lines([0, user('a')], [1, reply('a', 100, call('t'))], [40 * day + 1, allowed], [40 * day + 2, user('b')])
  await answers(transcript, async (ask) => {
    const ms = 40 * day * 1000
    expect(pick(await ask('tools'), 'ms_median', 'ms_p90', 'ms_p99', 'ms_total')).toEqual([[ms, ms, ms, ms]])
    expect(pick(await ask('tool-calls'), 'duration_ms')).toEqual([[ms]])
  })
})

test('with a clock that is wrong by thousands of years a session has all its time, most of it without a day', async () => {
  const toFirst = (Date.parse('0000-01-01T00:00:00Z') - Date.UTC(2026, 0, 5, 9)) / 1000
  const toLast = (Date.parse('9999-12-31T23:59:00Z') - Date.UTC(2026, 0, 5, 9)) / 1000
  const transcript = lines(
    [toFirst, user('when?')],
    [toFirst + 1, reply('a', 100, text('now'))],
    [toLast, user('still?')],
    [toLast + 2, reply('b', 100, text('yes'))],
  )
  const idle = (toLast - toFirst - 1) * 1000
  await answers(transcript, async (ask) => {
    const states = (await ask('states')).filter(({ ms }) => ms !== 0)
    expect(pick(states, 'state', 'ms')).toEqual([
      ['agent', 3_000],
      ['idle', idle],
    ])
    const byDay = (await ask('states', 'day')).filter(({ ms }) => ms !== 0)
    expect(byDay.reduce((sum, { ms }) => sum + Number(ms), 0)).toBe(idle + 3_000)
    expect(byDay.filter(({ state }) => state === 'agent').map(({ group_name }) => group_name)).toEqual(['0000-01-01', '9999-12-31'])
    expect(byDay.map(({ group_name }) => group_name)).toContain('(no time)')
    expect(pick(await ask('concurrency-days'), 'day', 'sessions', 'peak')).toEqual([
      ['0000-01-01', 1, 1],
      ['9999-12-31', 1, 1],
    ])
  })
})

test('a day before 1970 has its row, however far the zone is from UTC', async () => {
  const at = (Date.parse('1969-06-05T10:07:00Z') - Date.UTC(2026, 0, 5, 9)) / 1000
  const transcript = lines(
    [at, user('a')],
    [at + 60, reply('a', 100, text('b'))],
    [at + 3600, user('c')],
    [at + 3660, reply('b', 100, text('d'))],
  )
  await answersOfFiles({ [`-home-sam-shed/${session}.jsonl`]: transcript }, async (ask) => {
    // Eleven hours behind: the session crosses midnight.
    const asked = { by: 'day', zone: 'Pacific/Pago_Pago' } as const
    expect(pick(await ask('tokens', asked), 'group_name', 'replies')).toEqual([
      ['1969-06-04', 1],
      ['1969-06-05', 1],
    ])
    const byDay = await ask('states', asked)
    expect(byDay.reduce((sum, { ms }) => sum + Number(ms), 0)).toBe(3_660_000)
  })
})

test('events without a time are counted where no time is needed, and reported where one is', async () => {
  const transcript = lines([undefined, user('when?')], [undefined, reply('a', 100, call('t'))])
  const [projects, storeDir] = [tempDir(), tempDir()]
  mkdirSync(path.join(projects, '-home-sam-shed'))
  writeFileSync(path.join(projects, '-home-sam-shed', `${session}.jsonl`), `${transcript}\n`)
  await importInto(storeDir, [projects])
  await withEngine(storeDir, async (engine) => {
    for (const name of ['days', 'activity-hours', 'concurrency', 'concurrency-days', 'states', 'agent-minutes']) {
      const { rows, notes } = await engine.ask('analytics.ask', { name, zone: 'UTC' })
      expect([name, rows, notes]).toEqual([name, [], ['2 events have no time and are not counted']])
    }
    const { rows, notes } = await engine.ask('analytics.ask', { name: 'tools', zone: 'UTC' })
    expect(pick(rows, 'tool_name', 'calls', 'unanswered', 'ms_total')).toEqual([['Bash', 1, 1, null]])
    expect(notes).toContain('Median time, p90 time, p99 time, Total time n/a: no call and its result have times in order')
    const day = await engine.ask('analytics.ask', { name: 'amplification', by: 'day', zone: 'UTC' })
    expect(pick(day.rows, 'group_name', 'prompts')).toEqual([['(no time)', 1]])
  })
})
