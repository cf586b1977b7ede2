/** Writes all rows of a statement to a file, as the work of a job that can be cancelled. */
import type { SavedTable } from '../../contract/sql.ts'
import type { Database } from '../../store/tables/database.ts'
import type { JobProgress } from '../kernel/job.ts'
import { saveTable, type TableTarget } from './save-table.ts'
import type { SqlRunner } from './sql-runner.ts'

export interface RowsTarget extends TableTarget {
  /** True: texts in CSV are unchanged, including those that a spreadsheet would run as formulas. */
  readonly raw: boolean
  readonly milliseconds: number
  /** For the metadata of Parquet. */
  readonly about?: Readonly<Record<string, string>>
}

/**
 * @throws StrataError path-refused, target-exists, disk-full, sql-failed, sql-refused, sql-too-large, sql-too-long, cancelled. Then there is
 * no new file
 */
export const writeRows = async (
  { database, runner }: { readonly database: Database; readonly runner: SqlRunner },
  sql: string,
  { milliseconds, raw, about, ...target }: RowsTarget,
  progress: JobProgress,
): Promise<{ readonly result: SavedTable; readonly summary: string }> => {
  progress.phase('Writing rows', 'files', undefined)
  const run = { signal: progress.signal, milliseconds }
  const result = await saveTable(target, (place) =>
    runner.write(database, sql, { format: target.format, raw, ...(about === undefined ? {} : { about }) }, run, place),
  )
  return { result, summary: `${result.rows} rows written to ${result.path}` }
}
