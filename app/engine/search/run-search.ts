/** Runs a search: asks the index, looks at the best passages, and puts the sessions in order. */
import type { CallParsed } from '../../contract/calls.ts'
import type { ReadSearch, SearchHit, SearchResults, SearchSession } from '../../contract/search.ts'
import { instant, optional, text, type Row } from '../../model/columns.ts'
import { parseSearch } from '../../model/search/parse-search.ts'
import type { SearchQuery } from '../../model/search/search-query.ts'
import type { Store } from '../../store/store.ts'
import { allowedCommits, filterHints, isByText, type AllowedCommits } from './filter-commits.ts'
import type { MatchOutput } from './index/index-messages.ts'
import type { SearchIndex } from './index/search-index.ts'
import { matchExpression } from './match-expression.ts'
import { matchersOf } from './passage-hits.ts'
import { mostCandidates, rankPassages, withSpread, type Candidate, type Lookout, type RankedPassage } from './rank-passages.ts'
import type { Searching } from './searching.ts'
import foundSessions from './found-sessions.sql?raw'

/** Passages that the index ranks: the newest, when more match. */
const mostRanked = 20_000
/** Milliseconds within which candidates are looked at. */
const lookingMs = 1000

const readQuery = (query: SearchQuery, more: readonly string[]): ReadSearch => {
  const terms = query.required.flat()
  return {
    words: terms.flatMap(({ kind, text: own }) => (kind === 'phrase' ? [] : [own])),
    phrases: terms.flatMap(({ kind, text: own }) => (kind === 'phrase' ? [own] : [])),
    excluded: query.excluded.map(({ text: own }) => own),
    patterns: query.patterns.map(({ source }) => source),
    filters: query.filters.map(({ name, value, isExcluded }) => ({ name, value, isExcluded })),
    hints: [...query.hints, ...more],
  }
}

/** Whether what the index finds has to be looked at before it is counted: it knows words and commits only. */
const needsLook = (query: SearchQuery): boolean =>
  query.patterns.length > 0 || isByText(query) || query.excluded.length > 0 || query.required.flat().some(({ words }) => words.length > 1)

const matched = (
  index: SearchIndex,
  query: SearchQuery,
  allowed: AllowedCommits | undefined,
  isNewestFirst: boolean,
): Promise<MatchOutput> => {
  const expression = matchExpression(query)
  const commits = allowed?.commits ?? null
  if (expression === undefined) return index.ask('recent', { commits, limit: mostCandidates })
  // Titles have no tool and no time.
  const sessions = isByText(query) ? [] : (allowed?.sessions ?? null)
  return index.ask('match', { ...expression, isNewestFirst, commits, sessions, most: mostRanked, limit: mostCandidates })
}

const sessionColumns = {
  sessionId: text('session_id'),
  title: text('title'),
  project: text('project'),
  lastAt: optional(instant('last_at')),
} as const

type FoundSession = Row<typeof sessionColumns>

const sessionsNamed = async ({ database }: Store, ids: Iterable<string>): Promise<ReadonlyMap<string, FoundSession>> => {
  const rows = await database.query(foundSessions, sessionColumns, { sessions: [...new Set(ids)] })
  return new Map(rows.map((row) => [row.sessionId, row]))
}

const keyOfHit = ({ sourceId, line, block }: SearchHit): string => JSON.stringify([sourceId, line, block])

/** The best hits of a session, each text once; its title is shown anyway. */
const bestHits = (passages: readonly RankedPassage[], most: number): readonly SearchHit[] => {
  const hits = new Map<string, SearchHit>()
  for (const { hits: own } of [...passages].sort((a, b) => b.score - a.score))
    for (const hit of own) if (!hits.has(keyOfHit(hit))) hits.set(keyOfHit(hit), hit)
  const all = [...hits.values()]
  return [...all.filter(({ kind }) => kind !== 'title'), ...all.filter(({ kind }) => kind === 'title')].slice(0, most)
}

const offsetOf = (after: string | undefined): number => {
  const offset = Number(after ?? 0)
  return Number.isSafeInteger(offset) && offset > 0 ? offset : 0
}

const isEmpty = ({ required, patterns, filters, since, until }: SearchQuery): boolean =>
  required.length + patterns.length + filters.length === 0 && since === null && until === null

type Input = CallParsed<'search.run'>

const inOrder = (
  sessions: ReadonlyMap<string, readonly RankedPassage[]>,
  named: ReadonlyMap<string, FoundSession>,
  { order, hits }: Input,
): readonly SearchSession[] => {
  const found = [...sessions].map(([sessionId, passages]): SearchSession => {
    const row = named.get(sessionId)
    const score = passages.reduce((best, one) => Math.max(best, one.score), 0)
    const own = { title: row?.title ?? sessionId, project: row?.project ?? '', lastAt: row?.lastAt ?? null }
    return { sessionId, ...own, score, hits: bestHits(passages, hits) }
  })
  return found.sort((a, b) => (order === 'newest' ? (b.lastAt ?? 0) - (a.lastAt ?? 0) : b.score - a.score))
}

/** @throws Error when the index cannot be read */
export const runSearch = async (
  store: Store,
  { index, pending }: Pick<Searching, 'index' | 'pending'>,
  input: Input,
): Promise<SearchResults> => {
  const startedAt = performance.now()
  const zone = input.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const query = parseSearch(input.text, { now: Date.now(), zone })
  const results = (
    found: Pick<SearchResults, 'total' | 'isTotalExact' | 'sessions' | 'next'>,
    hints: readonly string[],
  ): SearchResults => ({
    query: readQuery(query, hints),
    ...found,
    notIndexed: pending,
  })
  const none = { total: 0, isTotalExact: true, sessions: [], next: null } as const
  if (isEmpty(query)) return results(none, [])
  const allowed = await allowedCommits(store, query)
  if (allowed?.commits.length === 0) return results(none, await filterHints(store, query))
  const offset = offsetOf(input.after)
  const wanted = offset + input.limit
  const isLate = (): boolean => performance.now() - startedAt > lookingMs
  const found = await matched(index, query, allowed, input.order === 'newest')
  const candidates: Candidate[] = found.passages.map((passage) => ({ passage, look: {}, stage: 0 }))
  const titled = await sessionsNamed(
    store,
    found.passages.flatMap(({ commitId, sessionId }) => (commitId === null ? [sessionId] : [])),
  )
  const titles = new Map([...titled].map(([id, { title }]) => [id, title]))
  const lookout: Lookout = { store, matchers: matchersOf(query, isLate), titles, hits: input.hits }
  const first = await rankPassages(lookout, candidates, wanted, isLate)
  const { sessions, isComplete } = await withSpread(lookout, index, allowed, first, wanted)
  const named = await sessionsNamed(store, sessions.keys())
  const page = inOrder(sessions, named, input).slice(offset, wanted)
  const total = isComplete ? sessions.size : Math.max(sessions.size, found.sessions)
  const isTotalExact = isComplete || (!needsLook(query) && found.total < mostRanked)
  const next = wanted < total && page.length === input.limit ? String(wanted) : null
  return results({ total, isTotalExact, sessions: page, next }, total === 0 ? await filterHints(store, query) : [])
}
