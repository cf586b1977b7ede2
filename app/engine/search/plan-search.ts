/** Reads a search, and works out what its filters leave. */
import { parseSearch, type SearchClock } from '../../model/search/parse-search.ts'
import { isEmptySearch, type SearchQuery } from '../../model/search/search-query.ts'
import type { AllowedCommits } from './filter-commits.ts'
import { commitsLeft, textFilter, type TextFilter } from './filter-texts.ts'
import { withoutAbsent, type Frequencies } from './long-search.ts'
import type { SearchPlace } from './search-place.ts'
import { matchersOf, type Matchers } from './passage-hits.ts'

export interface SearchPlan {
  readonly text: string
  readonly clock: SearchClock
  readonly query: SearchQuery
  readonly matchers: Matchers
  /** How many passages have each of many words; undefined: there are few. */
  readonly frequencies: Frequencies | undefined
  readonly filter: TextFilter
  /** Undefined: all commits. */
  readonly allowed: AllowedCommits | undefined
  /** It asks for nothing, or its filters leave nothing. */
  readonly finds: 'nothing asked' | 'nothing left' | 'something'
}

/** @throws Error when the index cannot be read */
export const planSearch = async ({ store, index, isWhole }: SearchPlace, text: string, zone: string | undefined): Promise<SearchPlan> => {
  const clock = { now: Date.now(), zone: zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone }
  const long = await withoutAbsent(index, parseSearch(text, clock), await isWhole())
  const matchers = matchersOf(long.query)
  const { query } = matchers
  const filter = await textFilter(index, query)
  const plan = { text, clock, query, matchers, frequencies: long.frequencies, filter }
  if (isEmptySearch(query)) return { ...plan, allowed: undefined, finds: 'nothing asked' }
  const allowed = await commitsLeft(store.database, query, filter)
  return { ...plan, allowed, finds: allowed?.commits.length === 0 ? 'nothing left' : 'something' }
}
