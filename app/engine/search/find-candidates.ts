/** Asks the index for the passages that a search may find. */
import { instant, optional, text, type Row } from '../../model/columns.ts'
import type { SearchQuery } from '../../model/search/search-query.ts'
import type { Store } from '../../store/store.ts'
import type { AllowedCommits } from './filter-commits.ts'
import { isAboutEvents, type TextFilter } from './filter-texts.ts'
import type { MatchOutput } from './index/index-messages.ts'
import type { SearchIndex } from './index/search-index.ts'
import { kindsOf, marksExpression, matchExpression } from './match-expression.ts'
import foundSessions from './found-sessions.sql?raw'

/** Passages that the index ranks: the newest, when more match. */
export const mostRanked = 10_000

export interface CandidateOptions {
  /** The newest first, instead of the best. */
  readonly isNewestFirst: boolean
  readonly limit: number
}

/** @param allowed undefined: all commits */
export const findCandidates = (
  index: SearchIndex,
  query: SearchQuery,
  allowed: AllowedCommits | undefined,
  { marks }: TextFilter,
  { isNewestFirst, limit }: CandidateOptions,
): Promise<MatchOutput> => {
  const expression = matchExpression(query, marks)
  const commits = allowed?.commits ?? null
  // Titles have no tool and no time.
  const hasTitles = !isAboutEvents(query)
  const sessions = hasTitles ? (allowed?.sessions ?? null) : []
  if (expression === undefined) {
    const isTitled = hasTitles && query.filters.some(({ name, value, isExcluded }) => name === 'kind' && value === 'title' && !isExcluded)
    const isTitleAlone = kindsOf(query)?.every((kind) => kind === 'title') === true
    return index.ask('recent', { bag: marksExpression(marks), commits: isTitleAlone ? [] : commits, isTitled, sessions, limit })
  }
  return index.ask('match', { ...expression, isNewestFirst, commits, sessions, most: mostRanked, limit })
}

const sessionColumns = {
  sessionId: text('session_id'),
  title: text('title'),
  project: text('project'),
  lastAt: optional(instant('last_at')),
} as const

export type FoundSession = Row<typeof sessionColumns>

export const sessionsNamed = async ({ database }: Store, ids: Iterable<string>): Promise<ReadonlyMap<string, FoundSession>> => {
  const rows = await database.query(foundSessions, sessionColumns, { sessions: [...new Set(ids)] })
  return new Map(rows.map((row) => [row.sessionId, row]))
}

/** Of the sessions whose title is among the passages. */
export const titlesOf = async (store: Store, { passages }: MatchOutput): Promise<ReadonlyMap<string, string>> => {
  const titled = passages.flatMap(({ commit, sessionId }) => (commit === undefined ? [sessionId] : []))
  return new Map([...(await sessionsNamed(store, titled))].map(([id, { title }]) => [id, title]))
}
