/** SQL that a person wrote, run on a copy of the tables: in a separate process, which may be ended at any moment. */
import { mkdir } from 'node:fs/promises'
import type { SqlRows } from '../../model/sql-rows.ts'
import { attachedInstance, connectTo } from './attached-instance.ts'
import { execute } from './query.ts'
import { copyRows, readRows, type RowsFile, type SqlLimits } from './read-only-sql.ts'
import { keepFilesPrivate } from '../files/private-files.ts'
import { scratchFolder } from '../files/store-folder.ts'

export interface SqlTask {
  readonly sql: string
  /** A copy of the index. */
  readonly index: string
  /** Folder of this task, which exists. */
  readonly work: string
  /** DuckDB's memory limit, bytes. */
  readonly memoryBytes: number
  readonly threads: number
  readonly limits: SqlLimits
  /** Absent: the rows are the answer, within the limits. Its path is in the scratch folder of `work`. */
  readonly file?: RowsFile
}

/** The rows, or how many were written. */
export type SqlTaskResult = SqlRows | number

/** @throws StrataError sql-failed (with the place), sql-refused, sql-too-large, sql-too-long; every error of DuckDB about the copy */
export const runSqlTask = async ({ sql, index, work, memoryBytes, threads, limits, file }: SqlTask): Promise<SqlTaskResult> => {
  await keepFilesPrivate(work, false)
  await mkdir(scratchFolder(work), { recursive: true })
  const instance = await attachedInstance(index, { readOnly: true, memoryBytes, threads, work })
  const connection = await connectTo(instance)
  await execute(connection, 'SET lock_configuration = true')
  // Another process ends this one when it is to stop.
  const { signal } = new AbortController()
  if (file === undefined) return readRows(connection, sql, limits, signal)
  return copyRows(connection, sql, file, { signal, milliseconds: limits.milliseconds })
}
