/** A metric: its SQL, the meaning of its columns, and the filters that it accepts. */
import type { FilterName, Grouping, MetricUnit, Opens, OpensFilters, ParameterName } from '../../model/metric.ts'
import { groupings } from '../../model/metric.ts'
import type { Column, SqlType } from '../../model/columns.ts'

export interface MetricColumn {
  readonly sqlType: SqlType
  readonly label: string
  readonly unit: MetricUnit
  readonly means: string
  /** Why a cell may be n/a. */
  readonly absent?: string
  readonly opens?: Opens
  /** Why two groups of sessions are not compared by it. */
  readonly notCompared?: string
}

export interface Metric {
  /** Unchanged from its file; see statement. */
  readonly sql: string
  readonly group: string
  /** By name in SQL, in the order of the answer. */
  readonly columns: Readonly<Record<string, MetricColumn>>
  readonly groupings: readonly Grouping[]
  /** Why a filter cannot be applied; of chains: why not to those of sub-agents. */
  readonly cannot?: Readonly<Partial<Record<FilterName, string>>>
  readonly parameters?: readonly ParameterName[]
  /** Values of parameters that differ between metrics; the contract has the others. */
  readonly choices?: Readonly<Partial<Record<ParameterName, readonly string[]>>>
  readonly needs?: readonly (FilterName | ParameterName)[]
  /** Its rows follow from the compaction that is named: filters only decide whether it is among what they choose. */
  readonly ofNamedCompaction?: true
  /** Events without a time are excluded from every row: the answer reports their number. */
  readonly needsTime?: true
  /** Records are counted, copies included, not events. */
  readonly countsRecords?: true
  /** The metric reconciliation says how its numbers follow from those of other metrics. */
  readonly isReconciled?: true
  /** Why two groups of sessions are not compared by any column. */
  readonly notCompared?: string
  /** Notes on what the rows exclude, reported with every answer. */
  readonly notes?: readonly string[]
}

export interface More {
  readonly absent?: string
  readonly opens?: Opens
  readonly notCompared?: string
}

const column =
  (sqlType: SqlType, unit: MetricUnit) =>
  (label: string, means: string, more: More = {}): MetricColumn => ({ sqlType, label, unit, means, ...more })

export const words = column('VARCHAR', 'text')
export const yesNo = column('BOOLEAN', 'text')
export const tally = column('BIGINT', 'count')
export const place = column('INTEGER', 'count')
export const weekday = column('BIGINT', 'weekday')
export const chars = column('BIGINT', 'chars')
export const tokens = column('BIGINT', 'tokens')
export const bytes = column('BIGINT', 'bytes')
export const ms = column('BIGINT', 'ms')
export const at = column('TIMESTAMP WITH TIME ZONE', 'instant')
export const ratio = column('DOUBLE', 'ratio')
export const share = column('DOUBLE', 'share')
export const usd = column('DOUBLE', 'usd')
export const mean = (unit: MetricUnit) => column('DOUBLE', unit)

/** The title and the meaning of a row, from the first two lines of the SQL. */
export const headerOf = (sql: string): { readonly title: string; readonly row: string } => {
  const [title = '', row = ''] = sql.split('\n', 2).map((line) => line.replace(/^-- /, ''))
  return { title, row }
}

/** The columns as the runner of queries checks them, by their names in SQL. */
export const checkedColumns = (columns: Metric['columns']): Readonly<Record<string, Column<unknown>>> =>
  Object.fromEntries(
    Object.entries(columns).map(([name, { sqlType, absent }]) => [name, { name, sqlType, nullable: absent !== undefined, isExact: true }]),
  )

/** The mark of a number that is only known to be at least what is shown: the window and the command line show it as ≥. */
export const atLeast = (label: string, why: string) => ({
  ...yesNo(`${label} at least`, `Whether it is at least the value of ${label}: ${why}`),
})

export const allGroupings: readonly Grouping[] = groupings

export const group = words(
  'Group',
  'Value that the row is grouped by: total, or a session, project, template, client version, type of agent, model, day or month.',
)
export const sessionId = words('Session', 'Session of the row.', { opens: { to: 'session', id: 'session_id' } })
export const chain = words('Chain', 'main, or a sub-agent.')
export const sourceId = words('File', 'File of the row, by its name in the store.')
export const line = tally('Record', 'Key of the record in that file, as in SQL tables.')
export const fileLine = tally('Line', 'Line of the record in that file, from 1.', {
  opens: { to: 'record', sourceId: 'source_id', line: 'line' },
})
export const commitId = words('Commit', 'Commit that contains it.', {
  absent: 'no commit contains it',
  opens: { to: 'commit', id: 'commit_id' },
})

/** The cell leads to a list of what it counts: the rows of another metric, with the row's group and more added to the filters. */
export const rowsOf = (name: string, filters: OpensFilters = {}): { readonly opens: Opens } => ({
  opens: { to: 'question', name, filters: { group: { column: 'group_name' }, ...filters } },
})

/** The same for metrics without groups. */
export const listOf = (name: string, filters: OpensFilters = {}): { readonly opens: Opens } => ({
  opens: { to: 'question', name, filters },
})
