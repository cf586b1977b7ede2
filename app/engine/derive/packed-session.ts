/** A derived session as a worker posts it: the rows of the large tables packed, so that nothing is copied object by object. */
import { packUnmade, type PackedRows } from '../../store/pack-rows.ts'
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
      events,
      token_usage: packUnmade(tables.token_usage, usage),
    },
  }
}

/** Memory that a worker gives away when it posts the session. */
export const buffersOf = ({ entries, packed }: PackedSession): readonly ArrayBuffer[] => [
  ...entries.map(({ bytes }) => bytes.buffer),
  ...Object.values(packed).flatMap(({ blocks }: PackedRows) => blocks.flatMap(({ parts }) => parts.map(({ buffer }) => buffer))),
]
