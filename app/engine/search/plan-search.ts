/** Reads a search, and works out what its filters leave. */
import { parseSearch, type SearchClock } from '../../model/search/parse-search.ts'
import { isEmptySearch, type SearchQuery } from '../../model/search/search-query.ts'
import type { Store } from '../../store/store.ts'
import type { AllowedCommits } from './filter-commits.ts'
import { commitsLeft, textFilter, type TextFilter } from './filter-texts.ts'
import type { SearchIndex } from './index/search-index.ts'
import { matchersOf, type Matchers } from './passage-hits.ts'

export interface SearchPlan {
  readonly text: string
  readonly clock: SearchClock
  readonly query: SearchQuery
  readonly matchers: Matchers
  readonly filter: TextFilter
  /** Undefined: all commits. */
  readonly allowed: AllowedCommits | undefined
  /** It asks for nothing, or its filters leave nothing. */
  readonly finds: 'nothing asked' | 'nothing left' | 'something'
}

/** @throws Error when the index cannot be read */
export const planSearch = async (store: Store, index: SearchIndex, text: string, zone: string | undefined): Promise<SearchPlan> => {
  const clock = { now: Date.now(), zone: zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone }
  const matchers = matchersOf(parseSearch(text, clock))
  const { query } = matchers
  const filter = await textFilter(index, query)
  const plan = { text, clock, query, matchers, filter }
  if (isEmptySearch(query)) return { ...plan, allowed: undefined, finds: 'nothing asked' }
  const allowed = await commitsLeft(store.database, query, filter)
  return { ...plan, allowed, finds: allowed?.commits.length === 0 ? 'nothing left' : 'something' }
}
