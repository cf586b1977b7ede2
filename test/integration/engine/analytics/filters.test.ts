/** Every metric accepts the same filters, with the same meaning. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { metricCatalog } from '../../../../app/analytics/metrics/metric-catalog.ts'
import type { AnalyticsAnswer, AnalyticsCell } from '../../../../app/contract/analytics.ts'
import type { CallInput } from '../../../../app/contract/calls.ts'
import { actionHeading } from '../../../../app/model/given-text.ts'
import { openEngine, type Engine } from '../../../../app/engine/engine.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { twoProjects } from '../../../support/two-projects.ts'
import { runJob } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

let engine: Engine
let commit: string
const [garden, boat, short] = twoProjects()
// An edit of what a sub-agent had changed meanwhile.
garden
  .human('tie it up')
  .reads('quay.ts', 'tied = false\nred = true\n')
  .subagent({ prompt: 'paint it', type: 'Explore' }, (agent) => agent.reads('quay.ts').edits('quay.ts', 'red', 'blue').agent('painted'))
  .edits('quay.ts', 'false', 'true')
  .agent('tied')
  .row({
    type: 'assistant',
    requestId: 'req_checks',
    attributionSkill: 'checks',
    message: {
      id: 'msg_checks',
      type: 'message',
      role: 'assistant',
      model: 'claude-sonnet-4-5',
      content: [{ type: 'text', text: 'checked' }],
      stop_reason: 'end_turn',
      usage: { input_tokens: 10, cache_read_input_tokens: 0, cache_creation_input_tokens: 0, output_tokens: 5 },
    },
  })
  .attachment({ type: 'instructions', files: [{ path: '/home/sam/garden/CLAUDE.md', type: 'Project', content: 'Water in the evening.' }] })
  .attachment({ type: 'hook_additional_context', hookEvent: 'PreToolUse', content: [`${actionHeading('quay.ts')}\n- Rejected: no rope`] })
  .row({ type: 'system', subtype: 'stop_hook_summary', hookInfos: [{ command: 'npm test', durationMs: 30 }] })

beforeAll(async () => {
  engine = await openEngine({ storeDir: tempDir() })
  await runJob(engine, 'import.start', { paths: [writeConversation(tempDir(), garden, boat, short).projects] })
  const { rows } = await engine.ask('analytics.ask', { name: 'compaction-list' })
  commit = String(rows[0]?.['commit_id'])
})
afterAll(() => engine.close())

type Asked = Omit<CallInput<'analytics.ask'>, 'name'>
type Filters = NonNullable<Asked['filters']>

const ask = (name: string, { filters, ...asked }: Asked = {}): Promise<AnalyticsAnswer> => {
  const needs = metricCatalog[name]?.needs ?? []
  return engine.ask('analytics.ask', {
    name,
    zone: 'Europe/Berlin',
    parameters: needs.includes('commit') ? { commit } : {},
    filters: { ...(needs.includes('session') ? { session: garden.sessionId } : {}), ...filters },
    ...asked,
  })
}

const names = Object.keys(metricCatalog)
const grouped = Object.entries(metricCatalog).flatMap(([name, { groupings }]) => (groupings.length > 0 ? [name] : []))

test.each(names)('%s: a filter that matches everything gives the result without a filter', async (name) => {
  const all = await ask(name)
  const wide = await ask(name, { filters: { since: Date.UTC(2020, 0), until: Date.UTC(2040, 0) } })
  const { zone } = all
  expect(all.rows.length, 'something is there to be counted').toBeGreaterThan(name === 'unpriced-models' ? -1 : 0)
  // What the client wrote of a whole session cannot be split by dates; the conversations here have no such account.
  expect({ zone, rows: wide.rows }).toEqual({ zone, rows: all.rows })
})

const nothing: readonly Filters[] = [
  { project: '/nowhere' },
  { template: 'nobody' },
  { model: 'claude-none' },
  { agentType: 'nobody' },
  { since: Date.UTC(2039, 0) },
  { until: Date.UTC(2000, 0) },
]

test.each(names.flatMap((name) => nothing.map((filters) => [name, filters] as const)))(
  '%s: a filter that matches nothing (%o) gives no rows',
  async (name, filters) => {
    const { rows, notes } = await ask(name, { filters })
    const cannot = metricCatalog[name]?.cannot ?? {}
    expect(rows).toEqual([])
    for (const filter of Object.keys(filters)) if (filter in cannot) expect(notes[0]).toMatch(`n/a by ${filter}: `)
  },
)

/** Numbers that add up: counts and amounts, not middles, shares or extremes. */
const additive = (answer: AnalyticsAnswer): readonly string[] =>
  answer.question.columns
    .filter(
      ({ name, unit, absent }) =>
        ['count', 'chars', 'tokens', 'bytes', 'ms', 'usd', 'minutes'].includes(unit) &&
        absent === null &&
        !/most|_max|median|mean|p\d\d|^line$|sessions|_value|tools|^files$/.test(name),
    )
    .map(({ name }) => name)

const sums = (answer: AnalyticsAnswer): Readonly<Record<string, number>> =>
  Object.fromEntries(
    additive(answer).map((column) => [column, Number(answer.rows.reduce((sum, row) => sum + Number(row[column] ?? 0), 0).toFixed(6))]),
  )

test.each(grouped)('%s: the rows of every grouping add up to the total', async (name) => {
  const total = sums(await ask(name))
  for (const by of metricCatalog[name]?.groupings ?? []) expect([by, sums(await ask(name, { by }))]).toEqual([by, total])
})

test.each(grouped)('%s: the types of agents add up to all, and the filter for one gives its row', async (name) => {
  if (metricCatalog[name]?.cannot?.agentType !== undefined) return
  const total = sums(await ask(name))
  const { agentTypes } = await engine.ask('analytics.values', { zone: 'UTC' })
  expect(agentTypes.map(({ agentType }) => agentType).sort()).toEqual(['(main)', 'Explore', 'general-purpose'])
  const each = await Promise.all(agentTypes.map(async ({ agentType }) => sums(await ask(name, { filters: { agentType } }))))
  for (const [column, value] of Object.entries(total))
    expect([column, Number(each.reduce((sum, one) => sum + (one[column] ?? 0), 0).toFixed(6))]).toEqual([column, value])
  const { rows } = await ask(name, { by: 'agent-type' })
  const { rows: explored } = await ask(name, { filters: { agentType: 'Explore' } })
  expect(rows.filter(({ group_name: group }) => group === 'Explore').map((row) => ({ ...row, group_name: 'total' }))).toEqual(explored)
})

test.each(grouped)('%s: main chains and sub-agents add up to both', async (name) => {
  const total = sums(await ask(name))
  const main = sums(await ask(name, { filters: { chains: 'main' } }))
  const others = sums(await ask(name, { filters: { chains: 'sidechains' } }))
  for (const [column, value] of Object.entries(total))
    expect([column, (main[column] ?? 0) + (others[column] ?? 0)]).toEqual([column, expect.closeTo(value, 5)])
})

const rowOf = (answer: AnalyticsAnswer, group: AnalyticsCell) => answer.rows.filter((row) => row['group_name'] === group)
const ungrouped = (rows: AnalyticsAnswer['rows']) => rows.map((row) => ({ ...row, group_name: '' }))
const sorted = (rows: AnalyticsAnswer['rows']) =>
  ungrouped(rows)
    .map((row) => JSON.stringify(row))
    .sort()

test.each(grouped)('%s: the figures of a single project, session, model or day equal those among all', async (name) => {
  const groupings = metricCatalog[name]?.groupings ?? []
  const day = (text: string, days = 0): number => Date.parse(`${text}T00:00:00+01:00`) + days * 86_400_000
  const cases: readonly (readonly ['project' | 'session' | 'model' | 'day', string, Filters])[] = [
    ['project', '/home/sam/boat', { project: '/home/sam/boat' }],
    ['session', boat.sessionId, { session: boat.sessionId.slice(0, 9) }],
    ['model', 'claude-sonnet-4-5-20250929', { model: 'claude-sonnet-4-5-20250929' }],
    ['day', '2026-01-07', { since: day('2026-01-07'), until: day('2026-01-07', 1) }],
  ]
  for (const [by, group, filters] of cases.filter(([by]) => groupings.includes(by))) {
    const among = rowOf(await ask(name, { by }), group)
    expect([by, sorted(among)]).toEqual([by, sorted((await ask(name, { filters })).rows)])
  }
})

test('a time that is not on a quarter of an hour is refused, not rounded', async () => {
  await expect(ask('tools', { filters: { since: Date.UTC(2026, 0, 1, 0, 7) } })).rejects.toMatchObject({ code: 'invalid-input' })
})

test('an unknown name is refused with similar names', async () => {
  await expect(ask('tool')).rejects.toMatchObject({ code: 'not-found', data: { candidates: expect.arrayContaining(['tools']) as unknown } })
  await expect(ask('amplificaton')).rejects.toThrow(/did you mean amplification/)
})

test.each(names)('%s: the row count equals the number of rows of the complete answer', async (name) => {
  const needs = metricCatalog[name]?.needs ?? []
  const asked = {
    name,
    zone: 'Europe/Berlin',
    parameters: needs.includes('commit') ? { commit } : {},
    filters: needs.includes('session') ? { session: garden.sessionId } : {},
  }
  const { rows } = await engine.ask('analytics.ask', asked)
  expect([name, await engine.ask('analytics.count', asked)]).toEqual([name, rows.length])
})

test.each(grouped)('%s by session: the first rows are those of the complete answer', async (name) => {
  if (metricCatalog[name]?.groupings.includes('session') !== true) return
  const whole = await ask(name, { by: 'session', limit: 100_000 })
  for (const limit of [1, 2, 3])
    expect([name, limit, (await ask(name, { by: 'session', limit })).rows]).toEqual([name, limit, whole.rows.slice(0, limit)])
})

test('metrics of main chains are the same with the filter for main chains, and n/a for sub-agents', async () => {
  const all = await ask('compaction-pressure')
  expect((await ask('compaction-pressure', { filters: { chains: 'main' } })).rows).toEqual(all.rows)
  const others = await ask('compaction-pressure', { filters: { chains: 'sidechains' } })
  expect(others.rows).toEqual([])
  expect(others.notes[0]).toMatch('n/a by chains: only main chains are counted')
})

const inWords = (value: AnalyticsCell | undefined): string => JSON.stringify(value ?? null)
const comesBefore = (a: AnalyticsCell, b: AnalyticsCell): boolean =>
  typeof a === 'string' || typeof b === 'string' ? String(a) <= String(b) : a !== null && b !== null && a <= b

test.each(names)('%s: the first rows in the order of any column are those of the complete answer', async (name) => {
  const { question: metric, rows } = await ask(name)
  for (const { name: column } of metric.columns) {
    const ordered = (await ask(name, { order: { column } })).rows
    expect(ordered.map((row) => JSON.stringify(row)).sort()).toEqual(rows.map((row) => JSON.stringify(row)).sort())
    const known = ordered.flatMap((row) => row[column] ?? [])
    expect(
      ordered.slice(0, known.length).map((row) => inWords(row[column])),
      'n/a comes last',
    ).toEqual(known.map(inWords))
    expect(
      known.every((value, at) => at === 0 || comesBefore(known[at - 1] ?? null, value)),
      column,
    ).toBe(true)
    const last = await ask(name, { order: { column, descending: true }, limit: 1 })
    expect(inWords(last.rows[0]?.[column])).toBe(inWords(known.at(-1)))
  }
})

test('an order by an unknown column is refused', async () => {
  await expect(ask('tools', { order: { column: 'calls" --' } })).rejects.toMatchObject({ code: 'invalid-input' })
})
