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

test('the parts of the replaced context that a summary keeps and loses are counted', async () => {
  const summary = 'npm test was run. src/app/main.ts listens on port 8080, as was decided'
  const talk = conversation()
    .human('We decided to listen on port 8080 instead of 9090. See src/app/main.ts')
    .runs('npm test', 'ok')
    .runs('cat notes.md', '     1→Retry 42 times, see docs/retry.md\n     2→port 8080\n     3→We chose a queue rather than a pipe')
    .runs('rm -rf build', '')
    .agent('done')
    .compacts({ summary })
    .human('and 7777')
  await asking([talk], async (ask) => {
    const [compaction] = await ask('compaction-list')
    const parameters = { commit: String(compaction?.['commit_id']) }
    const rows = await ask('compaction-survival', { parameters })
    expect(pick(rows, 'kind', 'item', 'times', 'held_by', 'survives')).toEqual([
      ['path', 'src/app/main.ts', 1, 'conversation', true],
      ['path', 'docs/retry.md', 1, 'tool results', false],
      ['command', 'npm test', 1, 'conversation', true],
      ['command', 'cat notes.md', 1, 'conversation', false],
      ['command', 'rm -rf build', 1, 'conversation', false],
      ['number', '8080', 2, 'conversation', true],
      ['number', '42', 1, 'tool results', false],
      ['number', '9090', 1, 'conversation', false],
      ['decision', 'We decided to listen on port 8080 instead of 9090', 1, 'conversation', true],
      ['decision', 'We chose a queue rather than a pipe', 1, 'tool results', false],
    ])
    // Filters choose the compaction with all that it lost, or not at all.
    const quarter = 900_000
    const at = Math.floor(Number(compaction?.['occurred_at']) / quarter) * quarter
    expect(await ask('compaction-survival', { parameters, filters: { chains: 'main', since: at, until: at + quarter } })).toEqual(rows)
    for (const filters of [{ since: at + quarter }, { until: at }, { chains: 'sidechains' as const }, { project: 'another' }])
      expect(await ask('compaction-survival', { parameters, filters })).toEqual([])
    await expect(ask('compaction-survival')).rejects.toThrow('it requires a commit: add --commit CTX')
  })
})

test('commands survive without their redirections, and comments, branches and states are neither decisions nor paths', async () => {
  const code = [
    '// The queue must never block',
    'run() // always under the lock',
    '# We decided to retry rather than fail',
    '/* Instead of a pipe',
    ' * we must use a queue */',
    "const mode = always('on')",
    'We chose a queue rather than a pipe.',
  ]
  const diff = 'diff --git a/src/app/main.ts b/src/app/main.ts\n--- a/src/app/main.ts\n+++ b/src/app/main.ts\n'
  const talk = conversation({ cwd: '/src/harbour' })
    .human('Merge fix/retry and origin/main, IDLE/ENDED or entire/checkpoints/v1, see https://example.com/a/b.html and src/app')
    .reads('/src/harbour/src/app/main.ts', code.join('\n'))
    .runs('npm test 2>&1 > /tmp/log.txt', diff)
    .runs('make all', 'ok')
    .runs('sort < names.txt', 'ok')
    .agent('We must keep it.\n```ts\n// We should never see this\n```')
    .compacts({ summary: 'Ran `npm test`, `make all > out.txt` and nothing else.' })
    .human('and more')
  await asking([talk], async (ask) => {
    const [compaction] = await ask('compaction-list')
    const rows = await ask('compaction-survival', { parameters: { commit: String(compaction?.['commit_id']) } })
    const of = (kind: string) => rows.filter((row) => row['kind'] === kind).map(({ item, survives }) => [item, survives])
    expect(of('command').sort()).toEqual([
      ['make all', true],
      ['npm test 2>&1 > /tmp/log.txt', true],
      ['sort < names.txt', false],
    ])
    expect(
      of('path')
        .map(([item]) => item)
        .sort(),
    ).toEqual(['/src/harbour/src/app/main.ts', 'src/app', 'src/app/main.ts'])
    expect(
      of('decision')
        .map(([item]) => item)
        .sort(),
    ).toEqual(['We chose a queue rather than a pipe.', 'We must keep it'])
  })
})

test('text that only begins or ends like a path, a number or a command of the summary does not survive', async () => {
  const summary = 'It requires 42ms and v2.17 of testing (see main.ts and lib/walk.go), after npm tests.'
  const talk = conversation()
    .human('See /go/testify/require and src/app/main.ts and lib/walk and go/lib/walk.go: it took 42 times, or 17')
    .runs('npm test', 'ok')
    .agent('done')
    .compacts({ summary })
    .human('and more')
  await asking([talk], async (ask) => {
    const [compaction] = await ask('compaction-list')
    const rows = await ask('compaction-survival', { parameters: { commit: String(compaction?.['commit_id']) } })
    const survives = rows.filter((row) => row['survives'] === true).map((row) => row['item'])
    expect(survives.sort()).toEqual(['go/lib/walk.go', 'src/app/main.ts'])
    expect(rows.map((row) => row['item'])).toEqual(expect.arrayContaining(['/go/testify/require', '42', '17', 'npm test']))
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
