/** Rows that are not made yet: what each is made of, and how the value of each column is read from it. */
import type { TableName, TableRow } from './tables.ts'

/** Column → how its value is read from what a row is made of. */
export type RowCells<T extends TableName, Item> = { readonly [K in keyof TableRow<T>]: (item: Item) => TableRow<T>[K] }

/** Rows are packed column by column: for the large tables no object is made for a row. */
export interface UnmadeRows<T extends TableName, Item> {
  readonly items: readonly Item[]
  readonly cells: RowCells<T, Item>
}
