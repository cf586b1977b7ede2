/** Reads a lake as other programs do, and compares it with the tables that it was written from. */
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api'
import { lakeNamesOfNumbers, lakeTables } from '../../app/analytics/lake/lake-tables.ts'

const withDuckDb = async <T>(work: (connection: DuckDBConnection) => Promise<T>): Promise<T> => {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  try {
    await connection.run("SET TimeZone = 'UTC'")
    return await work(connection)
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
}

const read = (lake: string, table: string): string =>
  `read_parquet('${lake}/${table}/**/*.parquet', hive_partitioning = true, hive_types = {'project': VARCHAR, 'month': VARCHAR})`

const rowsOf = async (connection: DuckDBConnection, sql: string): Promise<readonly Readonly<Record<string, unknown>>[]> =>
  (await connection.runAndReadAll(sql)).getRowObjectsJson()

/** Rows of a table of a lake. */
export const lakeRows = (lake: string, table: string): Promise<readonly Readonly<Record<string, unknown>>[]> =>
  withDuckDb((connection) => rowsOf(connection, `SELECT * FROM ${read(lake, table)}`))

/** What facts number, by the column with the number. */
const numbered: Readonly<Record<string, string>> = {
  session_number: 'SELECT session_id FROM store.fact_sessions WHERE session_number = item.session_number',
  agent_number: 'SELECT name FROM store.fact_names WHERE number = item.agent_number',
  model_number: 'SELECT name FROM store.fact_names WHERE number = item.model_number',
  tool_number: 'SELECT name FROM store.fact_names WHERE number = item.tool_number',
}

/** The rows of a table in a store, with names in place of numbers. */
const inStore = (table: string, columns: readonly string[]): string => {
  const shown = columns.map((column) => (numbered[column] === undefined ? column : `(${numbered[column]})`)).join(', ')
  const current = columns.includes('session_number') ? ' WHERE session_number IN (SELECT session_number FROM store.fact_sessions)' : ''
  return `SELECT ${shown} FROM store.${table} AS item${current}`
}

/** For each table: how many rows it has in the store, and how many stand in only one of the two. The store must be closed. */
export const comparedWithStore = (
  lake: string,
  storeDir: string,
): Promise<Readonly<Record<string, { readonly rows: number; readonly other: number }>>> =>
  withDuckDb(async (connection) => {
    await connection.run(`ATTACH '${storeDir}/index.duckdb' AS store (READ_ONLY)`)
    const compared: Record<string, { rows: number; other: number }> = {}
    for (const table of Object.keys(lakeTables)) {
      const columns = (
        await rowsOf(connection, `SELECT column_name FROM duckdb_columns() WHERE database_name = 'store' AND table_name = '${table}'`)
      ).map(({ column_name }) => String(column_name))
      const here = inStore(table, columns)
      const there = `SELECT ${columns.map((column) => lakeNamesOfNumbers[column]?.name ?? column).join(', ')} FROM ${read(lake, table)}`
      const [row] = await rowsOf(
        connection,
        `SELECT (SELECT count(*) FROM (${here}))::INTEGER AS rows,
  (SELECT count(*) FROM ((${here}) EXCEPT ALL (${there})))::INTEGER + (SELECT count(*) FROM ((${there}) EXCEPT ALL (${here})))::INTEGER AS other`,
      )
      compared[table] = { rows: Number(row?.['rows']), other: Number(row?.['other']) }
    }
    return compared
  })
