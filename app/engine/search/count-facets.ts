/** Counts what the results of a search could be restricted to: the sessions that have all its words in texts of one kind, of one tool … */
import type { CallParsed } from '../../contract/calls.ts'
import type { Facet, SearchFacets } from '../../contract/search.ts'
import { textKinds } from '../../model/search/search-query.ts'
import { parseSearch } from '../../model/search/parse-search.ts'
import type { Store } from '../../store/store.ts'
import { commitsLeft, textFilter, type TextFilter } from './filter-texts.ts'
import { findCandidates, sessionsNamed, titlesOf } from './find-candidates.ts'
import type { SearchIndex } from './index/search-index.ts'
import { loadPassages } from './load-passages.ts'
import type { MatchOutput, TurnPassage } from './index/index-messages.ts'
import { fullValues, matchedTexts, matchersOf, type MatchedText, type Matchers } from './passage-hits.ts'
import { isEmptySearch } from './run-search.ts'
import { mayBeSpread, textsOf, turnsWithWords, type TurnsFound } from './spread-words.ts'

/** Passages that are looked at. */
const mostPassages = 2000
/** Passages, or turns, that are loaded together. */
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

/** What is needed to count the texts of passages. */
interface Counting {
  readonly store: Store
  readonly matchers: Matchers
  readonly filter: TextFilter
  /** Names by their numbers in the index. */
  readonly tools: ReadonlyMap<number, string>
  readonly monthOf: (at: number) => string
  readonly tally: Tally
  readonly isLate: () => boolean
}

/** @param passages one, or those of a turn */
const count = ({ matchers, tools, monthOf, tally }: Counting, sessionId: string, passages: readonly (readonly MatchedText[])[]): void => {
  const monthAt = ({ text: { piece } }: MatchedText): string | null => {
    const occurredAt = piece?.occurredAt ?? null
    return occurredAt === null ? null : monthOf(occurredAt)
  }
  const full = (valueOf: (text: MatchedText) => string | null): readonly string[] => fullValues(passages, matchers, valueOf)
  if (full(() => '').length === 0) return
  tally.all.add(sessionId)
  for (const kind of full(({ text }) => text.kind)) note(tally.kinds, kind, sessionId)
  for (const tool of full(({ text: { piece } }) => tools.get(piece?.tool ?? 0) ?? null)) note(tally.tools, tool, sessionId)
  for (const month of full(monthAt)) note(tally.months, month, sessionId)
}

/** @returns whether all were looked at */
const countPassages = async (counting: Counting, found: MatchOutput): Promise<boolean> => {
  const { store, matchers, filter, isLate } = counting
  const titles = await titlesOf(store, found)
  let looked = 0
  while (looked < found.passages.length && (looked === 0 || !isLate())) {
    const passages = found.passages.slice(looked, looked + batch)
    looked += passages.length
    const loaded = await loadPassages(store, passages, titles, filter)
    const matched = loaded.map((texts) => matchedTexts(texts, matchers))
    for (const [at, { sessionId }] of passages.entries()) count(counting, sessionId, [matched[at] ?? []])
  }
  return looked >= found.total
}

/** Turns whose words are in several passages. @returns whether all were looked at */
const countTurns = async (counting: Counting, { passages, isComplete }: TurnsFound): Promise<boolean> => {
  const { isLate } = counting
  const turns = new Map<string, TurnPassage[]>()
  for (const passage of passages) turns.set(passage.turn, [...(turns.get(passage.turn) ?? []), passage])
  // A turn of one passage was counted with the passages.
  let left = [...turns.values()].filter((own) => own.length > 1)
  while (left.length > 0 && !isLate()) {
    const some = left.slice(0, batch)
    left = left.slice(some.length)
    const texts = await textsOf(counting, some.flat())
    let at = 0
    for (const own of some) {
      count(counting, own[0]?.sessionId ?? '', texts.slice(at, at + own.length))
      at += own.length
    }
  }
  return isComplete && left.length === 0
}

/** @param isLate whether what was counted so far has to do. @throws Error when the index cannot be read */
export const countFacets = async (
  store: Store,
  index: SearchIndex,
  input: CallParsed<'search.facets'>,
  isLate: () => boolean,
): Promise<SearchFacets> => {
  const zone = input.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const query = parseSearch(input.text, { now: Date.now(), zone })
  const none = { kinds: [], tools: [], projects: [], months: [], total: 0, isComplete: true }
  if (isEmptySearch(query)) return none
  const filter = await textFilter(index, query)
  const allowed = await commitsLeft(store.database, query, filter)
  if (allowed?.commits.length === 0) return none
  const tools = new Map((await index.ask('names', { kind: 'tool', values: null })).map(({ number, name }) => [number, name]))
  const found = await findCandidates(index, query, allowed, filter, { isNewestFirst: false, limit: mostPassages })
  const tally: Tally = { kinds: new Map(), tools: new Map(), months: new Map(), all: new Set() }
  const counting = { store, matchers: matchersOf(query, isLate), filter, tools, monthOf: monthsIn(zone), tally, isLate }
  const hasAllPassages = await countPassages(counting, found)
  const turns = async (): Promise<TurnsFound> => turnsWithWords(index, query, filter, allowed, 0)
  const hasAllTurns = !mayBeSpread(query) || (hasAllPassages && (await countTurns(counting, await turns())))
  const projects: Sessions = new Map()
  for (const { sessionId, project } of (await sessionsNamed(store, tally.all)).values()) note(projects, project, sessionId)
  const kinds = facetsOf(tally.kinds)
  return {
    kinds: textKinds.flatMap((kind) => kinds.find(({ value }) => value === kind) ?? []),
    tools: facetsOf(tally.tools),
    projects: facetsOf(projects),
    months: [...facetsOf(tally.months)].sort((a, b) => (a.value < b.value ? 1 : -1)),
    total: tally.all.size,
    // Late patterns are no longer tried.
    isComplete: hasAllPassages && hasAllTurns && !(query.patterns.length > 0 && isLate()),
  }
}
