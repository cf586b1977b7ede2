/** What a worker gives away when it posts a derived session, instead of copying it. */
import type { PackedRows } from '../../store/pack-rows.ts'
import type { DerivedSession } from './derive-task.ts'

/** The memory of its entries and of the rows of its large tables. */
export const buffersOf = ({ entries, packed }: DerivedSession): readonly ArrayBuffer[] => [
  ...entries.map(({ bytes }) => bytes.buffer),
  ...Object.values(packed).flatMap(({ blocks }: PackedRows) => blocks.flatMap(({ parts }) => parts.map(({ buffer }) => buffer))),
]
