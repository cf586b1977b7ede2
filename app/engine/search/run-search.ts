/** Runs a search as far as its first pages need: asks the index, looks at the best passages, and puts the sessions in order. */
import type { CallParsed } from '../../contract/calls.ts'
import type { SearchResults } from '../../contract/search.ts'
import { ArtifactReaders } from './artifact-readers.ts'
import { emptyHints } from './empty-hints.ts'
import { needsLook } from './filter-texts.ts'
import { allCandidates, findCandidates, sessionsNamed, titlesOf } from './find-candidates.ts'
import type { MatchOutput } from './index/index-messages.ts'
import type { SearchIndex } from './index/search-index.ts'
import { bagsOf } from './match-expression.ts'
import { planSearch, type SearchPlan } from './plan-search.ts'
import type { SearchPlace } from './search-place.ts'
import { maxCandidates, rankPassages, type Candidate, type Lookout, type Pages, type Ranked } from './rank-passages.ts'
import { inOrder, offsetOf, pageOf, readQuery } from './result-page.ts'
import { mayBeSpread, withSpread } from './spread-words.ts'
import { isAllRead, unreadHints, unreadIn, unreadSessionsIn } from './unread-contents.ts'

type Input = Pick<CallParsed<'search.run'>, 'text' | 'zone' | 'order' | 'limit' | 'hits' | 'after' | 'redact'>

/** Sessions that were found for the first pages. */
export interface FirstPages {
  readonly found: MatchOutput
  readonly first: Ranked
  readonly lookout: Lookout
}

/** @throws StrataError cancelled; Error when the index cannot be read */
export const rankFirst = async (
  { index, store }: SearchPlace,
  { query, allowed, filter, matchers }: SearchPlan,
  { order, hits }: Pick<Input, 'order' | 'hits'>,
  pages: Pages,
  checkpoint: () => void,
): Promise<FirstPages> => {
  const limit = Math.max(maxCandidates, pages.size * pages.last * 2)
  const found = await findCandidates(index, query, allowed, filter, { isNewestFirst: order === 'newest', limit })
  const candidates: Candidate[] = found.passages.map((passage) => ({ passage, look: {}, stage: 0 }))
  const titles = await titlesOf(store, found.passages)
  const lookout: Lookout = {
    store,
    readers: new ArtifactReaders(),
    matchers,
    filter,
    titles,
    hits,
    toLineEnds: matchers.patterns.length > 0,
    unreadable: new Set(),
    checkpoint,
  }
  return { found, lookout, first: await rankPassages(lookout, candidates, pages) }
}

/** Sessions that have all words in one turn, as the index knows: of words it knows everything. */
const countInIndex = async (index: SearchIndex, { query, allowed, filter }: SearchPlan): Promise<number> => {
  const { sessions } = await allCandidates(index, query, allowed, filter)
  if (!mayBeSpread(query)) return sessions.length
  const input = { bags: bagsOf(query, filter.marks), commits: allowed?.commits ?? null, least: query.required.length }
  const turns = await index.ask('fullTurns', input)
  return new Set([...sessions, ...turns.map(({ sessionId }) => sessionId)]).size
}

type Counted = Pick<SearchResults, 'total' | 'isTotalExact'>

/** How many sessions match. */
const countOfFound = async (index: SearchIndex, plan: SearchPlan, found: MatchOutput, ranked: Ranked): Promise<Counted> => {
  const { sessions, isComplete, lacking, isSpreadKnown } = ranked
  const looked = sessions.size - lacking
  const isWhole = isComplete && isSpreadKnown && found.total <= found.passages.length
  if (isWhole || needsLook(plan.query)) return { total: looked, isTotalExact: isWhole }
  return { total: Math.max(looked, await countInIndex(index, plan)), isTotalExact: true }
}

/** Results of a search that cannot find anything. @param notIndexed commits @throws Error when the index cannot be read */
export const nothingFound = async ({ index, pending, store, isWhole }: SearchPlace, plan: SearchPlan): Promise<SearchResults> => {
  // Words that are not in the index yet may be in a text.
  const isIndexed = await isWhole()
  const isAsked = plan.finds !== 'nothing asked'
  const unread = { unread: 0, unreadSessions: isAsked ? await unreadSessionsIn(store, plan) : 0 }
  const isKnown = isIndexed && isAllRead(unread)
  const hints = isAsked ? await emptyHints(store.database, isKnown ? index : undefined, plan.text, plan.clock) : []
  const none = {
    total: 0,
    isTotalExact: isKnown || !isAsked,
    lacking: 0,
    sessions: [],
    next: null,
    looked: 0,
    possible: 0,
    ...unread,
  } as const
  return { ...none, query: readQuery(plan.query, [...hints, ...unreadHints(unread)]), notIndexed: pending, isIndexed }
}

/** @throws StrataError cancelled; Error when the index cannot be read */
export const runSearch = async (place: SearchPlace, input: Input, checkpoint: () => void): Promise<SearchResults> => {
  const { store, index } = place
  const plan = await planSearch(place, input.text, input.zone)
  if (plan.finds !== 'something') return nothingFound(place, plan)
  const offset = offsetOf(input.after)
  const wanted = offset + input.limit
  const pages = { size: input.limit, last: Math.ceil(wanted / input.limit) }
  const { found, first, lookout } = await rankFirst(place, plan, input, pages, checkpoint)
  const ranked = await withSpread(lookout, index, plan, first, pages)
  checkpoint()
  const named = await sessionsNamed(store, ranked.sessions.keys())
  const sessions = await pageOf(lookout, index, inOrder(ranked.sessions, named, input.order).slice(offset, wanted), input)
  const { total, isTotalExact } = await countOfFound(index, plan, found, ranked)
  const { lacking } = ranked
  const unread = await unreadIn(place, plan, lookout.unreadable)
  const mayHaveMore = isTotalExact ? wanted < total + lacking : ranked.sessions.size >= wanted
  const next = mayHaveMore && sessions.length === input.limit ? String(wanted) : null
  const isKnown = isTotalExact && isAllRead(unread) && (await place.isWhole())
  const explained =
    total === 0 && isTotalExact && plan.frequencies === undefined
      ? await emptyHints(store.database, isKnown ? index : undefined, input.text, plan.clock)
      : []
  const hints = [...ranked.hints, ...explained.filter((hint) => !ranked.hints.includes(hint)), ...unreadHints(unread)]
  const isIndexed = await place.isWhole()
  return {
    query: readQuery(plan.query, hints),
    ...{
      total,
      isTotalExact: isTotalExact && isAllRead(unread) && isIndexed,
      lacking,
      sessions,
      next,
      looked: first.looked,
      possible: found.total,
    },
    ...{ notIndexed: place.pending, isIndexed, ...unread },
  }
}
