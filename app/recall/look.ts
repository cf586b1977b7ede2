/** What earlier sessions have of a question: values of all signals, before any weight. */
import type { RecallCandidate, RecallQuestion } from './candidate.ts'
import { fileValues, similarSessions, type FileValues } from './file-signals.ts'
import { History, type EarlierSession, type KnownFile } from './history.ts'
import { namedBy, type Named } from './named.ts'
import { termsIn } from './terms.ts'
import { pairsOf, type Matched, type TermWeights } from './word-index.ts'

/** Terms of a question that are looked for: a longer one is a log. */
const maxTerms = 120

export interface Look {
  readonly question: RecallQuestion
  readonly history: History
  readonly named: Named
  readonly terms: ReadonlySet<string>
  readonly matched: ReadonlyMap<number, Matched>
  /** Weight of each term of the question, and of all of them. */
  readonly rarities: TermWeights
  readonly mass: number
  /** Share of its terms that anything contains. */
  readonly known: number
  readonly similar: ReadonlyMap<EarlierSession, number>
  readonly files: ReadonlyMap<KnownFile, FileValues>
}

const isPassage = ({ type }: RecallCandidate): boolean => type === 'passage'

const shareKnown = (terms: ReadonlySet<string>, matched: ReadonlyMap<number, Matched>): number => {
  const found = new Set<string>()
  for (const one of matched.values()) for (const term of one.terms) found.add(term)
  return terms.size === 0 ? 0 : [...terms].filter((term) => found.has(term)).length / terms.size
}

/** Files are those of the passages, which have all texts and calls; where there are none, those of the events. */
export const lookAt = (question: RecallQuestion, candidates: readonly RecallCandidate[], others = 0): Look => {
  const history = new History(candidates, question, others)
  const passages = history.candidates.filter(isPassage)
  const ofFiles = passages.length === 0 || passages.length === history.candidates.length ? history : new History(passages, question)
  const inOrder = termsIn(question.prompt).slice(0, maxTerms)
  const terms = new Set(inOrder)
  const named = namedBy(question)
  const { matched, weights } = history.words.match(terms, pairsOf(inOrder))
  const matchedFiles = ofFiles === history ? matched : ofFiles.words.match(terms).matched
  const similar = similarSessions(ofFiles, terms)
  const bySession = new Map([...similar].map(([{ id }, value]) => [id, value]))
  return {
    question,
    history,
    named,
    terms,
    matched,
    rarities: weights,
    mass: [...terms].reduce((sum, term) => sum + (weights.get(term) ?? 0), 0),
    known: shareKnown(terms, matched),
    similar: new Map(history.sessions.map((session) => [session, bySession.get(session.id) ?? 0])),
    files: fileValues({ history: ofFiles, question, named, terms, matched: matchedFiles, similar }),
  }
}
