/** How the value of each column of a table is read from what a row is made of. */
import type { TableName, TableRow } from './tables.ts'

export type RowCells<T extends TableName, Item> = { readonly [K in keyof TableRow<T>]: (item: Item) => TableRow<T>[K] }
