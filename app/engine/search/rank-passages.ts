/** Looks at the passages that the index found, the best first, and puts their sessions in order. */
import type { SearchQuery } from '../../model/search/search-query.ts'
import type { Store } from '../../store/store.ts'
import type { AllowedCommits } from './filter-commits.ts'
import type { MatchedPassage } from './index/index-messages.ts'
import type { SearchIndex } from './index/search-index.ts'
import { loadPassages, textFilter, type TextFilter } from './load-passages.ts'
import { bagOf, kindsOf } from './match-expression.ts'
import { passageHits, type FoundText, type LookOptions, type Matchers } from './passage-hits.ts'
import { perStage } from './weights.ts'

/** The best passages, which are grouped by session. */
export const mostCandidates = 600
/** Passages that are looked at before a page is shown, though it may be full before, and most that are looked at together. */
const leastLooked = 16
const mostTogether = 64
/** Passages whose texts the tables are asked about together: one question takes nearly as long for few. */
const askedTogether = 96
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
  readonly titles: ReadonlyMap<string, string>
  /** Texts of a passage that are shown. */
  readonly hits: number
}

export interface Ranked {
  readonly sessions: ReadonlyMap<string, readonly RankedPassage[]>
  /** Whether all candidates were looked at, and how many were. */
  readonly isComplete: boolean
  readonly looked: number
}

/** So that a passage whose words are everywhere has a score. */
const leastScore = 0.01

const lookAt = async (
  { store, matchers, titles, hits: most }: Lookout,
  candidates: readonly Candidate[],
  filter: TextFilter,
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

/** Looks at candidates, the best first, until a page is full. */
export const rankPassages = async (
  lookout: Lookout,
  found: readonly Candidate[],
  wanted: number,
  isLate: () => boolean,
): Promise<Ranked> => {
  const candidates = overSessions(found)
  const sessions = new Map<string, RankedPassage[]>()
  const { store, matchers } = lookout
  let filter: TextFilter | undefined
  let filtered = 0
  let looked = 0
  while (looked < candidates.length) {
    if (looked > 0 && (sessions.size >= wanted || isLate())) break
    const together = looked === 0 ? Math.ceil(wanted * 1.5) : Math.min(looked, mostTogether)
    const some = candidates.slice(looked, looked + Math.max(leastLooked, together))
    if (filter === undefined || filtered < looked + some.length) {
      const asked = candidates.slice(looked, looked + Math.max(some.length, askedTogether))
      filtered = looked + asked.length
      filter = await textFilter(
        store,
        matchers.query,
        asked.map(({ passage }) => passage),
      )
    }
    looked += some.length
    for (const one of await lookAt(lookout, some, filter)) {
      const own = sessions.get(one.sessionId)
      if (own === undefined) sessions.set(one.sessionId, [one])
      else own.push(one)
    }
  }
  // Late patterns are no longer tried.
  const isUntried = lookout.matchers.query.patterns.length > 0 && isLate()
  return { sessions, isComplete: looked >= candidates.length && !isUntried, looked }
}

/** Passages of turns that have all words between them, then of those that lack one. */
const spreadCandidates = async (
  index: SearchIndex,
  { required }: SearchQuery,
  allowed: AllowedCommits | undefined,
): Promise<readonly Candidate[]> => {
  if (required.length < 2 || required.length > mostSpread) return []
  const bags = required.map(bagOf)
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
  wanted: number,
): Promise<Ranked> => {
  // Where only some kinds of texts are asked for, all words are in texts of these kinds.
  const mayBeSpread = kindsOf(lookout.matchers.query) === undefined || ranked.sessions.size === 0
  if (!mayBeSpread || ranked.sessions.size >= wanted || !ranked.isComplete) return ranked
  const startedAt = performance.now()
  const isLate = (): boolean => performance.now() - startedAt > spreadMs
  const candidates = await spreadCandidates(index, lookout.matchers.query, allowed)
  const others = candidates.filter(({ passage }) => !ranked.sessions.has(passage.sessionId))
  let sessions = ranked.sessions
  let isComplete: boolean = ranked.isComplete
  for (const stage of [1, 2]) {
    if (stage === 2 && sessions.size >= fewSessions) break
    const some = others.filter((one) => one.stage === stage && !sessions.has(one.passage.sessionId))
    const more = await rankPassages(lookout, some, wanted - sessions.size, isLate)
    sessions = new Map([...sessions, ...more.sessions])
    isComplete &&= more.isComplete
  }
  return { ...ranked, sessions, isComplete }
}
