/** Reads packed rows again, as objects: the product only ever hands them to DuckDB. */
import { exactCount } from '../../app/model/exact-count.ts'
import type { Columns } from '../../app/model/columns.ts'
import { heldBytes } from '../../app/store/files/spillable-bytes.ts'
import { packedTexts, type PackedBlock, type PackedColumn, type PackedRows } from '../../app/store/tables/column-blocks.ts'
import { tables, type TableName, type TableRow } from '../../app/store/tables/tables.ts'

type LaidColumn = Exclude<PackedColumn, { readonly lists: unknown }>

const readers: Readonly<Record<string, (view: DataView, row: number) => unknown>> = {
  BIGINT: (view, row) => exactCount(view.getBigInt64(row * 8, true)),
  INTEGER: (view, row) => view.getInt32(row * 4, true),
  DOUBLE: (view, row) => view.getFloat64(row * 8, true),
  BOOLEAN: (view, row) => view.getUint8(row) === 1,
  'TIMESTAMP WITH TIME ZONE': (view, row) => Number(view.getBigInt64(row * 8, true)) / 1_000,
}

const numbersIn = (block: PackedBlock, { part, data, valid }: LaidColumn, sqlType: string): readonly unknown[] => {
  const held = block.parts[part]
  const bytes = held === undefined ? new Uint8Array() : heldBytes(held)
  const read = readers[sqlType]
  if (read === undefined) throw new Error(`nobody reads ${sqlType}`)
  const view = new DataView(bytes.buffer, bytes.byteOffset + data[0], data[1])
  const isNull = (row: number): boolean => valid !== undefined && ((bytes[valid[0] + (row >>> 3)] ?? 0) & (1 << (row & 7))) === 0
  return Array.from({ length: block.rows }, (_, row) => (isNull(row) ? null : read(view, row)))
}

const valuesOf = (columns: Columns, packed: PackedRows, property: string, at: number): readonly unknown[] => {
  const sqlType = columns[property]?.sqlType ?? ''
  if (sqlType === 'VARCHAR') return packedTexts(columns, packed, property)
  return packed.blocks.flatMap((block) => {
    const column = block.columns[at]
    if (column === undefined) throw new Error(`there is no column ${property}`)
    return 'lists' in column ? column.lists : numbersIn(block, column, sqlType)
  })
}

export const unpackRows = <T extends TableName>(table: T, packed: PackedRows): readonly TableRow<T>[] => {
  const columns: Columns = tables[table]
  const values = Object.keys(columns).map((property, at) => [property, valuesOf(columns, packed, property, at)] as const)
  return Array.from(
    { length: packed.rows },
    (_, row) => Object.fromEntries(values.map(([property, of]) => [property, of[row]])) as unknown as TableRow<T>,
  )
}
