/** Questions about one commit: their rows follow from it alone, and filters only decide whether it is among what they choose. */
import { noFilters, preparedMetric, type Chosen } from '../../analytics/metrics/ask-metric.ts'
import namedCompaction from '../../analytics/filters/named-compaction.sql?raw'
import { text } from '../../store/tables/columns.ts'
import type { Database } from '../../store/tables/database.ts'

/** Whether the filters choose the compaction that is asked about. */
export const isNamedChosen = async (database: Database, chosen: Chosen): Promise<boolean> => {
  const { sql } = preparedMetric(namedCompaction, { ...chosen, order: null })
  const rows = await database.query(sql, { commitId: text('commit_id'), sessionId: text('session_id') })
  return rows.length > 0
}

/** The same question without filters: its rows are remembered for all of them. */
export const unfiltered = (chosen: Chosen): Chosen => ({
  ...chosen,
  ...noFilters,
  hidesSessions: false,
  looksUpSessions: false,
})
