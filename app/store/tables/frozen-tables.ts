/** The tables as of one moment, for work that runs many queries while others write. */
import type { DuckDBConnection } from '@duckdb/node-api'
import type { Columns, Row } from '../../model/columns.ts'
import type { Database } from './database.ts'
import { execute, query } from './query.ts'
import { copyOptions, interruptible, literal } from './read-only-sql.ts'

export interface FrozenTables {
  query<C extends Columns>(sql: string, columns: C): Promise<readonly Row<C>[]>
  /** Writes the rows of a statement to a new Parquet file in the store's scratch folder; gives their number. */
  copy(sql: string, path: string): Promise<number>
}

const noLimit = 0x7fff_ffff

const frozen = (connection: DuckDBConnection, signal: AbortSignal): FrozenTables => {
  const within = <T>(work: () => Promise<T>): Promise<T> => interruptible(connection, { signal, milliseconds: noLimit }, work)
  return {
    query: (sql, columns) => within(() => query(connection, sql, columns)),
    copy: (sql, path) =>
      within(async () => {
        const result = await connection.runAndReadAll(`COPY (\n${sql}\n) TO ${literal(path)} (${copyOptions.parquet})`)
        return Number(result.getRows()[0]?.[0] ?? 0)
      }),
  }
}

/**
 * Runs `work` on the current state of the tables, regardless of later writes.
 * @param before statements for the connection, such as macros
 * @throws StrataError cancelled; every error of DuckDB or `work`
 */
export const withFrozenTables = <T>(
  database: Database,
  before: readonly string[],
  signal: AbortSignal,
  work: (tables: FrozenTables) => Promise<T>,
): Promise<T> =>
  database.lend(async (connection) => {
    for (const sql of before) await execute(connection, sql)
    await execute(connection, 'BEGIN TRANSACTION READ ONLY')
    try {
      return await work(frozen(connection, signal))
    } finally {
      await execute(connection, 'ROLLBACK').catch(() => undefined)
    }
  })
