/** Runs a search: asks the index, looks at the best passages, and puts the sessions in order. */
import type { CallParsed } from '../../contract/calls.ts'
import type { ReadSearch, SearchHit, SearchResults, SearchSession } from '../../contract/search.ts'
import { StrataError } from '../../model/failure.ts'
import { parseSearch } from '../../model/search/parse-search.ts'
import type { SearchQuery } from '../../model/search/search-query.ts'
import type { Store } from '../../store/store.ts'
import { emptyHints } from './empty-hints.ts'
import { commitsLeft, needsLook, textFilter } from './filter-texts.ts'
import { findCandidates, mostRanked, sessionsNamed, titlesOf, type FoundSession } from './find-candidates.ts'
import type { MatchOutput } from './index/index-messages.ts'
import type { SearchIndex } from './index/search-index.ts'
import { matchersOf, type FoundText } from './passage-hits.ts'
import {
  mostCandidates,
  rankPassages,
  type Candidate,
  type Lookout,
  type Ranked,
  type RankedPassage,
  type RankedSession,
} from './rank-passages.ts'
import type { Searching } from './searching.ts'
import { withSpread } from './spread-words.ts'

/** Candidates, when many of them may not match. */
const mostLooked = 2000

/** @param share of the candidates that were looked at */
const shortHint = (share: number): string =>
  `Only ${Math.max(1, Math.min(99, Math.floor(share * 100)))}% of the possible matches were checked. Add words or filters to narrow the search.`

const readQuery = (query: SearchQuery, more: readonly string[]): ReadSearch => {
  const terms = query.required.flat()
  return {
    words: terms.flatMap(({ kind, text: own }) => (kind === 'phrase' ? [] : [own])),
    phrases: terms.flatMap(({ kind, text: own }) => (kind === 'phrase' ? [own] : [])),
    excluded: query.excluded.map(({ text: own }) => own),
    patterns: query.patterns.map(({ source }) => source),
    filters: query.filters.map(({ name, value, isExcluded }) => ({ name, value, isExcluded })),
    hints: [
      ...query.hints,
      ...(query.required.length === 0 && query.excluded.length > 0
        ? ['A search that only excludes words needs another word or a filter.']
        : []),
      ...more,
    ],
  }
}

interface PlacedText extends FoundText {
  readonly commitId: string | null
}

const keyOfText = ({ piece }: PlacedText): string => (piece === undefined ? 'title' : `${piece.sourceId} ${piece.line} ${piece.block}`)

/** The best texts of a session, each once; its title is shown anyway. */
const bestTexts = (passages: readonly RankedPassage[], most: number): readonly PlacedText[] => {
  const texts = new Map<string, PlacedText>()
  for (const { hits, commitId } of [...passages].sort((a, b) => b.score - a.score))
    for (const hit of hits.map((own) => ({ ...own, commitId }))) if (!texts.has(keyOfText(hit))) texts.set(keyOfText(hit), hit)
  const all = [...texts.values()]
  return [...all.filter(({ kind }) => kind !== 'title'), ...all.filter(({ kind }) => kind === 'title')].slice(0, most)
}

/** Of a title. */
const noPiece = { sourceId: null, line: null, block: null, tool: null, file: null, isError: false, occurredAt: null } as const

const hitOf = ({ piece, ...found }: PlacedText, names: ReadonlyMap<number, string>): SearchHit => {
  if (piece === undefined) return { ...noPiece, ...found }
  const { sourceId, line, block, isError, occurredAt } = piece
  return {
    ...{ sourceId, line, block, isError, occurredAt },
    tool: names.get(piece.tool) ?? null,
    file: names.get(piece.file) ?? null,
    ...found,
  }
}

const offsetOf = (after: string | undefined): number => {
  const offset = Number(after ?? 0)
  return Number.isSafeInteger(offset) && offset > 0 ? offset : 0
}

/** Whether it asks for nothing. */
export const isEmptySearch = ({ required, patterns, filters, since, until }: SearchQuery): boolean =>
  required.length + patterns.length + filters.length === 0 && since === null && until === null

type Input = CallParsed<'search.run'>

interface FoundPassages {
  readonly sessionId: string
  readonly score: number
  readonly session: FoundSession | undefined
  readonly passages: readonly RankedPassage[]
}

const inOrder = (
  sessions: ReadonlyMap<string, RankedSession>,
  named: ReadonlyMap<string, FoundSession>,
  order: Input['order'],
): readonly FoundPassages[] => {
  const found = [...sessions].map(([sessionId, own]) => ({ sessionId, ...own, session: named.get(sessionId) }))
  const compared = (a: (typeof found)[number], b: (typeof found)[number]): number =>
    order === 'newest' ? (b.session?.lastAt ?? 0) - (a.session?.lastAt ?? 0) : b.score - a.score
  return found.sort((a, b) => a.page - b.page || compared(a, b))
}

const pageOf = async (index: SearchIndex, found: readonly FoundPassages[], most: number): Promise<readonly SearchSession[]> => {
  const chosen = found.map((one) => ({ ...one, texts: bestTexts(one.passages, most) }))
  const pieces = chosen.flatMap(({ texts }) => texts.flatMap(({ piece }) => piece ?? []))
  const names = await index.ask('namesOf', [...new Set(pieces.flatMap(({ tool, file }) => [tool, file]))])
  const byNumber = new Map(names.map(({ number, name }) => [number, name]))
  return chosen.map(({ sessionId, score, session, texts }) => ({
    sessionId,
    title: session?.title ?? sessionId,
    project: session?.project ?? '',
    lastAt: session?.lastAt ?? null,
    score,
    hits: texts.map((own) => hitOf(own, byNumber)),
  }))
}

/** How many sessions match. `isShort`: time or candidates ended before the page was full. */
const countOfFound = (
  query: SearchQuery,
  found: MatchOutput,
  { sessions, isComplete, lacking, isSpreadKnown }: Ranked,
  wanted: number,
): Pick<SearchResults, 'total' | 'isTotalExact' | 'lacking'> & { readonly isShort: boolean } => {
  const isWhole = isComplete && found.total <= found.passages.length
  const isCounted = !needsLook(query) && found.total < mostRanked
  // Candidates say little where few of those that were looked at match.
  const isShort = !isWhole && !isCounted && sessions.size < wanted
  const looked = sessions.size - lacking
  const total = needsLook(query) ? looked : Math.max(looked, found.sessions)
  return { total, isTotalExact: (isWhole || isCounted) && isSpreadKnown, lacking, isShort }
}

/** @param isOver whether its answer is no longer needed. @throws StrataError cancelled; Error when the index cannot be read */
export const runSearch = async (
  store: Store,
  { index, pending }: Pick<Searching, 'index' | 'pending'>,
  input: Input,
  isOver: () => boolean = () => false,
): Promise<SearchResults> => {
  const startedAt = performance.now()
  const clock = { now: Date.now(), zone: input.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone }
  const query = parseSearch(input.text, clock)
  const results = (
    found: Pick<SearchResults, 'total' | 'isTotalExact' | 'lacking' | 'sessions' | 'next'>,
    hints: readonly string[],
  ): SearchResults => ({
    query: readQuery(query, hints),
    ...found,
    notIndexed: pending,
  })
  const none = { total: 0, isTotalExact: true, lacking: 0, sessions: [], next: null } as const
  if (isEmptySearch(query)) return results(none, [])
  // Words that are not in the index yet may be in a text.
  const explained = (): Promise<readonly string[]> => emptyHints(store.database, pending === 0 ? index : undefined, input.text, clock)
  const filter = await textFilter(index, query)
  const allowed = await commitsLeft(store.database, query, filter)
  if (allowed?.commits.length === 0) return results(none, await explained())
  const offset = offsetOf(input.after)
  const wanted = offset + input.limit
  const pages = { size: input.limit, last: Math.ceil(wanted / input.limit) }
  const isLate = (): boolean => isOver() || performance.now() - startedAt > input.timeMs
  const limit = Math.max(needsLook(query) ? mostLooked : mostCandidates, wanted * 2)
  const found = await findCandidates(index, query, allowed, filter, { isNewestFirst: input.order === 'newest', limit })
  const candidates: Candidate[] = found.passages.map((passage) => ({ passage, look: {}, stage: 0 }))
  const titles = await titlesOf(store, found)
  const lookout: Lookout = { store, matchers: matchersOf(query, isLate), filter, titles, hits: input.hits }
  const first = await rankPassages(lookout, candidates, pages, isLate)
  const ranked = await withSpread(lookout, index, allowed, first, pages)
  if (isOver()) throw new StrataError('cancelled', 'A newer search took its place')
  const named = await sessionsNamed(store, ranked.sessions.keys())
  const page = await pageOf(index, inOrder(ranked.sessions, named, input.order).slice(offset, wanted), input.hits)
  const { total, isTotalExact, lacking, isShort } = countOfFound(query, found, ranked, wanted)
  const mayHaveMore = isTotalExact ? wanted < total + lacking : !isShort
  const next = mayHaveMore && page.length === input.limit ? String(wanted) : null
  const hints = [...(isShort ? [shortHint(ranked.looked / found.total)] : []), ...(total === 0 && isTotalExact ? await explained() : [])]
  return results({ total, isTotalExact, lacking, sessions: page, next }, hints)
}
