/** A fork begins with records of another session: its figures are those of what it says itself. */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { asking, pick, type Row } from '../../../support/asking.ts'
import { conversation, type Conversation } from '../../../support/conversation.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { call, lines, reply, result, text, user, type Fields } from '../../../support/timed-lines.ts'
import { importInto, withEngine } from '../../../support/with-engine.ts'

const hour = 3_600_000
const id = (digit: string): string => `${digit.repeat(8)}-0000-4000-8000-000000000000`

/** A session, and one that goes on from it two days later; the fork's name comes first or last. */
const forked = (first: string, second: string): readonly [Conversation, Conversation] => {
  const original = conversation({ sessionId: id(first), start: '2026-01-05T10:00:00Z' })
    .human('one')
    .agent('1')
    .human('two')
    .agent('2')
  const fork = original
    .fork(id(second))
    .wait(48 * hour)
    .human('three')
    .agent('3')
  return [original, fork]
}

const sum = (rows: readonly Row[], column: string): number => rows.reduce((all, row) => all + Number(row[column]), 0)

test.each([
  ['a', 'b'],
  ['b', 'a'],
])('copied records of a fork belong to the session that wrote them: %s was forked as %s', async (first, second) => {
  await asking(forked(first, second), async (ask) => {
    const prompts = new Map(pick(await ask('amplification', { by: 'session' }), 'group_name', 'prompts') as [string, number][])
    expect([prompts.get(id(first)), prompts.get(id(second))]).toEqual([2, 1])
    expect(pick(await ask('days'), 'day', 'sessions', 'started', 'prompts')).toEqual([
      ['2026-01-05', 1, 1, 2],
      ['2026-01-07', 1, 1, 1],
    ])
  })
})

test('a fork begins with its first new record, not with its original', async () => {
  await asking(forked('a', 'b'), async (ask) => {
    expect(pick(await ask('concurrency'), 'sessions', 'peak')).toEqual([[2, 1]])
    expect(pick(await ask('concurrency-days'), 'day', 'sessions')).toEqual([
      ['2026-01-05', 1],
      ['2026-01-07', 1],
    ])
    for (const [name, length] of pick(await ask('outcomes', { by: 'session' }), 'group_name', 'ms_longest')) {
      expect(length).toBeLessThan(hour)
      expect([name, sum(await ask('states', { filters: { session: String(name) } }), 'ms')]).toEqual([name, length])
    }
  })
})

test('a fork from an earlier point of a session shares the records of that session', async () => {
  const original = conversation({ sessionId: id('b'), start: '2026-01-05T10:00:00Z' })
    .human('one')
    .agent('1')
  const fork = original
    .fork(id('a'))
    .wait(48 * hour)
    .human('three')
    .agent('3')
  original.human('two').agent('2')
  await asking([original, fork], async (ask) => {
    expect(pick(await ask('amplification', { by: 'session' }), 'group_name', 'prompts')).toEqual([
      [id('a'), 1],
      [id('b'), 2],
    ])
  })
})

test.each([
  ['the original', 0],
  ['the fork', 1],
])('a session that was forked elsewhere belongs to its own project and models, %s imported first', async (_, first) => {
  const spawned = { ...call('spawn'), name: 'Task', input: { prompt: 'look' } }
  const carried = { type: 'user', uuid: 'carried', message: { role: 'user', content: 'look' } }
  const copied: readonly (readonly [number, Fields])[] = [
    [0, user('one')],
    [1, reply('a', 100, spawned)],
    [2, { type: 'progress', parentToolUseID: 'spawn', data: { type: 'agent_progress', agentId: 'looker', message: carried } }],
    [3, result('spawn')],
    [4, reply('b', 100, text('1'))],
  ]
  const elsewhere: Fields = { sessionId: id('b'), cwd: '/home/sam/boat' }
  const answered = reply('c', 100, text('2'))
  const other = { ...answered, message: { ...(answered['message'] as Fields), model: 'claude-sonnet-4-5-20250929' } }
  const files = [
    [`-home-sam-shed/${id('a')}.jsonl`, lines(...copied.map(([at, row]) => [at, { ...row, sessionId: id('a') }] as const))],
    [
      `-home-sam-boat/${id('b')}.jsonl`,
      lines(
        ...copied.map(([at, row]) => [at, { ...row, sessionId: id('b') }] as const),
        [100, { ...user('two'), ...elsewhere }],
        [101, { ...other, ...elsewhere }],
      ),
    ],
  ] as const
  const [projects, storeDir] = [tempDir(), tempDir()]
  for (const [file, transcript] of first === 0 ? files : [...files].reverse()) {
    mkdirSync(path.dirname(path.join(projects, file)), { recursive: true })
    writeFileSync(path.join(projects, file), `${transcript}\n`)
    await importInto(storeDir, [projects])
  }
  await withEngine(storeDir, async (engine) => {
    const { rows } = await engine.ask('sessions.list', { everything: true, sort: 'firstAt', descending: false })
    expect(rows.map(({ sessionId, project, models, subAgents }) => [sessionId, project, models, subAgents])).toEqual([
      [id('a'), '/home/sam/shed', ['claude-opus-4-5-20251101'], 1],
      [id('b'), '/home/sam/boat', ['claude-sonnet-4-5-20250929'], 0],
    ])
    const byProject = await engine.ask('analytics.ask', { name: 'tokens', by: 'project', zone: 'UTC' })
    expect(pick(byProject.rows, 'group_name', 'replies')).toEqual([
      ['/home/sam/boat', 1],
      ['/home/sam/shed', 2],
    ])
  })
})
