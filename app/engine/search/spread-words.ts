/** Finds turns whose words are in several of their passages, and where few sessions have all words, turns that lack one. */
import type { SearchQuery } from '../../model/search/search-query.ts'
import type { AllowedCommits } from './filter-commits.ts'
import { maxTogether, searchRare, type Frequencies } from './long-search.ts'
import type { SearchPlan } from './plan-search.ts'
import { titlesOf } from './find-candidates.ts'
import { needsLook, type TextFilter } from './filter-texts.ts'
import type { TurnPassage } from './index/index-messages.ts'
import type { SearchIndex } from './index/search-index.ts'
import { loadPassages } from './load-passages.ts'
import { bagsOf, kindsOf } from './match-expression.ts'
import { fullValues, matchedTexts, matchersOf, type MatchedText } from './passage-hits.ts'
import { maxCandidates, rankPassages, type Candidate, type Lookout, type Pages, type Ranked } from './rank-passages.ts'

/** Minimum number of sessions with all words; with fewer, the search also allows one missing word. */
const fewSessions = 3

/** Whether the words of a search may be in several passages of a turn. */
export const mayBeSpread = ({ required }: SearchQuery): boolean => required.length >= 2 && required.length <= maxTogether

interface TurnsFound {
  /** Passages of turns with all words come first. */
  readonly passages: readonly TurnPassage[]
  /** Whether all turns with all words are among them. */
  readonly isComplete: boolean
}

/** @param lacking words that a turn may lack */
const turnsWithWords = async (
  index: SearchIndex,
  query: SearchQuery,
  filter: TextFilter,
  allowed: AllowedCommits | undefined,
  lacking: 0 | 1,
): Promise<TurnsFound> => {
  const { length } = query.required
  const input = { bags: bagsOf(query, filter.marks), commits: allowed?.commits ?? null, least: length - lacking }
  const passages = await index.ask('turns', { ...input, turns: null, limit: maxCandidates })
  return { passages, isComplete: passages.length < maxCandidates || (passages.at(-1)?.words ?? 0) < length }
}

/** Passages of turns that have all words in texts which the filters leave. */
const verified = async (lookout: Lookout, passages: readonly TurnPassage[]): Promise<readonly Candidate[]> => {
  const { matchers } = lookout
  lookout.checkpoint()
  const texts = (await loadPassages(lookout, passages)).map((own) => matchedTexts(own, matchers))
  const turns = new Map<string, (readonly MatchedText[])[]>()
  for (const [at, { turn }] of passages.entries()) turns.set(turn, [...(turns.get(turn) ?? []), texts[at] ?? []])
  const clauses = [...matchers.required.keys()]
  return passages.flatMap((passage, at) => {
    if (fullValues(turns.get(passage.turn) ?? [], matchers, () => '').length === 0) return []
    const absent = clauses.filter((clause) => texts[at]?.every(({ present }) => present[clause] === false))
    return [{ passage, look: { absent: new Set(absent), inTurn: new Set(clauses) }, stage: 1 as const }]
  })
}

/** As the index has them. */
export const candidatesOf = (passages: readonly TurnPassage[], { required }: SearchQuery): readonly Candidate[] => {
  const inTurns = new Map<string, number>()
  for (const { turn, bits } of passages) inTurns.set(turn, (inTurns.get(turn) ?? 0) | bits)
  const clauses = [...required.keys()]
  return passages.map((passage) => ({
    passage,
    look: {
      absent: new Set(clauses.filter((clause) => (passage.bits & (1 << clause)) === 0)),
      inTurn: new Set(clauses.filter((clause) => ((inTurns.get(passage.turn) ?? 0) & (1 << clause)) !== 0)),
    },
    stage: passage.words === required.length ? 1 : 2,
  }))
}

/** With sessions whose turns have the words in several passages and, where there are few of these too, without one word. */
export const withSpread = async (
  lookout: Lookout,
  index: SearchIndex,
  { allowed, frequencies }: Pick<SearchPlan, 'allowed' | 'frequencies'>,
  ranked: Ranked,
  pages: Pages,
): Promise<Ranked> => {
  const { query } = lookout.matchers
  if (!mayBeSpread(query)) return { ...ranked, isSpreadKnown: true }
  if (!ranked.isComplete) return ranked
  const found = await turnsWithWords(index, query, lookout.filter, allowed, 1)
  const others = found.passages.filter(({ sessionId }) => !ranked.sessions.has(sessionId))
  const whole = others.filter(({ words }) => words === query.required.length)
  const between = needsLook(query) ? await verified(lookout, whole) : candidatesOf(whole, query)
  const spread = await rankPassages(lookout, between, pages, ranked.sessions.size)
  const sessions = new Map([...ranked.sessions, ...spread.sessions])
  const known = { ...ranked, sessions, isSpreadKnown: found.isComplete && spread.isComplete }
  // Where only some kinds of texts are asked for, a word may well be in another one.
  const mayLack = kindsOf(query) === undefined || ranked.sessions.size === 0
  if (sessions.size >= fewSessions || !mayLack) return known
  if (frequencies !== undefined) return withRare(lookout, index, { allowed, frequencies }, known, pages)
  const some = candidatesOf(others, query).filter(({ stage, passage }) => stage === 2 && !sessions.has(passage.sessionId))
  const more = await rankPassages(lookout, some, pages, sessions.size)
  return { ...known, sessions: new Map([...sessions, ...more.sessions]), lacking: more.sessions.size }
}

/** With sessions that have rare words of a sentence. */
const withRare = async (
  lookout: Lookout,
  index: SearchIndex,
  { allowed, frequencies }: { readonly allowed: SearchPlan['allowed']; readonly frequencies: Frequencies },
  known: Ranked,
  pages: Pages,
): Promise<Ranked> => {
  const { query, candidates } = await searchRare(index, lookout.matchers.query, frequencies, lookout.filter, allowed)
  const others = candidates.filter(({ passage }) => !known.sessions.has(passage.sessionId))
  const titles = await titlesOf(
    lookout.store,
    others.map(({ passage }) => passage),
  )
  const rare = { ...lookout, matchers: matchersOf(query), titles: new Map([...lookout.titles, ...titles]) }
  const { sessions } = await rankPassages(rare, others, pages, known.sessions.size)
  return { ...known, sessions: new Map([...known.sessions, ...sessions]), lacking: sessions.size }
}
