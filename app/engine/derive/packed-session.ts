/** A derived session as a worker posts it: the rows of the large tables packed, so that nothing is copied object by object. */
import { packRows, packUnmade, type PackedRows } from '../../store/pack-rows.ts'
import { tables } from '../../store/tables.ts'
import type { DerivedRows, DerivedSession } from './derive-task.ts'

/** Tables with a row for every line or more. */
type LargeTable = 'records' | 'events' | 'token_usage'
export type PackedTables = Readonly<Record<LargeTable, PackedRows>>

export interface PackedSession extends Omit<DerivedSession, 'rows'> {
  /** Rows of the tables that are not packed. */
  readonly rows: Omit<DerivedRows, LargeTable>
  readonly packed: PackedTables
}

export const packSession = ({ rows, ...session }: DerivedSession): PackedSession => {
  const { records, events, token_usage: usage, ...others } = rows
  return {
    ...session,
    rows: others,
    packed: {
      records: packUnmade(tables.records, records),
      events: packUnmade(tables.events, events),
      token_usage: packRows(tables.token_usage, usage),
    },
  }
}

/** Memory that a worker gives away when it posts the session. */
export const buffersOf = ({ packed }: PackedSession): readonly ArrayBuffer[] =>
  Object.values(packed).flatMap(({ blocks }: PackedRows) => blocks.map(({ bytes }) => bytes.buffer))
