/** The parts of an open store. */
import type { SalvagedJournal } from '../model/salvaged-journal.ts'
import type { Database } from './tables/database.ts'
import type { Journal } from './files/journal.ts'
import type { Lock } from './files/lock.ts'
import type { PackFiles } from './files/pack-files.ts'
import type { PackDamage } from './recover-packs.ts'
import type { StorePaths } from './files/store-folder.ts'

export interface StoreParts {
  readonly paths: StorePaths
  /** Undefined in a store that is open for reading only. */
  readonly lock: Lock | undefined
  readonly packs: PackFiles
  readonly journal: Journal
  readonly database: Database
  readonly damage: readonly PackDamage[]
  /** The tables show every journal entry up to this number. */
  readonly projectedSeq: number
  /** The repair of a damaged journal; undefined: it was not damaged. */
  readonly salvaged: SalvagedJournal | undefined
}
