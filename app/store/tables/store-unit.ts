/** A unit that a store writes. */
import type { HeldEntry } from '../files/pack-entry.ts'
import type { RowUnit } from './project-units.ts'

/** One change, complete: what goes to the packs, to the journal and to the tables. */
export interface StoreUnit extends RowUnit {
  /** Entries that the packs may have already: they are kept once, unless they hold something new too. */
  readonly entries: readonly HeldEntry[]
  /** True: what the packs have of these entries and cannot read is written again. */
  readonly isRepair?: boolean
}

export const entriesOf = (units: readonly StoreUnit[]): readonly HeldEntry[] => units.flatMap((unit) => unit.entries)
