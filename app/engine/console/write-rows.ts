/** Writes all rows of a statement to a file, as the work of a job that can be cancelled. */
import type { SavedTable } from '../../contract/sql-views.ts'
import { copyRows } from '../../store/read-only-sql.ts'
import type { Store } from '../../store/store.ts'
import type { JobProgress } from '../job.ts'
import { saveTable, type TableTarget } from './save-table.ts'

/** @throws StrataError path-refused, target-exists, disk-full, sql-failed, sql-refused, sql-too-long, cancelled. Then there is no new file */
export const writeRows = async (
  store: Store,
  sql: string,
  { milliseconds, ...target }: TableTarget & { readonly milliseconds: number },
  progress: JobProgress,
): Promise<{ readonly result: SavedTable; readonly summary: string }> => {
  progress.phase('Writing rows', 'files', undefined)
  const { signal } = progress
  const result = await saveTable(store, target, (path) =>
    store.database.lend((connection) => copyRows(connection, sql, { path, format: target.format }, { signal, milliseconds })),
  )
  return { result, summary: `${result.rows} rows written to ${result.path}` }
}
