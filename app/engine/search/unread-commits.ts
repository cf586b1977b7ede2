/** Commits whose contents cannot be read, so that a search does not know what is in them. */
import { countOf } from '../../model/format/count.ts'
import type { SearchIndex } from './index/search-index.ts'
import type { SearchPlan } from './plan-search.ts'

/** Number of unreadable commits that pass the filters. @param found commits that could not be read in this search */
export const unreadIn = async (index: SearchIndex, { allowed }: SearchPlan, found: ReadonlySet<string>): Promise<number> => {
  const before = await index.ask('unread', undefined)
  const left = allowed === undefined ? undefined : new Set(allowed.commits)
  return new Set([...before, ...found].filter((commit) => left?.has(commit) ?? true)).size
}

export const unreadHints = (unread: number): readonly string[] =>
  unread === 0 ? [] : [`${countOf(unread, 'commit')} could not be read and may contain more. strata verify says what is damaged.`]
