/** Counts what the results of a search could be restricted to: the sessions that have all its words in texts of one kind, of one tool … */
import type { CallParsed } from '../../contract/calls.ts'
import type { Facet, SearchFacets } from '../../contract/search.ts'
import { textKinds } from '../../model/search/search-query.ts'
import { parseSearch } from '../../model/search/parse-search.ts'
import type { Store } from '../../store/store.ts'
import { allowedCommits } from './filter-commits.ts'
import { textFilter, withoutTextFilters } from './filter-texts.ts'
import { findCandidates, sessionsNamed, titlesOf } from './find-candidates.ts'
import type { SearchIndex } from './index/search-index.ts'
import { loadPassages } from './load-passages.ts'
import { matchedTexts, matchersOf, type MatchedText } from './passage-hits.ts'
import { isEmptySearch } from './run-search.ts'

/** Passages that are looked at. */
const mostPassages = 2000
const batch = 50

/** Sessions by value. */
type Sessions = Map<string, Set<string>>

interface Tally {
  readonly kinds: Sessions
  readonly tools: Sessions
  readonly months: Sessions
  readonly all: Set<string>
}

const note = (sessions: Sessions, value: string, sessionId: string): void => {
  const own = sessions.get(value)
  if (own === undefined) sessions.set(value, new Set([sessionId]))
  else own.add(sessionId)
}

/** Values whose texts have everything that is searched for between them. */
const complete = (texts: readonly MatchedText[], valueOf: (text: MatchedText) => string | null): readonly string[] => {
  const byValue = new Map<string, boolean[]>()
  for (const one of texts) {
    const value = valueOf(one)
    if (value === null) continue
    const sofar = byValue.get(value)
    byValue.set(
      value,
      one.present.map((is, at) => is || sofar?.[at] === true),
    )
  }
  return [...byValue].flatMap(([value, present]) => (present.every(Boolean) ? [value] : []))
}

/** First days of months in a time zone. */
const monthsIn = (zone: string): ((at: number) => string) => {
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, year: 'numeric', month: '2-digit' })
  const part = (at: number, type: 'year' | 'month'): string => format.formatToParts(at).find((one) => one.type === type)?.value ?? ''
  const months = new Map<number, string>()
  return (at) => {
    // No zone changes its month within a quarter of an hour.
    const quarter = Math.floor(at / 900_000)
    const month = months.get(quarter) ?? `${part(at, 'year').padStart(4, '0')}-${part(at, 'month')}-01`
    months.set(quarter, month)
    return month
  }
}

const facetsOf = (sessions: Sessions): readonly Facet[] =>
  [...sessions]
    .map(([value, own]) => ({ value, sessions: own.size }))
    .sort((a, b) => b.sessions - a.sessions || (a.value < b.value ? -1 : 1))

/** @param isLate whether what was counted so far has to do. @throws Error when the index cannot be read */
export const countFacets = async (
  store: Store,
  index: SearchIndex,
  input: CallParsed<'search.facets'>,
  isLate: () => boolean,
): Promise<SearchFacets> => {
  const zone = input.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const query = parseSearch(input.text, { now: Date.now(), zone })
  const none = { kinds: [], tools: [], projects: [], months: [], isComplete: true }
  if (isEmptySearch(query)) return none
  const filter = await textFilter(index, query)
  const allowed = filter.isEmpty ? undefined : await allowedCommits(store.database, withoutTextFilters(query))
  if (filter.isEmpty || allowed?.commits.length === 0) return none
  const tools = new Map((await index.ask('names', { kind: 'tool', values: null })).map(({ number, name }) => [number, name]))
  const found = await findCandidates(index, query, allowed, filter, { isNewestFirst: false, limit: mostPassages })
  const titles = await titlesOf(store, found)
  const matchers = matchersOf(query, isLate)
  const monthOf = monthsIn(zone)
  const tally: Tally = { kinds: new Map(), tools: new Map(), months: new Map(), all: new Set() }
  let looked = 0
  while (looked < found.passages.length && (looked === 0 || !isLate())) {
    const passages = found.passages.slice(looked, looked + batch)
    looked += passages.length
    const loaded = await loadPassages(store, passages, titles, filter)
    const matched = loaded.map((texts) => matchedTexts(texts, matchers))
    passages.forEach(({ sessionId }, at) => {
      const texts = matched[at] ?? []
      if (complete(texts, () => '').length === 0) return
      tally.all.add(sessionId)
      for (const kind of complete(texts, ({ text }) => text.kind)) note(tally.kinds, kind, sessionId)
      for (const tool of complete(texts, ({ text }) => tools.get(text.piece?.tool ?? 0) ?? null)) note(tally.tools, tool, sessionId)
      for (const month of complete(texts, ({ text }) => {
        const occurredAt = text.piece?.occurredAt ?? null
        return occurredAt === null ? null : monthOf(occurredAt)
      }))
        note(tally.months, month, sessionId)
    })
  }
  const projects: Sessions = new Map()
  for (const { sessionId, project } of (await sessionsNamed(store, tally.all)).values()) note(projects, project, sessionId)
  const kinds = facetsOf(tally.kinds)
  return {
    kinds: textKinds.flatMap((kind) => kinds.find(({ value }) => value === kind) ?? []),
    tools: facetsOf(tally.tools),
    projects: facetsOf(projects),
    months: [...facetsOf(tally.months)].sort((a, b) => (a.value < b.value ? 1 : -1)),
    // Late patterns are no longer tried.
    isComplete: looked >= found.total && !(query.patterns.length > 0 && isLate()),
  }
}
