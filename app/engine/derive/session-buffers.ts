/** What a worker gives away when it posts a derived session, instead of copying it. */
import { isInMemory, type HeldBytes } from '../../store/files/held-bytes.ts'
import type { PackedRows } from '../../store/tables/pack-rows.ts'
import type { DerivedSession } from './derive-task.ts'

const memoryOf = (held: HeldBytes): readonly ArrayBuffer[] => (isInMemory(held) ? [held.buffer] : [])

/** The memory of its entries and of the rows of its large tables. */
export const buffersOf = ({ entries, packed }: DerivedSession): readonly ArrayBuffer[] => [
  ...entries.flatMap(({ bytes }) => memoryOf(bytes)),
  ...Object.values(packed).flatMap(({ blocks }: PackedRows) => blocks.flatMap(({ parts }) => parts.flatMap(memoryOf))),
]
