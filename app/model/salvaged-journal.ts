/** What was done about a damaged journal. */

/** What can be read of a damaged journal took its place. */
export interface SalvagedJournal {
  /** Numbers of the first lines that cannot be read, from 1, and how many they are. */
  readonly damagedLines: readonly number[]
  readonly damaged: number
  /** Entries that remain valid. */
  readonly entries: number
  /** Where the damaged file is now. */
  readonly keptAs: string
}
