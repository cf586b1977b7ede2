/** The store and index of a search. */
import type { Store } from '../../store/store.ts'
import type { SearchIndex } from './index/search-index.ts'

/** Where a search looks. */
export interface SearchPlace {
  readonly store: Store
  readonly index: SearchIndex
  /** Commits that were known to be missing in the index when the search began. */
  readonly pending: number
  /** Whether the index has had everything since the search began: otherwise no number is exact. */
  readonly isWhole: () => Promise<boolean>
}
