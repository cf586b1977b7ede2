/** Rows of a derived session as objects, which the product itself never makes for the large tables. */
import type { DerivedRows, DerivedSession } from '../../app/engine/derive/derive-task.ts'
import type { UnmadeRows } from '../../app/store/row-cells.ts'
import type { TableName, TableRow } from '../../app/store/tables.ts'
import { unpackRows } from './unpack-rows.ts'

export interface MadeSession extends Omit<DerivedSession, 'rows'> {
  readonly rows: Omit<DerivedRows, 'records' | 'events' | 'token_usage'> & {
    readonly records: readonly TableRow<'records'>[]
    readonly events: readonly TableRow<'events'>[]
    readonly token_usage: readonly TableRow<'token_usage'>[]
  }
}

const made = <T extends TableName, Item>({ items, cells }: UnmadeRows<T, Item>): readonly TableRow<T>[] =>
  items.map(
    (item) =>
      Object.fromEntries(Object.entries<(item: Item) => unknown>(cells).map(([property, read]) => [property, read(item)])) as TableRow<T>,
  )

/** The session with its records and events as objects. */
export const withRows = ({ rows, ...session }: DerivedSession): MadeSession => ({
  ...session,
  rows: { ...rows, records: made(rows.records), token_usage: made(rows.token_usage), events: unpackRows('events', rows.events) },
})
