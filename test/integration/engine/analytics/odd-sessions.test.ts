/** Sessions as they seldom are: what every figure of them is all the same. */
import { expect, test } from 'vitest'
import { pick, type Row } from '../../../support/asking.ts'
import { answers, answersOfFiles, call, lines, reply, result, session, text, user, type Fields } from '../../../support/timed-lines.ts'

const sum = (rows: readonly Row[], column: string): number => rows.reduce((all, row) => all + Number(row[column]), 0)
const note = (fields: Fields): Fields => ({ type: 'queue-operation', operation: 'enqueue', content: 'later', ...fields })
const boundary = (preTokens: number): Fields => ({
  type: 'system',
  subtype: 'compact_boundary',
  content: 'Conversation compacted',
  compactMetadata: { trigger: 'auto', preTokens },
})
const summary: Fields = user('This session is being continued from a previous conversation.', { isCompactSummary: true })

test('a session whose first and last records are not events is as long as its records, and began with its first event', async () => {
  const transcript = lines(
    [-1200, note({})],
    [0, user('do it')],
    [60, reply('a', 100, text('done'))],
    [2400, { type: 'attachment', attachment: { type: 'date' } }],
  )
  await answers(transcript, async (ask) => {
    const [outcome] = await ask('outcomes')
    expect(outcome).toMatchObject({ ms_longest: 3_600_000 })
    const states = (await ask('states')).filter(({ ms }) => ms !== 0)
    expect(pick(states, 'state', 'ms')).toEqual([
      ['agent', 60_000],
      ['idle', 3_540_000],
    ])
    expect(pick(await ask('days'), 'day', 'sessions', 'started')).toEqual([['2026-01-05', 1, 1]])
  })
})

test('a session began in the range that contains its first event, and in no other', async () => {
  const side = { isSidechain: true, agentId: 'a1' }
  const transcript = lines(
    [0, user('look')],
    [1, reply('a', 100, call('t'))],
    [2, user('look', side)],
    [3, { ...reply('b', 100, text('seen')), ...side }],
    [4, result('t')],
  )
  await answersOfFiles({ [`-home-sam-shed/${session}.jsonl`]: transcript }, async (ask) => {
    const started = async (chains: 'main' | 'sidechains' | 'both') =>
      pick(await ask('days', { filters: { chains } }), 'sessions', 'started')
    expect([await started('both'), await started('main'), await started('sidechains')]).toEqual([[[1, 1]], [[1, 1]], [[1, 0]]])
  })
})

test('a compaction with only a summary counts once, with unknown trigger and size', async () => {
  const alone = { ...summary, parentUuid: null }
  const transcript = lines(
    [0, user('a')],
    [1, reply('m1', 100, text('1'))],
    [600, boundary(1000)],
    [601, summary],
    [660, user('b')],
    [661, reply('m2', 100, text('2'))],
    [1200, alone],
    [1260, user('c')],
    [1261, reply('m3', 100, text('3'))],
  )
  await answers(transcript, async (ask) => {
    expect(pick(await ask('compaction-list'), 'number', 'trigger', 'tokens_before', 'prompts_since')).toEqual([
      [2, null, null, 1],
      [1, 'auto', 1000, 1],
    ])
    expect(pick(await ask('compactions'), 'compactions')).toEqual([[2]])
    expect(pick(await ask('compactions', 'session'), 'compactions')).toEqual([[2]])
  })
})

test('with a clock that was set back the time since the last compaction and the time of a call are n/a', async () => {
  const transcript = lines([0, user('a')], [600, boundary(1000)], [601, summary], [660, user('b')], [300, boundary(2000)], [301, summary])
  await answers(transcript, async (ask) => {
    expect(pick(await ask('compaction-list'), 'number', 'ms_since')).toEqual([
      [1, 600_000],
      [2, null],
    ])
    expect(pick(await ask('compactions'), 'compactions', 'ms_between')).toEqual([[2, 600_000]])
  })
})

test.each([
  ['-home-sam-loft', '-home-sam-shed'],
  ['-home-sam-shed', '-home-sam-loft'],
])('a session whose records are in two folders, %s first, is continuous: turns, contexts and compactions', async (first, second) => {
  const whole = lines(
    [0, user('one')],
    [1, reply('a', 100, text('1'))],
    [20, user('two')],
    [21, reply('b', 200, text('2'))],
    [60, boundary(1000)],
    [61, summary],
    [80, user('three and more than that')],
    [81, reply('c', 300, text('3'))],
  ).split('\n')
  const files = {
    [`${first}/${session}.jsonl`]: whole.slice(0, 4).join('\n'),
    [`${second}/${session}.jsonl`]: whole.slice(4).join('\n'),
  }
  await answersOfFiles(files, async (ask) => {
    expect(pick(await ask('turns'), 'turn', 'prompt_chars')).toEqual([
      [3, 24],
      [2, 3],
      [1, 3],
    ])
    expect(pick(await ask('compaction-list'), 'prompts_since', 'ms_since')).toEqual([[2, 60_000]])
    // “one” is read twice, “two” once, what follows the summary once.
    expect(
      pick(
        (await ask('context-fill')).filter(({ part }) => part === 'prompt'),
        'items',
        'read_chars',
      ),
    ).toEqual([[3, 33]])
  })
})

test('context pressure counts the part of a chain that lies in the range of dates', async () => {
  const day = 86_400
  const transcript = lines([0, user('a')], [600, boundary(1000)], [601, summary], [day, user('b')], [day + 60, reply('a', 100, text('c'))])
  await answersOfFiles({ [`-home-sam-shed/${session}.jsonl`]: transcript }, async (ask) => {
    const pressure = async (filters: Readonly<Record<string, number>>) =>
      pick(await ask('compaction-pressure', { filters }), 'axis', 'from_value', 'chains', 'compactions')
    const second = Date.UTC(2026, 0, 6)
    expect(await pressure({ until: second })).toEqual([
      ['hours', 0, 1, 1],
      ...[0.25, 0.5, 1, 2, 4, 8].map((at) => ['hours', at, 1, 0]),
      ['prompts', 0, 1, 1],
    ])
    expect(await pressure({ since: second })).toEqual([
      ['hours', 8, 1, 0],
      ['hours', 16, 1, 0],
      ['prompts', 0, 1, 0],
    ])
  })
})

const account = (usd: number): Fields => ({ type: 'result', subtype: 'success', total_cost_usd: usd, usage: {} })

test('a session cost reported without a model is computed from tokens and prices instead', async () => {
  const transcript = lines([0, user('a')], [1, reply('a', 100, text('b'))], [2, account(7)])
  await answers(transcript, async (ask) => {
    expect(pick(await ask('cost'), 'replies', 'usd', 'client_usd')).toEqual([[1, 7, 7]])
    const [model] = await ask('cost', 'model')
    expect(model).toMatchObject({ group_name: 'claude-opus-4-5-20251101', replies: 1, client_usd: 0 })
    expect(model?.['usd']).toBe(model?.['computed_usd'])
    expect(model?.['usd']).toBeGreaterThan(0)
  })
})

test('a cost report of the client does not cover later replies', async () => {
  const transcript = lines(
    [0, user('a')],
    [1, reply('a', 100, text('b'))],
    [2, account(7)],
    [60, user('c')],
    [61, reply('c', 100, text('d'))],
  )
  await answers(transcript, async (ask) => {
    const [total] = await ask('cost')
    expect(total).toMatchObject({ replies: 2, client_usd: 0, unpriced_replies: 0 })
  })
})

test('a session is not a success when a human continued after its result and interrupted it', async () => {
  const [ended, stopped] = [[2, account(1)] as const, [4, user('[Request interrupted by user]')] as const]
  const outcomeOf = (...more: readonly (readonly [number, Fields])[]) =>
    answers(lines([0, user('a')], [1, reply('a', 100, text('b'))], ...more), async (ask) => pick(await ask('outcomes'), 'outcome'))
  expect(await outcomeOf(ended)).toEqual([['success']])
  expect(await outcomeOf(ended, [3, user('go on')], stopped)).toEqual([['interrupted']])
  expect(await outcomeOf(ended, [3, user('go on')], [5, account(2)])).toEqual([['success']])
})

test('a tool that the service runs has its result in the reply', async () => {
  const search = { type: 'server_tool_use', id: 's1', name: 'web_search', input: { query: 'x' } }
  const found = (content: unknown) => ({ type: 'web_search_tool_result', tool_use_id: 's1', content })
  const failed = { type: 'web_search_tool_result_error', error_code: 'unavailable' }
  for (const [content, errors] of [
    [[], 0],
    [failed, 1],
  ] as const)
    await answers(lines([0, user('a')], [1, reply('a', 100, search, found(content), text('b'))]), async (ask) => {
      expect(pick(await ask('tools'), 'tool_name', 'calls', 'errors', 'unanswered')).toEqual([['web_search', 1, errors, 0]])
    })
})

test('where clocks are put back at one o’clock the day begins with the first of both midnights', async () => {
  // Havana, 2 November 2025: 00:00 is at 04:00 and at 05:00 UTC.
  const at = (iso: string): number => (Date.parse(iso) - Date.UTC(2026, 0, 5, 9)) / 1000
  const transcript = lines([at('2025-11-02T03:00:00Z'), user('a')], [at('2025-11-03T06:00:00Z'), user('b')])
  const hour = 3_600_000
  await answersOfFiles({ [`-home-sam-shed/${session}.jsonl`]: transcript }, async (ask) => {
    const zone = 'America/Havana'
    const days = await ask('states', { by: 'day', zone })
    const daily = (day: string): number =>
      sum(
        days.filter(({ group_name }) => group_name === day),
        'ms',
      )
    expect(['2025-11-01', '2025-11-02', '2025-11-03'].map(daily)).toEqual([hour, 25 * hour, hour])
    expect(pick(await ask('concurrency-days', { zone }), 'day', 'mean', 'session_ms')).toEqual([
      ['2025-11-01', 1 / 24, hour],
      ['2025-11-02', 1, 25 * hour],
      ['2025-11-03', 1 / 24, hour],
    ])
  })
})
