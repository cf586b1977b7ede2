/** Runs SQL and returns typed rows; the promised columns are compared with the prepared statement before it runs. */
import { DuckDBTimestampTZValue, DuckDBListValue, LIST, VARCHAR } from '@duckdb/node-api'
import type { DuckDBConnection, DuckDBDataChunk, DuckDBPreparedStatement, DuckDBType, DuckDBValue } from '@duckdb/node-api'
import { exactCount } from '../../model/exact-count.ts'
import { StrataError } from '../../model/failure.ts'
import type { Column, Columns, Row } from '../../model/columns.ts'

export type Parameter = string | number | bigint | boolean | null | readonly string[]
/** Values of the `$name::TYPE` parameters of a statement; every parameter needs one. */
export type Parameters = Readonly<Record<string, Parameter>>

/**
 * Runs one statement and reads all its rows.
 * @throws StrataError query-mismatch when the statement does not return the promised columns, or an unexpected null
 */
export const query = async <C extends Columns>(
  connection: DuckDBConnection,
  sql: string,
  columns: C,
  parameters: Parameters = {},
): Promise<readonly Row<C>[]> => {
  const statement = await connection.prepare(sql)
  try {
    checkColumns(statement, columns)
    bind(statement, parameters)
    const result = await statement.run()
    const rows: Record<string, unknown>[] = []
    for (const chunk of await result.fetchAllChunks()) rows.push(...readRows(chunk, columns))
    return rows as unknown as readonly Row<C>[]
  } finally {
    statement.destroySync()
  }
}

/** Runs statements that return nothing of interest. */
export const execute = async (connection: DuckDBConnection, sql: string, parameters: Parameters = {}): Promise<void> => {
  if (Object.keys(parameters).length === 0) {
    await connection.run(sql)
    return
  }
  const statement = await connection.prepare(sql)
  try {
    bind(statement, parameters)
    await statement.run()
  } finally {
    statement.destroySync()
  }
}

/**
 * Compares a prepared statement with the columns that are promised, without running it.
 * @throws StrataError query-mismatch
 */
export const checkColumns = (statement: DuckDBPreparedStatement, columns: Columns): void => {
  const found = Array.from(
    { length: statement.columnCount },
    (_, at) => `${statement.columnName(at)} ${statement.columnType(at).toString()}`,
  )
  const promised = Object.values(columns).map((column) => `${column.name} ${column.sqlType}`)
  if (found.join() === promised.join()) return
  throw new StrataError('query-mismatch', `A query returned unexpected columns`, { promised, found })
}

const bind = (statement: DuckDBPreparedStatement, parameters: Parameters): void => {
  const types: Record<string, DuckDBType> = {}
  const values: Record<string, DuckDBValue> = {}
  for (const [name, value] of Object.entries(parameters)) {
    if (isList(value)) types[name] = LIST(VARCHAR)
    values[name] = isList(value) ? new DuckDBListValue(value) : value
  }
  statement.bind(values, types)
}

const isList = (value: Parameter): value is readonly string[] => Array.isArray(value)

const readRows = (chunk: DuckDBDataChunk, columns: Columns): readonly Record<string, unknown>[] => {
  const rows = Array.from({ length: chunk.rowCount }, (): Record<string, unknown> => ({}))
  Object.entries(columns).forEach(([property, column], at) => {
    const vector = chunk.getColumnVector(at)
    rows.forEach((row, index) => {
      const value = vector.getItem(index)
      if (value === null && !column.nullable)
        throw new StrataError('query-mismatch', `The column ${column.name} is null`, { column: column.name })
      row[property] = plain(value, column)
    })
  })
  return rows
}

const plain = (value: DuckDBValue, column: Column<unknown>): unknown => {
  if (typeof value === 'bigint') return column.isExact === true ? exactCount(value) : safeNumber(value, column.name)
  if (value instanceof DuckDBTimestampTZValue) return Number(value.micros / 1000n)
  if (value instanceof DuckDBListValue) return value.items
  return value
}

const safeNumber = (value: bigint, column: string): number => {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new StrataError('query-mismatch', `A number in ${column} is too large to be exact`, { column })
  return number
}
