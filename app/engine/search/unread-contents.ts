/** Sessions and commits whose contents cannot be read, so that a search does not know what is in them. */
import { foldedName } from '../../model/composed-form.ts'
import { countOf } from '../../model/format/count.ts'
import type { Store } from '../../store/store.ts'
import { unreadableSessions } from '../kernel/unreadable-sessions.ts'
import type { SearchIndex } from './index/search-index.ts'
import type { SearchPlan } from './plan-search.ts'

/** Numbers of what may match and cannot be read. */
export interface Unread {
  readonly unread: number
  readonly unreadSessions: number
}

/** Only a filter of ids can exclude such a session: nothing else is known. */
export const unreadSessionsIn = async (store: Store, { query }: SearchPlan): Promise<number> => {
  const sessions = await unreadableSessions(store)
  const named = query.filters.filter(({ name }) => name === 'session')
  const wanted = named.filter(({ isExcluded }) => !isExcluded)
  const has = (filters: typeof named, session: string): boolean =>
    filters.some(({ value }) => foldedName(session).startsWith(foldedName(value)))
  return sessions.filter((session) => {
    const isExcluded = has(
      named.filter((filter) => filter.isExcluded),
      session,
    )
    return !isExcluded && (wanted.length === 0 || has(wanted, session))
  }).length
}

/** What passes the filters. @param found commits that could not be read in this search */
export const unreadIn = async (
  { index, store }: { readonly index: SearchIndex; readonly store: Store },
  plan: SearchPlan,
  found: ReadonlySet<string>,
): Promise<Unread> => {
  const before = await index.ask('unread', undefined)
  const left = plan.allowed === undefined ? undefined : new Set(plan.allowed.commits)
  const unread = new Set([...before, ...found].filter((commit) => left?.has(commit) ?? true)).size
  return { unread, unreadSessions: await unreadSessionsIn(store, plan) }
}

export const isAllRead = ({ unread, unreadSessions }: Unread): boolean => unread + unreadSessions === 0

export const unreadHints = ({ unread, unreadSessions }: Unread): readonly string[] => {
  const parts = [
    ...(unreadSessions === 0 ? [] : [countOf(unreadSessions, 'session')]),
    ...(unread === 0 ? [] : [countOf(unread, 'commit')]),
  ]
  return parts.length === 0 ? [] : [`${parts.join(' and ')} could not be read and may contain more. strata verify says what is damaged.`]
}
