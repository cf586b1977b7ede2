/** Rows packed while they are collected: known columns immediately, the others at the end, so that their inputs need not be kept. */
import type { Columns, SqlType } from '../../model/columns.ts'
import { heldBytes, type HeldBytes, type Hold } from '../files/spillable-bytes.ts'
import { vectorRows, type Cells } from './column-block.ts'
import { packInto, finishPart, textAt } from './column-blocks.ts'
import type { PackedBlock, PackedColumn, PackedRows, RowCells } from './column-blocks.ts'
import { tables, type TableName, type TableRow } from './tables.ts'

/** Column → its value in a row that was added, by the row's number and what is known in the end. */
export type LateCells<T extends TableName, Of> = { readonly [K in keyof TableRow<T>]?: (row: number, of: Of) => TableRow<T>[K] }

interface EarlyColumn<Item> {
  readonly property: string
  readonly sqlType: SqlType
  readonly cells: Cells<readonly Item[]>
}

/** The columns of a table that are known when a row is added. Made once, not for each file; see Cells. */
export interface EarlyColumns<T extends TableName, Item> {
  readonly table: T
  readonly columns: readonly EarlyColumn<Item>[]
}

export const earlyColumns = <T extends TableName, Item>(table: T, cells: Partial<RowCells<T, Item>>): EarlyColumns<T, Item> => ({
  table,
  columns: Object.entries<Columns[string]>(tables[table]).flatMap(([property, { sqlType }]) => {
    const read = cells[property as keyof TableRow<T>]
    if (read === undefined) return []
    return [{ property, sqlType, cells: (index: number, items: readonly Item[]) => valueIn(items[index], read) }]
  }),
})

const valueIn = <Item>(item: Item | undefined, read: (item: Item) => unknown): unknown => (item === undefined ? undefined : read(item))

/** A block whose late columns are missing. */
interface EarlyBlock {
  readonly start: number
  readonly rows: number
  readonly columns: ReadonlyMap<string, PackedColumn>
  readonly part: HeldBytes
}

/** Texts of this length are packed although their block is not full, UTF-16 code units. */
const maxUnits = 4 << 20

export class EarlyRows<T extends TableName, Item> {
  readonly #early: EarlyColumns<T, Item>
  readonly #blocks: EarlyBlock[] = []
  #items: Item[] = []
  #units = 0
  #packed = 0
  readonly #hold: Hold
  /** The part that was read last. */
  #lastRead: { readonly block: EarlyBlock; readonly bytes: Uint8Array<ArrayBuffer> } | undefined

  /** @param hold how what is packed waits until all is known. */
  constructor(early: EarlyColumns<T, Item>, hold: Hold) {
    this.#early = early
    this.#hold = hold
  }

  get rows(): number {
    return this.#packed + this.#items.length
  }

  /**
   * Adds a row; gives its number.
   * @param units length of its texts, UTF-16 code units.
   */
  add(item: Item, units: number): number {
    const row = this.rows
    this.#items.push(item)
    this.#units += units
    if (this.#items.length === vectorRows || this.#units >= maxUnits) this.#pack()
    return row
  }

  /** The same rows, to which others can be added or which can be finished while more are added here; what is packed is shared. */
  copy(): EarlyRows<T, Item> {
    const copy = new EarlyRows(this.#early, this.#hold)
    copy.#blocks.push(...this.#blocks)
    copy.#items = [...this.#items]
    copy.#units = this.#units
    copy.#packed = this.#packed
    return copy
  }

  /** The value of an early VARCHAR column. What UTF-8 has no place for is replaced in it. */
  text(property: keyof TableRow<T> & string, row: number): string | null {
    if (row >= this.#packed) this.#pack()
    for (let at = this.#blocks.length - 1; at >= 0; at -= 1) {
      const block = this.#blocks[at]
      if (block !== undefined && block.start <= row) return textAt([this.#read(block)], block.columns.get(property), row - block.start)
    }
    throw new Error('there is no such row')
  }

  /** Rows that are asked for lie close to each other. */
  #read(block: EarlyBlock): Uint8Array<ArrayBuffer> {
    if (this.#lastRead?.block !== block) this.#lastRead = { block, bytes: heldBytes(block.part) }
    return this.#lastRead.bytes
  }

  /**
   * All rows.
   * @param late the columns that were not known when rows were added.
   * @param of what they are read from.
   */
  finish<Of>(late: LateCells<T, Of>, of: Of): PackedRows {
    this.#pack()
    this.#lastRead = undefined
    const columns = Object.entries<Columns[string]>(tables[this.#early.table])
    const blocks = this.#blocks.map(({ start, rows, columns: early, part }): PackedBlock => {
      const all = columns.map(([property, { sqlType }]) => {
        const cells = late[property as keyof TableRow<T>]
        return early.get(property) ?? packInto(1, sqlType, start, rows, cells ?? noValue, of)
      })
      return { rows, columns: all, parts: [part, this.#hold(finishPart())] }
    })
    return { rows: this.#packed, blocks }
  }

  #pack(): void {
    const items = this.#items
    if (items.length === 0) return
    const columns = new Map<string, PackedColumn>()
    for (const { property, sqlType, cells } of this.#early.columns)
      columns.set(property, packInto(0, sqlType, 0, items.length, cells, items))
    this.#blocks.push({ start: this.#packed, rows: items.length, columns, part: this.#hold(finishPart()) })
    this.#packed += items.length
    this.#items = []
    this.#units = 0
  }
}

const noValue = (): undefined => undefined
