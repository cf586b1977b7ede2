/** What an answer about items of compactions lacks: sessions that are too large, and those in which a limit was met. */
import lacksSql from '../../analytics/filters/compaction-lacks.sql?raw'
import { tablesOfMetric } from '../../analytics/compose-sql.ts'
import type { Metric } from '../../analytics/metrics/metric.ts'
import { preparedMetric, type MetricFilters } from '../../analytics/metrics/run-metric.ts'
import { count, text } from '../../model/columns.ts'
import { formatCount } from '../../model/format/count.ts'
import type { Database } from '../../store/tables/database.ts'
import { compactionTables } from '../context/compactions/make-compaction-items.ts'

const columns = { lack: text('lack'), found: count('found'), example: text('example') } as const

const sessions = (found: number, example: string): string =>
  found === 1 ? `the session ${example}` : `${formatCount(found)} sessions, such as ${example}`

export const compactionLacks = async (database: Database, metric: Metric, chosen: MetricFilters): Promise<readonly string[]> => {
  const read = tablesOfMetric(metric.sql)
  if (!compactionTables.some((table) => read.has(table))) return []
  const parameters = { commit: null, ...chosen.parameters }
  const { sql } = preparedMetric(lacksSql, { ...chosen, parameters, order: null })
  const rows = await database.query(sql, columns)
  return rows.map(({ lack, found, example }) =>
    lack === 'too large'
      ? `items not available: too large: ${sessions(found, example)}`
      : `at least: more items or texts than are compared, in ${sessions(found, example)}; docs/compaction.md lists the limits`,
  )
}
