/** The repair of a damaged journal. */

/** The readable part of a damaged journal replaced the journal. */
export interface SalvagedJournal {
  /** Numbers of the first lines that cannot be read, from 1, and how many they are. */
  readonly damagedLines: readonly number[]
  readonly damaged: number
  /** Entries that remain valid. */
  readonly entries: number
  /** Where the damaged file is now. */
  readonly keptAs: string
}
