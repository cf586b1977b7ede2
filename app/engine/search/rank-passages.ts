/** Looks at the passages that the index found, the best first, and puts their sessions in order. */
import type { MatchedPassage } from './index/index-messages.ts'
import { loadPassages, type PassageSource, type PassageText } from './load-passages.ts'
import { passageHits, type FoundText, type LookOptions, type Matchers } from './passage-hits.ts'
import { perStage } from './weights.ts'

/** The best passages, which are grouped by session. */
export const maxCandidates = 600
/** Passages that are looked at before a page is shown, though it may be full before, and most that are looked at together. */
const minLooked = 16
const maxTogether = 64
/** Passages of one session that come before the others of it. */
const fromOneSession = 2

export interface Candidate {
  readonly passage: MatchedPassage
  readonly look: Omit<LookOptions, 'most'>
  /** 0: the passage has all words; 1: its turn has them; 2: one word is missing. */
  readonly stage: 0 | 1 | 2
}

export interface RankedPassage {
  readonly sessionId: string
  readonly score: number
  /** Undefined for a title. */
  readonly commit: MatchedPassage['commit']
  readonly hits: readonly FoundText[]
}

export interface Lookout extends PassageSource {
  readonly matchers: Matchers
  /** Texts of a passage that are shown. */
  readonly hits: number
  /** @throws StrataError cancelled */
  readonly checkpoint: () => void
}

export interface RankedSession {
  readonly passages: RankedPassage[]
  /** The page for which it was found: later pages do not change the order of earlier ones. */
  readonly page: number
  /** Score of its best passage, among the passages that were examined for that page. */
  score: number
}

/** Pages of a list, counted from 1: sessions of a page, and the last page that is asked for. */
export interface Pages {
  readonly size: number
  readonly last: number
}

export interface Ranked {
  readonly sessions: ReadonlyMap<string, RankedSession>
  /** Whether all candidates were examined, and how many were. */
  readonly isComplete: boolean
  readonly looked: number
  /** Number of sessions that lack a word. */
  readonly lacking: number
  /** Whether the search for sessions with the words in several passages of a turn is complete. */
  readonly isSpreadKnown: boolean
  /** The parts of the search that were ignored, as sentences. */
  readonly hints: readonly string[]
}

/** Minimum score, for passages whose words are in every text. */
const minScore = 0.01

/** Undefined: on closer examination the passage does not match. @param texts texts of the passage */
export const rankPassage = (
  { matchers, hits: most }: Pick<Lookout, 'matchers' | 'hits'>,
  { passage, look, stage }: Candidate,
  texts: readonly PassageText[],
): RankedPassage | undefined => {
  const found = passageHits(texts, matchers, { ...look, most })
  if (found === undefined) return undefined
  const score = ((passage.score + minScore) * found.factor) / perStage ** stage
  return { sessionId: passage.sessionId, score, commit: passage.commit, hits: found.hits }
}

const lookAt = async (lookout: Lookout, candidates: readonly Candidate[]): Promise<readonly RankedPassage[]> => {
  lookout.checkpoint()
  const loaded = await loadPassages(
    lookout,
    candidates.map(({ passage }) => passage),
  )
  return candidates.flatMap((candidate, at) => rankPassage(lookout, candidate, loaded[at] ?? []) ?? [])
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

export const notePassage = (sessions: Map<string, RankedSession>, passage: RankedPassage, page: number): void => {
  const own = sessions.get(passage.sessionId)
  if (own === undefined) {
    sessions.set(passage.sessionId, { passages: [passage], page, score: passage.score })
    return
  }
  own.passages.push(passage)
  if (own.page === page) own.score = Math.max(own.score, passage.score)
}

/** Looks at candidates, the best first, until the last page is full. @param before sessions that come before */
export const rankPassages = async (lookout: Lookout, found: readonly Candidate[], { size, last }: Pages, before = 0): Promise<Ranked> => {
  const candidates = overSessions(found)
  const sessions = new Map<string, RankedSession>()
  let looked = 0
  // What is looked at for a page is the same whether or not later pages are asked for.
  for (let page = Math.floor(before / size) + 1; page <= last; page += 1)
    while (looked < candidates.length) {
      if (looked > 0 && before + sessions.size >= page * size) break
      const together = looked === 0 ? Math.ceil((page * size - before) * 1.5) : Math.min(looked, maxTogether)
      const some = candidates.slice(looked, looked + Math.max(minLooked, together))
      looked += some.length
      for (const one of await lookAt(lookout, some)) notePassage(sessions, one, page)
    }
  return { sessions, isComplete: looked >= candidates.length, looked, lacking: 0, isSpreadKnown: false, hints: [] }
}
