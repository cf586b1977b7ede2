/** Rows of a table as a few blocks of bytes, laid out as DuckDB takes them: cheap to post from a worker and to append. */
import type { Columns, Row, SqlType } from '../../model/columns.ts'
import { heldBytes, type HeldBytes } from '../files/spillable-bytes.ts'
import { inlineBytes, packColumn, textWords, vectorRows, type Cells, type LaidOut } from './column-block.ts'
import type { TableName, TableRow } from './tables.ts'

/** A stretch of a block's bytes: offset and length. */
type Stretch = readonly [offset: number, length: number]

/** One column of a block; lists, which are few, go as they are. */
export type PackedColumn = LaidColumn | { readonly lists: readonly unknown[] }

interface LaidColumn {
  /** Which of the block's parts the stretches are of. */
  readonly part: number
  readonly data: Stretch
  readonly valid: Stretch | undefined
  readonly texts: Stretch
}

/** Up to 2,048 rows, column by column in the order of the table. */
export interface PackedBlock {
  readonly rows: number
  readonly columns: readonly PackedColumn[]
  readonly parts: readonly HeldBytes[]
}

export interface PackedRows {
  readonly rows: number
  readonly blocks: readonly PackedBlock[]
}

/** Bytes that grow at their end; every stretch begins at a multiple of eight, so that words can be read in place. */
class Bytes {
  #bytes = new Uint8Array(1 << 20)
  #end = 0

  put(piece: Uint8Array): Stretch {
    const offset = this.#end
    this.#end = (offset + piece.length + 7) & ~7
    if (this.#end > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(this.#end, this.#bytes.length * 2))
      grown.set(this.#bytes)
      this.#bytes = grown
    }
    this.#bytes.set(piece, offset)
    return [offset, piece.length]
  }

  /** The bytes added since the last call, in separate memory that can be transferred. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = this.#bytes.slice(0, this.#end)
    this.#end = 0
    if (this.#bytes.length > maxKept) this.#bytes = new Uint8Array(1 << 20)
    return taken
  }
}

/** Memory that very long texts needed is freed above this size, bytes. */
const maxKept = 16 << 20

/** Parts of blocks are put together in one place, one after the other. */
const bytes = new Bytes()

const keep = ({ data, valid, texts }: LaidOut, part: number): PackedColumn => ({
  part,
  data: bytes.put(data),
  valid: valid === undefined ? undefined : bytes.put(valid),
  texts: bytes.put(texts),
})

/** Packs one column of up to 2,048 rows for a part of their block, which is to be taken when all its columns are packed. */
export const packInto = <Of>(part: number, sqlType: SqlType, start: number, rows: number, cells: Cells<Of>, of: Of): PackedColumn => {
  if (sqlType !== 'VARCHAR[]') return keep(packColumn(sqlType, start, rows, cells, of), part)
  return { lists: Array.from({ length: rows }, (_, index) => cells(start + index, of)) }
}

/** The part that the columns packed last make up. */
export const finishPart = (): Uint8Array<ArrayBuffer> => bytes.take()

interface OneColumn<C extends Columns> {
  readonly rows: readonly Row<C>[]
  readonly property: keyof C
}

const cellOf = <C extends Columns>(index: number, { rows, property }: OneColumn<C>): unknown => rows[index]?.[property]

/** Packs rows. @throws Error for a number that its column cannot hold */
export const packRows = <C extends Columns>(columns: C, rows: readonly Row<C>[]): PackedRows => {
  const blocks: PackedBlock[] = []
  for (let start = 0; start < rows.length; start += vectorRows) {
    const own = Math.min(vectorRows, rows.length - start)
    const packed = Object.entries(columns).map(([property, { sqlType }]) =>
      packInto<OneColumn<C>>(0, sqlType, start, own, cellOf, { rows, property }),
    )
    blocks.push({ rows: own, columns: packed, parts: [finishPart()] })
  }
  return { rows: rows.length, blocks }
}

/** The values of a VARCHAR column, in the order of the rows. */
export const packedTexts = <C extends Columns>(columns: C, packed: PackedRows, property: keyof C & string): readonly (string | null)[] => {
  const at = Object.keys(columns).indexOf(property)
  return packed.blocks.flatMap((block) => {
    const column = block.columns[at]
    const parts = block.parts.map(heldBytes)
    return Array.from({ length: block.rows }, (_, row) => textAt(parts, column, row))
  })
}

/** The value of a VARCHAR column in one row of a block. */
export const textAt = (parts: readonly Uint8Array<ArrayBuffer>[], column: PackedColumn | undefined, row: number): string | null => {
  if (column === undefined || 'lists' in column) throw new Error('this is no column of texts')
  const { data, valid, texts } = column
  const part = parts[column.part]
  if (part === undefined) throw new Error('a block has all its parts')
  const view = Buffer.from(part.buffer, part.byteOffset, part.length)
  if (valid !== undefined && ((view[valid[0] + (row >>> 3)] ?? 0) & (1 << (row & 7))) === 0) return null
  const start = data[0] + row * textWords * 4
  const length = view.readUInt32LE(start)
  const from = length <= inlineBytes ? start + 4 : texts[0] + view.readUInt32LE(start + 8)
  return view.toString('utf8', from, from + length)
}

/** How the value of each column of a table is read from what a row is made of. */
export type RowCells<T extends TableName, Item> = { readonly [K in keyof TableRow<T>]: (item: Item) => TableRow<T>[K] }
