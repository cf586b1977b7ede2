/** Looks at the passages that the index found, the best first, and puts their sessions in order. */
import type { Store } from '../../store/store.ts'
import type { AllowedCommits } from './filter-commits.ts'
import type { TextFilter } from './filter-texts.ts'
import type { MatchedPassage } from './index/index-messages.ts'
import type { SearchIndex } from './index/search-index.ts'
import { loadPassages } from './load-passages.ts'
import { bagOf, kindsOf, marksExpression } from './match-expression.ts'
import { passageHits, type FoundText, type LookOptions, type Matchers } from './passage-hits.ts'
import { perStage } from './weights.ts'

/** The best passages, which are grouped by session. */
export const mostCandidates = 600
/** Passages that are looked at before a page is shown, though it may be full before, and most that are looked at together. */
const leastLooked = 16
const mostTogether = 64
/** Passages of one session that come before the others of it. */
const fromOneSession = 2
/** Sessions with all words, of which fewer are a reason to leave one word out. */
const fewSessions = 3
/** Milliseconds for passages that have the words between them, or without one. */
const spreadMs = 200
/** Terms whose places in turns are looked for: a bit for each. */
const mostSpread = 30

export interface Candidate {
  readonly passage: MatchedPassage
  readonly look: Omit<LookOptions, 'most'>
  /** 0: the passage has all words; 1: its turn has; 2: one is left out. */
  readonly stage: 0 | 1 | 2
}

export interface RankedPassage {
  readonly sessionId: string
  readonly score: number
  /** Null for a title. */
  readonly commitId: string | null
  readonly hits: readonly FoundText[]
}

export interface Lookout {
  readonly store: Store
  readonly matchers: Matchers
  readonly filter: TextFilter
  readonly titles: ReadonlyMap<string, string>
  /** Texts of a passage that are shown. */
  readonly hits: number
}

export interface RankedSession {
  readonly passages: RankedPassage[]
  /** The page for which it was found: later pages never change the order of those before. */
  readonly page: number
  /** Of its best passage, among those that were looked at for that page. */
  score: number
}

/** Pages of a list, counted from 1: sessions of a page, and the last page that is asked for. */
export interface Pages {
  readonly size: number
  readonly last: number
}

export interface Ranked {
  readonly sessions: ReadonlyMap<string, RankedSession>
  /** Whether all candidates were looked at, and how many were. */
  readonly isComplete: boolean
  readonly looked: number
}

/** So that a passage whose words are everywhere has a score. */
const leastScore = 0.01

const lookAt = async (
  { store, matchers, filter, titles, hits: most }: Lookout,
  candidates: readonly Candidate[],
): Promise<readonly RankedPassage[]> => {
  const loaded = await loadPassages(
    store,
    candidates.map(({ passage }) => passage),
    titles,
    filter,
  )
  return candidates.flatMap(({ passage, look, stage }, at) => {
    const found = passageHits(loaded[at] ?? [], matchers, { ...look, most })
    if (found === undefined) return []
    const score = ((passage.score + leastScore) * found.factor) / perStage ** stage
    return [{ sessionId: passage.sessionId, score, commitId: passage.commit?.commitId ?? null, hits: found.hits }]
  })
}

/** The same, with the third and later ones of each session at the end. */
const overSessions = (candidates: readonly Candidate[]): readonly Candidate[] => {
  const counts = new Map<string, number>()
  const first: Candidate[] = []
  const later: Candidate[] = []
  for (const candidate of candidates) {
    const { sessionId } = candidate.passage
    const count = (counts.get(sessionId) ?? 0) + 1
    counts.set(sessionId, count)
    if (count <= fromOneSession) first.push(candidate)
    else later.push(candidate)
  }
  return [...first, ...later]
}

const note = (sessions: Map<string, RankedSession>, passage: RankedPassage, page: number): void => {
  const own = sessions.get(passage.sessionId)
  if (own === undefined) {
    sessions.set(passage.sessionId, { passages: [passage], page, score: passage.score })
    return
  }
  own.passages.push(passage)
  if (own.page === page) own.score = Math.max(own.score, passage.score)
}

/** Looks at candidates, the best first, until the last page is full. @param before sessions that come before */
export const rankPassages = async (
  lookout: Lookout,
  found: readonly Candidate[],
  { size, last }: Pages,
  isLate: () => boolean,
  before = 0,
): Promise<Ranked> => {
  const candidates = overSessions(found)
  const sessions = new Map<string, RankedSession>()
  let looked = 0
  // What is looked at for a page is the same whether or not later pages are asked for.
  for (let page = Math.floor(before / size) + 1; page <= last; page += 1)
    while (looked < candidates.length) {
      if (looked > 0 && (before + sessions.size >= page * size || isLate())) break
      const together = looked === 0 ? Math.ceil((page * size - before) * 1.5) : Math.min(looked, mostTogether)
      const some = candidates.slice(looked, looked + Math.max(leastLooked, together))
      looked += some.length
      for (const one of await lookAt(lookout, some)) note(sessions, one, page)
    }
  // Late patterns are no longer tried.
  const isUntried = lookout.matchers.query.patterns.length > 0 && isLate()
  return { sessions, isComplete: looked >= candidates.length && !isUntried, looked }
}

/** Passages of turns that have all words between them, then of those that lack one. */
const spreadCandidates = async (
  index: SearchIndex,
  { matchers, filter }: Pick<Lookout, 'matchers' | 'filter'>,
  allowed: AllowedCommits | undefined,
): Promise<readonly Candidate[]> => {
  const { required } = matchers.query
  if (required.length < 2 || required.length > mostSpread) return []
  const marks = marksExpression(filter.marks)
  const bags = required.map((terms) => (marks === null ? bagOf(terms) : `(${bagOf(terms)}) AND ${marks}`))
  const passages = await index.ask('turns', { bags, commits: allowed?.commits ?? null, least: required.length - 1, limit: mostCandidates })
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
  allowed: AllowedCommits | undefined,
  ranked: Ranked,
  pages: Pages,
): Promise<Ranked> => {
  const wanted = pages.size * pages.last
  // Where only some kinds of texts are asked for, all words are in texts of these kinds.
  const mayBeSpread = kindsOf(lookout.matchers.query) === undefined || ranked.sessions.size === 0
  if (!mayBeSpread || ranked.sessions.size >= wanted || !ranked.isComplete) return ranked
  const startedAt = performance.now()
  const isLate = (): boolean => performance.now() - startedAt > spreadMs
  const candidates = await spreadCandidates(index, lookout, allowed)
  const others = candidates.filter(({ passage }) => !ranked.sessions.has(passage.sessionId))
  let sessions = ranked.sessions
  let isComplete: boolean = ranked.isComplete
  for (const stage of [1, 2]) {
    if (stage === 2 && sessions.size >= fewSessions) break
    const some = others.filter((one) => one.stage === stage && !sessions.has(one.passage.sessionId))
    const more = await rankPassages(lookout, some, pages, isLate, sessions.size)
    sessions = new Map([...sessions, ...more.sessions])
    isComplete &&= more.isComplete
  }
  return { ...ranked, sessions, isComplete }
}
