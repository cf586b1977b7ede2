/** Brings changes into the tables: one transaction for a whole batch of them. */
import type { DuckDBConnection } from '@duckdb/node-api'
import { appendRows } from './append-rows.ts'
import type { Database } from './database.ts'
import type { NewJournalEntry } from './journal-entry.ts'
import { writeState, type ProjectionState } from './projection.ts'
import { execute } from './query.ts'
import { tables, type TableName, type TableRow, type TableRows } from './tables.ts'

/** One change as the tables see it. */
export interface RowUnit {
  readonly journal: NewJournalEntry
  /** Session whose rows are replaced by `rows`; undefined when none are. */
  readonly replaces: string | undefined
  /** New rows; those of refs, summaries and artifacts that the journal and the packs imply are added to them. */
  readonly rows: TableRows
}

/** Tables whose rows belong to a session, the others aside. */
const sessionTables = ['sessions', 'commits', 'refs', 'records', 'events', 'token_usage', 'problems', 'sources'] as const
/** Tables where the rows of no session have none: they are those of the session ''. */
const sessionlessTables: readonly TableName[] = ['sources', 'problems']

/** Deletes what is replaced, appends what is new, and records how far the tables have followed; all or nothing. */
export const projectUnits = (
  database: Database,
  units: readonly RowUnit[],
  artifacts: readonly TableRow<'artifacts'>[],
  state: ProjectionState,
  present: ReadonlySet<string>,
): Promise<void> =>
  database.transaction(async (connection) => {
    const current = lastOfEach(units)
    const replaced = current.flatMap((unit) => (unit.replaces !== undefined && present.has(unit.replaces) ? [unit.replaces] : []))
    if (replaced.length > 0) await deleteSessions(connection, replaced)
    for (const table of Object.keys(tables) as TableName[]) await appendAll(connection, table, current)
    await appendRows(connection, 'artifacts', artifacts)
    for (const unit of current) await projectWish(connection, unit.journal)
    await writeState(state, connection)
  })

/** When one batch replaces a session twice, only the last rows count. */
const lastOfEach = (units: readonly RowUnit[]): readonly RowUnit[] => {
  const last = new Map(units.map((unit, at) => [unit.replaces, at]))
  return units.filter((unit, at) => unit.replaces === undefined || last.get(unit.replaces) === at)
}

const deleteSessions = async (connection: DuckDBConnection, sessions: readonly string[]): Promise<void> => {
  for (const table of sessionTables) {
    const sessionless = sessions.includes('') && sessionlessTables.includes(table) ? ' OR session_id IS NULL' : ''
    await execute(connection, `DELETE FROM ${table} WHERE session_id IN (SELECT unnest($sessions::VARCHAR[]))${sessionless}`, { sessions })
  }
}

const appendAll = <T extends TableName>(connection: DuckDBConnection, table: T, units: readonly RowUnit[]): Promise<void> => {
  const rows = units.flatMap((unit): readonly TableRow<T>[] => unit.rows[table] ?? [])
  return appendRows(connection, table, rows)
}

/** What a person set, in the tables. Corrected classes come with the rows of their session. */
const projectWish = async (connection: DuckDBConnection, entry: NewJournalEntry): Promise<void> => {
  if (entry.kind === 'summary') {
    await execute(connection, 'UPDATE commits SET summary = $summary::VARCHAR WHERE commit_id = $commit::VARCHAR', {
      summary: entry.summary,
      commit: entry.commit_id,
    })
  }
  if (entry.kind !== 'ref') return
  await execute(connection, 'DELETE FROM refs WHERE session_id IS NULL AND name = $name::VARCHAR', { name: entry.name })
  if (entry.commit_id === null) return
  const [kind = ''] = entry.name.split('/')
  await appendRows(connection, 'refs', [{ name: entry.name, kind, commitId: entry.commit_id, sessionId: null }])
}
