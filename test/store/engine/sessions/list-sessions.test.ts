import { expect, test } from 'vitest'
import { builtInPrices } from '../../../../app/analytics/prices/built-in-prices.ts'
import { calls } from '../../../../app/contract/calls.ts'
import type { CallInput } from '../../../../app/contract/calls.ts'
import { sessionSorts, type SessionView } from '../../../../app/contract/sessions.ts'
import { AnswerCache } from '../../../../app/engine/kernel/answer-cache.ts'
import { bySessionColumn, listSessions, showSession } from '../../../../app/engine/sessions/list-sessions.ts'
import { sessionCosts } from '../../../../app/engine/sessions/session-costs.ts'
import type { Database } from '../../../../app/store/tables/database.ts'
import { conversation } from '../../../support/conversation.ts'
import { sharedTables, tablesOf } from '../../../support/tables-of.ts'

const list = (tables: Database, input: CallInput<'sessions.list'> = {}) =>
  listSessions(tables, {
    input: calls['sessions.list'].input.parse(input),
    costs: () => sessionCosts(tables, new AnswerCache(), [builtInPrices()]),
  })
const titles = async (tables: Database, input?: CallInput<'sessions.list'>): Promise<readonly string[]> =>
  (await list(tables, input)).rows.map(({ title }) => title)

const house = sharedTables(
  conversation({ cwd: '/src/harbour', start: '2026-01-01T09:00:00Z', gitBranch: 'ebb' })
    .human('Paint the lighthouse')
    .agent('red?')
    .human('Größer, in WEISS')
    .agent('done'),
  conversation({ cwd: '/src/harbour', start: '2026-01-02T09:00:00Z' }).human('Mend the net').agent('how?').human('with rope').agent('ok'),
  conversation({ cwd: '/src/island', start: '2026-01-03T09:00:00Z' }).human('Count the gulls').agent('40').human('really?').agent('41'),
  conversation({ cwd: '/src/island', start: '2026-01-04T09:00:00Z' }).human('What time is it?').agent('Late.'),
  conversation({ cwd: '/src/island', start: '2026-01-05T09:00:00Z' }).bookkeeping({ type: 'mode', mode: 'normal' }),
)

test('the newest session comes first, and folded ones are counted instead of shown', async () => {
  const page = await list(house())
  expect(page.rows.map(({ title }) => title)).toEqual(['Count the gulls', 'Mend the net', 'Paint the lighthouse'])
  expect(page).toMatchObject({ total: 3, folded: { oneShot: 1, warmUp: 0, empty: 1 } })
})

test('the list of all sessions includes folded ones, and those without a time are last in either order', async () => {
  const tables = house()
  for (const descending of [true, false])
    expect((await list(tables, { everything: true, descending })).rows.at(-1)).toMatchObject({ kind: 'empty', lastAt: null })
})

test('a search finds sessions that contain every word, in titles, branches, projects, ids or prompts, in any case', async () => {
  const tables = house()
  expect(await titles(tables, { text: 'lighthouse weiss' })).toEqual(['Paint the lighthouse'])
  expect(await titles(tables, { text: 'GRÖSSER' })).toEqual([])
  expect(await titles(tables, { text: 'größer EBB' })).toEqual(['Paint the lighthouse'])
  expect(await titles(tables, { text: 'harbour' })).toEqual(['Mend the net', 'Paint the lighthouse'])
  expect(await titles(tables, { text: 'harbour gulls' })).toEqual([])
  expect(await titles(tables, { text: "100%_'" })).toEqual([])
})

test('a project restricts the rows, not the list of projects', async () => {
  const page = await list(house(), { project: '/src/island' })
  expect(page.rows.map(({ title }) => title)).toEqual(['Count the gulls'])
  expect(page.projects).toEqual([
    { project: '/src/harbour', sessions: 2 },
    { project: '/src/island', sessions: 1 },
  ])
})

test('without counts a list has the same rows and totals', async () => {
  const tables = house()
  for (const input of [{}, { everything: true }, { project: '/src/island' }, { limit: 1, offset: 1 }]) {
    const { projects, models, outcomes, ...counted } = await list(tables, input)
    expect([projects, models, outcomes].map(({ length }) => length > 0)).toEqual([true, true, true])
    expect(await list(tables, { ...input, counts: false })).toEqual({ ...counted, projects: [], models: [], outcomes: [] })
  }
})

test('a page holds the whole rows of its sessions, in every order', async () => {
  const tables = house()
  const whole = (await list(tables, { everything: true })).rows
  for (const sort of sessionSorts) {
    const all = (await list(tables, { everything: true, sort })).rows
    const pages = await Promise.all([0, 1, 2, 3, 4].map((offset) => list(tables, { everything: true, sort, offset, limit: 1 })))
    expect(pages.flatMap(({ rows }) => rows).map(untimed)).toEqual(all.map(untimed))
    expect([...all].sort(byId).map(untimed)).toEqual([...whole].sort(byId).map(untimed))
  }
})

test('in order of cost the dearest session comes first, and one without a price last', async () => {
  const bought = (name: string, model: string, outputTokens: number) =>
    conversation({ seed: name })
      .human(name)
      .agent('done', { model, usage: { output_tokens: outputTokens } })
      .human('more')
      .agent('done', { model })
  const tables = await tablesOf(
    bought('cheap', 'claude-haiku-4-5', 90_000),
    bought('priceless', 'model-without-price', 900_000),
    bought('dear', 'claude-opus-4-1', 80_000),
  )
  expect(await titles(tables, { sort: 'usd' })).toEqual(['dear', 'cheap', 'priceless'])
  expect(await titles(tables, { sort: 'usd', descending: false })).toEqual(['cheap', 'dear', 'priceless'])
})

test('costs by which a list is sorted are computed once, until the tables or the prices change', async () => {
  const tables = await tablesOf(conversation({ seed: 'paid' }).human('go').agent('done', { model: 'claude-opus-4-1' }))
  const known = new AnswerCache()
  const first = await sessionCosts(tables, known, [builtInPrices()])
  expect(first.size).toBe(1)
  expect(await sessionCosts(tables, known, [builtInPrices()])).toBe(first)
  expect(await sessionCosts(tables, known, [{ ...builtInPrices(), prices: [] }, builtInPrices()])).not.toBe(first)
  await tables.transaction(() => Promise.resolve())
  expect(await sessionCosts(tables, known, [builtInPrices()])).not.toBe(first)
})

/** Without facts, active times are computed for short pages only. */
const untimed = (row: SessionView) => ({ ...row, activeMs: null })

const byId = (a: SessionView, b: SessionView): number => (a.sessionId < b.sessionId ? -1 : 1)

const workshop = () =>
  tablesOf(
    conversation({ seed: 'saw', start: '2026-02-01T09:00:00Z' })
      .human('Saw')
      .runs('saw', 'ok')
      .agent('sawn', { model: 'claude-opus-4-1' })
      .human('more')
      .agent('sawn', { model: 'claude-haiku-4-5' }),
    conversation({ seed: 'glue', start: '2026-02-02T09:00:00Z' })
      .human('Glue')
      .reads('/src/glue.md', 'dry it')
      .agent('glued', { model: 'claude-opus-4-1' })
      .compacts()
      .human('again')
      .agent('glued', { model: 'claude-opus-4-1' }),
    conversation({ seed: 'nail', start: '2026-02-03T09:00:00Z' })
      .human('Nail')
      .subagent({ prompt: 'count nails' }, (agent) => agent.runs('count', '7').agent('7', { model: 'claude-haiku-4-5' }))
      .agent('nailed', { model: 'claude-haiku-4-5' })
      .human('twice')
      .agent('nailed', { model: 'claude-haiku-4-5' }),
  )

test('sessions are chosen by model, tool, compactions, sub-agents and days, and by several of them at once', async () => {
  const tables = await workshop()
  const at = (day: number): number => Date.UTC(2026, 1, day)
  expect(await titles(tables, { model: 'claude-opus-4-1' })).toEqual(['Glue', 'Saw'])
  expect(await titles(tables, { tool: 'Bash' })).toEqual(['Nail', 'Saw'])
  expect(await titles(tables, { tool: 'bash' })).toEqual([])
  expect(await titles(tables, { hasCompactions: true })).toEqual(['Glue'])
  expect(await titles(tables, { hasSubAgents: true })).toEqual(['Nail'])
  expect(await titles(tables, { since: at(2) })).toEqual(['Nail', 'Glue'])
  expect(await titles(tables, { until: at(2) })).toEqual(['Saw'])
  expect(await titles(tables, { since: at(2), until: at(3) })).toEqual(['Glue'])
  expect(await titles(tables, { model: 'claude-opus-4-1', tool: 'Bash', text: 'saw' })).toEqual(['Saw'])
  expect(await titles(tables, { model: 'claude-opus-4-1', hasSubAgents: true })).toEqual([])
})

test('each choice has the number of sessions that it would show with the other filters', async () => {
  const { models, outcomes, total } = await list(await workshop(), { model: 'claude-opus-4-1', tool: 'Bash' })
  expect(models).toEqual([
    { model: 'claude-haiku-4-5', sessions: 2 },
    { model: 'claude-opus-4-1', sessions: 1 },
    { model: 'claude-opus-4-5-20251101', sessions: 2 },
  ])
  expect([outcomes, total]).toEqual([[{ outcome: 'unknown', sessions: 1 }], 1])
})

test('a session without a time is in no range of days', async () => {
  expect(await titles(house(), { everything: true, since: 0 })).toHaveLength(4)
})

test('pages follow on one another', async () => {
  const tables = house()
  expect([...(await titles(tables, { limit: 2 })), ...(await titles(tables, { offset: 2, limit: 2 }))]).toEqual(await titles(tables))
})

test('titles sort as people read them, and equal values by id', () => {
  const session = (sessionId: string, title: string) => ({ sessionId, title }) as unknown as SessionView
  const sorted = [session('3', 'step 10'), session('2', 'Step 2'), session('1', 'step 10')].sort(bySessionColumn('title', false))
  expect(sorted.map(({ sessionId }) => sessionId)).toEqual(['2', '1', '3'])
})

test('a session is shown by a prefix of its id', async () => {
  const told = conversation({ sessionId: 'aaaaaaaa-0000-4000-8000-000000000000' }).human('hi').agent('hello')
  expect(await showSession(await tablesOf(told), 'aaaa')).toMatchObject({ sessionId: told.sessionId, title: 'hi', humanPrompts: 1 })
})
