/** Bulk append: rows become typed columns, 2,048 rows at a time, and go to a table through DuckDB's appender. */
import { BIGINT, BOOLEAN, DOUBLE, DuckDBDataChunk, DuckDBListValue, INTEGER, LIST, TIMESTAMPTZ, VARCHAR } from '@duckdb/node-api'
import type { DuckDBConnection, DuckDBType } from '@duckdb/node-api'
import { data_chunk_get_vector, type Vector } from '@duckdb/node-bindings'
import { fillBigints, fillDoubles, fillFlags, fillIntegers, fillTexts, vectorRows, type Cells } from './column-vectors.ts'
import type { Columns, SqlType } from './columns.ts'
import { tables, type TableName, type TableRow } from './tables.ts'

type Fill = (vector: Vector, rows: number, cells: Cells) => void

/** How a column of each type is filled; lists, which are few, go value by value. */
const fills: Readonly<Record<Exclude<SqlType, 'VARCHAR[]'>, { readonly type: DuckDBType; readonly fill: Fill }>> = {
  VARCHAR: { type: VARCHAR, fill: fillTexts },
  BIGINT: { type: BIGINT, fill: (vector, rows, cells) => fillBigints(vector, rows, cells, 1) },
  INTEGER: { type: INTEGER, fill: fillIntegers },
  DOUBLE: { type: DOUBLE, fill: fillDoubles },
  BOOLEAN: { type: BOOLEAN, fill: fillFlags },
  'TIMESTAMP WITH TIME ZONE': { type: TIMESTAMPTZ, fill: (vector, rows, cells) => fillBigints(vector, rows, cells, 1_000) },
}

/** Appends rows to a table, within the connection's open transaction if there is one. Times are whole milliseconds. */
export const appendRows = async <T extends TableName>(
  connection: DuckDBConnection,
  table: T,
  rows: readonly TableRow<T>[],
): Promise<void> => {
  if (rows.length === 0) return
  const columns: Columns = tables[table]
  const chunk = DuckDBDataChunk.create(
    Object.values(columns).map(({ sqlType }) => (sqlType === 'VARCHAR[]' ? LIST(VARCHAR) : fills[sqlType].type)),
  )
  const appender = await connection.createAppender(table)
  try {
    for (let start = 0; start < rows.length; start += vectorRows) {
      fillChunk(chunk, columns, rows, start)
      appender.appendDataChunk(chunk)
    }
    appender.flushSync()
  } finally {
    appender.closeSync()
  }
}

const fillChunk = (chunk: DuckDBDataChunk, columns: Columns, rows: readonly Readonly<Record<string, unknown>>[], start: number): void => {
  const length = Math.min(vectorRows, rows.length - start)
  // One chunk is reused for all: its memory lies outside the heap, and a new one each time would wait for the collector.
  chunk.reset()
  chunk.rowCount = length
  Object.entries(columns).forEach(([property, { sqlType }], at) => {
    const cells: Cells = (index) => rows[start + index]?.[property]
    if (sqlType === 'VARCHAR[]') fillLists(chunk, at, length, cells)
    else fills[sqlType].fill(data_chunk_get_vector(chunk.chunk, at), length, cells)
  })
}

const fillLists = (chunk: DuckDBDataChunk, column: number, rows: number, cells: Cells): void => {
  const vector = chunk.getColumnVector(column)
  for (let index = 0; index < rows; index++) {
    const value = cells(index)
    vector.setItem(index, value === null || value === undefined ? null : new DuckDBListValue(value as readonly string[]))
  }
  vector.flush()
}
