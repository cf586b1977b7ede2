/** Metrics are complete: each has a title and a meaning for every column, and the tables agree. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { metricCatalog } from '../../../../app/analytics/metrics/metric-catalog.ts'
import { checkedColumns, headerOf } from '../../../../app/analytics/metrics/metric.ts'
import { withFilters, type Shape } from '../../../../app/analytics/compose-sql.ts'
import { groupings } from '../../../../app/model/metric.ts'
import { checkColumns } from '../../../../app/store/tables/query.ts'
import { emptyTables } from '../../../support/empty-tables.ts'

const connection = emptyTables()

const metrics = Object.entries(metricCatalog)
const analytics = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../../../app/analytics')
const filesIn = (folder: string) =>
  readdirSync(path.join(analytics, folder))
    .filter((file) => file.endsWith('.sql'))
    .map((file) => ({ file, sql: readFileSync(path.join(analytics, folder, file), 'utf8') }))

const shifts = [
  { quarter: 0, seconds: 3600 },
  { quarter: 1_900_000, seconds: 7200 },
]
const shapes: readonly Shape[] = groupings.flatMap((by) => [
  { by, hidesSessions: false, looksUpSessions: false, isCut: true, shifts: [], isNarrow: true, modelNumber: null, agentNumber: null },
  { by, hidesSessions: true, looksUpSessions: true, isCut: false, shifts, isNarrow: false, modelNumber: 1, agentNumber: 2 },
])
const inEveryShape = metrics.flatMap(([name, metric]) => shapes.map((shape) => ({ name, metric, shape, by: shape.by })))

test.each(inEveryShape)('the answer to $name by $by has the described columns', async ({ metric, shape }) => {
  const statement = await connection().prepare(withFilters(metric.sql, shape))
  try {
    checkColumns(statement, checkedColumns(metric.columns))
  } finally {
    statement.destroySync()
  }
})

test.each(metrics)('%s accepts every filter or gives a reason why it cannot', (name, metric) => {
  const sql = withFilters(metric.sql, {
    by: 'total',
    hidesSessions: true,
    looksUpSessions: true,
    isCut: false,
    shifts,
    isNarrow: false,
    modelNumber: 1,
    agentNumber: 2,
  })
  const missing = Object.entries({
    project: 'project',
    session: 'session',
    template: 'template',
    model: 'model_number',
    agentType: 'agent_number',
    since: 'since_ms',
    until: 'until_ms',
    chains: 'chains',
  })
    // By its number where facts are counted, by its name where rows are listed.
    .filter(
      ([filter, parameter]) =>
        ![parameter, filter].some((name) => sql.includes(`$${name}::`)) && metric.cannot?.[filter as 'model'] === undefined,
    )
    .map(([filter]) => filter)
  expect([name, missing]).toEqual([name, []])
})

test.each(metrics)('every link in %s leads to existing rows', (name, metric) => {
  const columns = new Set(Object.keys(metric.columns))
  for (const { opens } of Object.values(metric.columns)) {
    if (opens === undefined) continue
    if (opens.to !== 'question') {
      const needed = opens.to === 'record' ? [opens.sourceId, opens.line] : [opens.id]
      expect([name, needed.filter((column) => !columns.has(column))]).toEqual([name, []])
      continue
    }
    const list = metricCatalog[opens.name]
    expect([name, opens.name, list !== undefined]).toEqual([name, opens.name, true])
    for (const [filter, from] of Object.entries(opens.filters)) {
      if ('column' in from && filter !== 'group') expect([name, from.column, columns.has(from.column)]).toEqual([name, from.column, true])
    }
  }
})

test('every metric file is used, and its name is the name of the metric', () => {
  for (const { file, sql } of filesIn('metrics')) expect([file, metricCatalog[file.replace('.sql', '')]?.sql]).toEqual([file, sql])
  expect(filesIn('metrics')).toHaveLength(metrics.length)
})

test.each([...filesIn('metrics'), ...filesIn('facts'), ...filesIn('filters'), ...filesIn('fragments')])(
  '$file says what it asks and what a row is, and casts every parameter',
  ({ sql }) => {
    expect(headerOf(sql).title).toMatch(/[?.]$/)
    expect(sql.split('\n', 2)[1]).toMatch(/^-- (?:One |Changes|Makes)/)
    expect(sql.replaceAll(/'[^']*'/g, '').match(/\$\w+\b(?!::)/g) ?? []).toEqual([])
  },
)
