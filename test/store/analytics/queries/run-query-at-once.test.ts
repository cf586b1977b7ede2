import { expect, test } from 'vitest'
import { catalog, runQuery, type QueryName, type Tables } from '../../../../app/analytics/queries/run-query.ts'
import { runQueryAtOnce } from '../../../../app/analytics/queries/run-query-at-once.ts'
import type { Parameters } from '../../../../app/store/tables/query.ts'
import { conversation } from '../../../support/conversation.ts'
import { tablesOf } from '../../../support/tables-of.ts'

const odd = ['Größer "quoted" \\ back', '日本語 👩‍👩‍👧', 'line\nline\ttab', 'null', '1e3', '']

const oddTables = () =>
  tablesOf(
    ...odd.map((text, at) =>
      conversation({ seed: `odd ${at}`, cwd: `/src/${text}`, start: `2026-01-0${at + 1}T09:00:00.123Z` })
        .human(`${text}!`)
        .runs(`echo ${text}`, text)
        .agent(text, { model: 'claude-opus-4-1' })
        .human('more')
        .agent('done', { model: 'claude-haiku-4-5' }),
    ),
    conversation({ cwd: '/src/empty', start: '2026-02-01T09:00:00Z' }).bookkeeping({ type: 'mode', mode: 'normal' }),
  )

type Chosen = { readonly name: QueryName; readonly parameters: Parameters }

/** Queries of many rows: texts, lists of texts, times, counts, flags, unknown values. */
const chosen: readonly Chosen[] = [
  { name: 'sessionList', parameters: { sessions: null, words: [] } },
  { name: 'commitOrder', parameters: { session: null, commit: null } },
  { name: 'sourceList', parameters: { session: null } },
  { name: 'sessionTools', parameters: {} },
]

const both = async (tables: Tables, { name, parameters }: Chosen) => {
  // The parameters of a query that is chosen at run time have no static type.
  const given = parameters as never
  const names = Object.keys(catalog[name].columns) as never[]
  return [await runQuery(tables, name, given), await runQueryAtOnce(tables, name, names, given)] as const
}

const sorted = (rows: readonly unknown[]): readonly string[] => rows.map((row) => JSON.stringify(row)).sort()

test('rows that are read at once equal those that are read one value at a time', async () => {
  const tables = await oddTables()
  for (const one of chosen) {
    const [usual, atOnce] = await both(tables, one)
    expect(usual.length).toBeGreaterThan(0)
    expect(sorted(atOnce)).toEqual(sorted(usual))
  }
})

test('an answer without rows is empty', async () => {
  const tables = await oddTables()
  expect(await runQueryAtOnce(tables, 'sessionList', ['sessionId', 'title'], { sessions: ['no such session'], words: [] })).toEqual([])
})

test('only the columns that are asked for are in the rows', async () => {
  const tables = await oddTables()
  const [row] = await runQueryAtOnce(tables, 'sessionList', ['title', 'models'], { sessions: null, words: ['größer'] })
  expect(row).toEqual({ title: 'Größer "quoted" \\ back!', models: ['claude-haiku-4-5', 'claude-opus-4-1', 'claude-opus-4-5-20251101'] })
})
