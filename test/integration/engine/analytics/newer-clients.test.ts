/** What only newer clients record is in columns and metrics: skills, thinking, hooks, caches, dropped tokens, kinds and continuations of sessions. */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { strata } from '../../../support/strata-command.ts'
import { tempDir } from '../../../support/temp-dir.ts'

const [first, second] = ['11111111-2222-4333-8444-555555555555', '66666666-2222-4333-8444-555555555555']

type Fields = Readonly<Record<string, unknown>>

const rowsOf = (session: string, rows: readonly Fields[]): string =>
  rows
    .map((row, at) => {
      const uuid = (place: number): string => `${session.slice(0, 8)}-0000-4000-8000-${String(place).padStart(12, '0')}`
      const around = { isSidechain: false, userType: 'external', cwd: '/home/ana/x', sessionId: session, version: '2.1.330' }
      const timestamp = new Date(Date.UTC(2026, 7, 10, 9, 0, at)).toISOString()
      return `${JSON.stringify({ parentUuid: at === 0 ? null : uuid(at - 1), ...around, uuid: uuid(at), timestamp, ...row })}\n`
    })
    .join('')

const asks = (text: string): Fields => ({ type: 'user', message: { role: 'user', content: text } })

const says = (id: string, text: string, { thinking, ...more }: Fields = {}, diagnostics: unknown = null): Fields => ({
  type: 'assistant',
  requestId: `req_${id}`,
  message: {
    id: `msg_${id}`,
    type: 'message',
    role: 'assistant',
    model: 'claude-sonnet-4-5',
    content: [{ type: 'text', text }],
    stop_reason: 'end_turn',
    diagnostics,
    usage: {
      input_tokens: 1000,
      cache_read_input_tokens: 0,
      cache_creation_input_tokens: 0,
      output_tokens: 100,
      ...(thinking === undefined ? {} : { output_tokens_details: { thinking_tokens: thinking } }),
    },
  },
  ...more,
})

const compacts = (droppedSoFar: number): readonly Fields[] => [
  {
    type: 'system',
    subtype: 'compact_boundary',
    parentUuid: null,
    content: 'Conversation compacted',
    compactMetadata: { trigger: 'manual', preTokens: 15_000, cumulativeDroppedTokens: droppedSoFar },
  },
  {
    type: 'user',
    isCompactSummary: true,
    message: { role: 'user', content: 'This session is being continued from a previous conversation.' },
  },
]

const hooks = (...times: readonly number[]): Fields => ({
  type: 'system',
  subtype: 'stop_hook_summary',
  hookInfos: times.map((durationMs) => ({ command: 'npm test', durationMs })),
})

const store = (): string => {
  const dir = tempDir()
  const folder = path.join(dir, 'projects', '-home-ana-x')
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    path.join(folder, `${first}.jsonl`),
    rowsOf(first, [
      asks('Check it'),
      says('1', 'Checked.', { thinking: 40, attributionSkill: 'checks', sessionKind: 'bg' }),
      hooks(9, 30),
      asks('Again'),
      says('2', 'Again.', { thinking: 0 }, { cache_miss_reason: { type: 'model_changed', cache_missed_input_tokens: 900 } }),
      ...compacts(12_000),
      says('3', 'Going on.'),
      hooks(21),
      ...compacts(20_000),
      says('4', 'Still.'),
      { type: 'continued-in', continuedInSessionId: second },
    ]),
  )
  writeFileSync(path.join(folder, `${second}.jsonl`), rowsOf(second, [asks('Go on there'), says('5', 'There.')]))
  const made = path.join(dir, 'store')
  expect(strata(made, 'import', path.join(dir, 'projects')).code).toBe(0)
  return made
}

const answer = (made: string, ...args: readonly string[]): unknown => JSON.parse(strata(made, ...args, '--json').out)

test('metrics count skills, thinking, cache misses, hooks and dropped tokens where the client records them, and nothing else', () => {
  const made = store()
  expect(answer(made, 'ask', 'skills')).toMatchObject([{ skill: 'checks', replies: 1, output_tokens: 100, usd: 0.0045 }])
  expect(answer(made, 'ask', 'tokens')).toMatchObject([{ replies: 5, thinking_tokens: 40, thinking_replies: 2 }])
  expect(answer(made, 'ask', 'replies', '--session', first)).toMatchObject([
    { thinking_tokens: 40, skill: 'checks', cache_miss_reason: null },
    { thinking_tokens: 0, skill: null, cache_miss_reason: 'model_changed', cache_missed_tokens: 900 },
    { thinking_tokens: null },
    { thinking_tokens: null },
  ])
  expect(answer(made, 'ask', 'hooks')).toMatchObject([{ command: 'npm test', runs: 3, timed: 3, ms_median: 21, ms_max: 30, ms_total: 60 }])
  expect(answer(made, 'ask', 'hooks', '--session', second)).toEqual([])
  expect(answer(made, 'ask', 'compaction-list')).toMatchObject([
    { tokens_after: null, tokens_next: 1000, tokens_dropped: 8000 },
    { tokens_after: null, tokens_next: 1000, tokens_dropped: 12_000 },
  ])
  expect(answer(made, 'ask', 'compactions')).toMatchObject([{ tokens_next: 1000, tokens_dropped: 20_000 }])
  expect(strata(made, 'problems').out).not.toContain('continued-in')
})

test('hooks and files with instructions are counted by day, in the zone that is asked for', () => {
  const dir = tempDir()
  const folder = path.join(dir, 'projects', '-home-ana-x')
  mkdirSync(folder, { recursive: true })
  const files = (...names: readonly string[]) =>
    names.map((name) => ({ path: `/home/ana/${name}`, type: 'Project', content: name.repeat(3) }))
  const gives = (attachment: Fields, at: string): Fields => ({ type: 'attachment', timestamp: at, attachment })
  writeFileSync(
    path.join(folder, `${first}.jsonl`),
    rowsOf(first, [
      gives({ type: 'instructions', files: files('CLAUDE.md', 'x/CLAUDE.md') }, '2026-08-10T09:00:00Z'),
      { ...asks('Check it'), timestamp: '2026-08-10T09:00:01Z' },
      gives({ type: 'nested_memory', path: '/home/ana/x/y/CLAUDE.md', content: files('x/y/CLAUDE.md')[0] }, '2026-08-10T23:30:00Z'),
      { ...says('1', 'Checked.'), timestamp: '2026-08-10T23:30:01Z' },
      { ...hooks(9, 30), timestamp: '2026-08-10T23:30:02Z' },
      gives({ type: 'instructions', files: files('CLAUDE.md'), changed: true, reason: 'compaction' }, '2026-08-11T09:00:00Z'),
      gives({ type: 'instructions', files: [], changed: true }, '2026-08-11T09:00:01Z'),
      { ...hooks(21), timestamp: '2026-08-11T09:00:02Z' },
    ]),
  )
  const made = path.join(dir, 'store')
  expect(strata(made, 'import', path.join(dir, 'projects')).code).toBe(0)
  const hooksBy = (...args: readonly string[]): unknown =>
    (answer(made, 'ask', 'hooks', ...args) as readonly Fields[]).map(({ group_name, runs, ms_total }) => [group_name, runs, ms_total])
  expect(hooksBy('--by', 'day', '--time-zone', 'UTC')).toEqual([
    ['2026-08-10', 2, 39],
    ['2026-08-11', 1, 21],
  ])
  expect(hooksBy('--by', 'day', '--time-zone', 'Europe/Berlin')).toEqual([['2026-08-11', 3, 60]])
  expect(hooksBy('--by', 'month', '--time-zone', 'UTC')).toEqual([['2026-08', 3, 60]])
  expect(answer(made, 'ask', 'instructions')).toEqual(
    [
      { group_name: 'total', path: '/home/ana/x/CLAUDE.md', kind: 'Project', times: 1, sessions: 1, chars_max: 33, chars_total: 33 },
      { group_name: 'total', path: '/home/ana/x/y/CLAUDE.md', kind: 'Project', times: 1, sessions: 1, chars_max: 39, chars_total: 39 },
      { group_name: 'total', path: '/home/ana/CLAUDE.md', kind: 'Project', times: 2, sessions: 1, chars_max: 27, chars_total: 54 },
    ].sort((a, b) => b.chars_total - a.chars_total),
  )
  expect(answer(made, 'ask', 'instructions', '--by', 'day', '--time-zone', 'UTC')).toMatchObject([
    { group_name: '2026-08-10', path: '/home/ana/x/y/CLAUDE.md' },
    { group_name: '2026-08-10', path: '/home/ana/x/CLAUDE.md' },
    { group_name: '2026-08-10', path: '/home/ana/CLAUDE.md' },
    { group_name: '2026-08-11', path: '/home/ana/CLAUDE.md' },
  ])
  expect(strata(made, 'problems').out).not.toMatch(/instructions|attachment/)
})

test('a session that goes on in another one names it, and the other one names the first; also after a rebuild', () => {
  const made = store()
  const look = () => {
    const { sessions } = answer(made, 'sessions', '--everything') as { readonly sessions: readonly Fields[] }
    return sessions
      .map(({ sessionId, continuedIn, continuedFrom, sessionKind }) => [sessionId, continuedIn, continuedFrom, sessionKind])
      .sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1))
  }
  const right = [
    [first, second, null, 'bg'],
    [second, null, first, null],
  ]
  expect(look()).toEqual(right)
  expect((answer(made, 'sessions', '--everything', '--session-kind', 'bg') as { readonly total: number }).total).toBe(1)
  expect(strata(made, 'log', first).err).toContain(`It continues in session ${second}`)
  expect(strata(made, 'log', second).err).toContain(`It continues session ${first}`)
  expect(strata(made, 'reindex').code).toBe(0)
  expect(look()).toEqual(right)
})
