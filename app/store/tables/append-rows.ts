/** Bulk append: packed rows become DuckDB's vectors, 2,048 rows at a time, and go to a table through its appender. */
import { BIGINT, BOOLEAN, DOUBLE, DuckDBDataChunk, DuckDBListValue, INTEGER, LIST, TIMESTAMPTZ, VARCHAR } from '@duckdb/node-api'
import type { DuckDBConnection, DuckDBType } from '@duckdb/node-api'
import {
  copy_data_to_vector,
  copy_data_to_vector_validity,
  data_chunk_get_vector,
  vector_assign_string_element_len,
  vector_ensure_validity_writable,
  vector_get_data,
  type Vector,
} from '@duckdb/node-bindings'
import type { Columns, SqlType } from '../../model/columns.ts'
import { heldBytes } from '../files/spillable-bytes.ts'
import { inlineBytes, textWords, vectorRows } from './column-block.ts'
import { packRows, type PackedBlock, type PackedColumn, type PackedRows } from './column-blocks.ts'
import { objectTables, type ObjectRows, type ObjectTableName } from '../../model/rows/object-row.ts'
import { tables, type TableName, type TableRow } from './tables.ts'

const typeOf: Readonly<Record<SqlType, DuckDBType>> = {
  VARCHAR,
  BIGINT,
  INTEGER,
  DOUBLE,
  BOOLEAN,
  'TIMESTAMP WITH TIME ZONE': TIMESTAMPTZ,
  'VARCHAR[]': LIST(VARCHAR),
}

/** Appends rows to a table, within the connection's open transaction if there is one. Times are whole milliseconds. */
export const appendRows = <T extends TableName>(connection: DuckDBConnection, table: T, rows: readonly TableRow<T>[]): Promise<void> =>
  appendPacked(connection, table, [packRows<Columns>(tables[table], rows)])

/** The same for rows that were packed for this table. */
export const appendPacked = async (connection: DuckDBConnection, table: TableName, packed: readonly PackedRows[]): Promise<void> => {
  if (packed.every(({ rows }) => rows === 0)) return
  await appendTo(connection, table, tables[table], packed)
}

/** Appends rows of a table of facts that are not computed by statements. */
export const appendFacts = <T extends ObjectTableName>(connection: DuckDBConnection, table: T, rows: ObjectRows[T]): Promise<void> =>
  rows.length === 0 ? Promise.resolve() : appendTo(connection, table, objectTables[table], [packRows<Columns>(objectTables[table], rows)])

const appendTo = async (connection: DuckDBConnection, table: string, columns: Columns, packed: readonly PackedRows[]): Promise<void> => {
  const chunk = DuckDBDataChunk.create(Object.values(columns).map(({ sqlType }) => typeOf[sqlType]))
  const appender = await connection.createAppender(table)
  try {
    for (const { blocks } of packed)
      for (const block of blocks) {
        fillChunk(chunk, block)
        appender.appendDataChunk(chunk)
      }
    appender.flushSync()
  } catch (cause) {
    // What an appender still holds it would append when it is closed or collected, outside the transaction that failed.
    appender.clear()
    throw cause
  } finally {
    appender.closeSync()
  }
}

const fillChunk = (chunk: DuckDBDataChunk, block: PackedBlock): void => {
  // One chunk is reused for all: its memory lies outside the heap, and a new one each time would wait for the collector.
  chunk.reset()
  chunk.rowCount = block.rows
  const parts = block.parts.map(heldBytes)
  block.columns.forEach((column, at) => {
    if ('lists' in column) fillLists(chunk, at, column.lists)
    else fillVector(data_chunk_get_vector(chunk.chunk, at), block.rows, column, parts[column.part])
  })
}

const fillVector = (
  vector: Vector,
  rows: number,
  { data, valid, texts }: Exclude<PackedColumn, { readonly lists: unknown }>,
  bytes: Uint8Array<ArrayBuffer> | undefined,
): void => {
  if (bytes === undefined) throw new Error('a block has all its parts')
  if (valid !== undefined) {
    vector_ensure_validity_writable(vector)
    copy_data_to_vector_validity(vector, 0, bytes.buffer, bytes.byteOffset + valid[0], valid[1])
  }
  if (texts[1] === 0) copy_data_to_vector(vector, 0, bytes.buffer, bytes.byteOffset + data[0], data[1])
  else
    fillTexts(
      vector,
      rows,
      new Uint32Array(bytes.buffer, bytes.byteOffset + data[0], rows * textWords),
      bytes.subarray(texts[0], texts[0] + texts[1]),
    )
}

const words = new Uint32Array(vectorRows * textWords)

/** All longer texts are handed over as one, which DuckDB keeps with the vector; each gets its address in there. */
const fillTexts = (vector: Vector, rows: number, packed: Uint32Array, texts: Uint8Array): void => {
  vector_assign_string_element_len(vector, 0, texts)
  const whole = vector_get_data(vector, textWords * 4)
  const [, , low = 0, high = 0] = new Uint32Array(whole.buffer, whole.byteOffset, textWords)
  words.set(packed)
  for (let at = 0; at < rows * textWords; at += textWords) {
    if ((words[at] ?? 0) <= inlineBytes) continue
    const address = low + (words[at + 2] ?? 0)
    words[at + 2] = address
    words[at + 3] = high + (address >= 2 ** 32 ? 1 : 0)
  }
  copy_data_to_vector(vector, 0, words.buffer, 0, rows * textWords * 4)
}

const fillLists = (chunk: DuckDBDataChunk, column: number, lists: readonly unknown[]): void => {
  const vector = chunk.getColumnVector(column)
  lists.forEach((value, index) =>
    vector.setItem(index, value === null || value === undefined ? null : new DuckDBListValue(value as readonly string[])),
  )
  vector.flush()
}
