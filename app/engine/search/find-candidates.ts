/** Asks the index for the passages that a search may find. */
import { instant, optional, text, type Row } from '../../model/columns.ts'
import type { SearchQuery } from '../../model/search/search-query.ts'
import type { Store } from '../../store/store.ts'
import type { AllowedCommits } from './filter-commits.ts'
import { isAboutEvents, type TextFilter } from './filter-texts.ts'
import type { MatchingInput, MatchingOutput, MatchOutput, PossibleInput } from './index/index-messages.ts'
import type { SearchIndex } from './index/search-index.ts'
import { kindsOf, marksExpression, matchExpression } from './match-expression.ts'
import foundSessions from './found-sessions.sql?raw'

/** Passages that the index ranks: the newest, when more match. */
const maxRanked = 10_000

export interface CandidateOptions {
  /** The newest first, instead of the best. */
  readonly isNewestFirst: boolean
  readonly limit: number
  /** Ids of passages; null: any. */
  readonly between?: readonly [from: number, to: number] | null
}

/** A query of the index: passages with words, or all passages that pass the filters. */
type Question = ({ readonly hasWords: true } & MatchingInput) | ({ readonly hasWords: false } & PossibleInput)

/** @param allowed undefined: all commits */
const questionOf = (query: SearchQuery, allowed: AllowedCommits | undefined, { marks }: TextFilter): Question => {
  const expression = matchExpression(query, marks)
  const commits = allowed?.commits ?? null
  // Titles have no tool and no time.
  const hasTitles = !isAboutEvents(query)
  const sessions = hasTitles ? (allowed?.sessions ?? null) : []
  if (expression !== undefined) return { hasWords: true, ...expression, commits, sessions }
  const isTitled = hasTitles && query.filters.some(({ name, value, isExcluded }) => name === 'kind' && value === 'title' && !isExcluded)
  const isTitleAlone = kindsOf(query)?.every((kind) => kind === 'title') === true
  return { hasWords: false, bag: marksExpression(marks), commits: isTitleAlone ? [] : commits, isTitled, sessions }
}

/** @param allowed undefined: all commits */
export const findCandidates = (
  index: SearchIndex,
  query: SearchQuery,
  allowed: AllowedCommits | undefined,
  filter: TextFilter,
  { isNewestFirst, limit, between = null }: CandidateOptions,
): Promise<MatchOutput> => {
  const question = questionOf(query, allowed, filter)
  return question.hasWords
    ? index.ask('match', { ...question, isNewestFirst, most: maxRanked, limit, between })
    : index.ask('recent', { ...question, limit, between })
}

/** Every passage that may match, without its rank. @param allowed undefined: all commits */
export const allCandidates = (
  index: SearchIndex,
  query: SearchQuery,
  allowed: AllowedCommits | undefined,
  filter: TextFilter,
): Promise<MatchingOutput> => {
  const question = questionOf(query, allowed, filter)
  return question.hasWords ? index.ask('matching', question) : index.ask('possible', question)
}

const sessionColumns = {
  sessionId: text('session_id'),
  title: text('title'),
  project: text('project'),
  lastAt: optional(instant('last_at')),
  kind: text('kind'),
} as const

export type FoundSession = Row<typeof sessionColumns>

export const sessionsNamed = async ({ database }: Store, ids: Iterable<string>): Promise<ReadonlyMap<string, FoundSession>> => {
  const rows = await database.query(foundSessions, sessionColumns, { sessions: [...new Set(ids)] })
  return new Map(rows.map((row) => [row.sessionId, row]))
}

/** Titles of the sessions whose title is among the passages, by session id. */
export const titlesOf = async (store: Store, passages: MatchOutput['passages']): Promise<ReadonlyMap<string, string>> => {
  const titled = passages.flatMap(({ commit, sessionId }) => (commit === undefined ? [sessionId] : []))
  return new Map([...(await sessionsNamed(store, titled))].map(([id, { title }]) => [id, title]))
}
