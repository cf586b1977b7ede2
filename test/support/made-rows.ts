/** Rows of a derived session as objects, which the product itself never makes for the large tables. */
import type { DerivedRows, DerivedSession } from '../../app/transcripts/derive-task.ts'
import type { TableRow } from '../../app/store/tables/tables.ts'
import { unpackRows } from './unpack-rows.ts'

export interface MadeSession extends Omit<DerivedSession, 'rows' | 'packed'> {
  readonly rows: DerivedRows & {
    readonly records: readonly TableRow<'records'>[]
    readonly events: readonly TableRow<'events'>[]
    readonly token_usage: readonly TableRow<'token_usage'>[]
  }
}

/** The session with all its rows as objects. */
export const withRows = ({ rows, packed, ...session }: DerivedSession): MadeSession => ({
  ...session,
  rows: {
    ...rows,
    records: unpackRows('records', packed.records),
    events: unpackRows('events', packed.events),
    token_usage: unpackRows('token_usage', packed.token_usage),
  },
})
