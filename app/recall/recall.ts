/** Finds what earlier sessions said that answers a question, and the files that it is likely about. Silence is an answer. */
import { maxTokens, writeAnswer } from './answer-text.ts'
import { isWarning, type RecallAnswer, type RecallCandidate, type RecallItem, type RecallQuestion, type RecallStatus } from './candidate.ts'
import { fileScore, fileValues, similarSessions } from './file-signals.ts'
import { newestFirst, type Fresh, type Ranked } from './freshness.ts'
import { History } from './history.ts'
import { evidenceOf, itemScore, itemValues, reasonsFor, type Asked, type ItemValues } from './item-signals.ts'
import { namedBy } from './named.ts'
import { termsIn } from './terms.ts'
import { shippedWeights, type RecallWeights } from './weights.ts'

const maxFiles = 10
/** Candidates that are compared with each other. */
const maxCompared = 40
/** Share of the best score: what fits less is not shown. */
const leastOfBest = 0.5
/** Terms of a question that are looked for: a longer one is a log. */
const maxTerms = 120

export interface RecallOptions {
  /** Default: 2000, which is also the maximum. */
  readonly tokens?: number
  readonly weights?: RecallWeights
  /** For the age of items; default: the time of the question. */
  readonly now?: number
  /** Number of further candidates, which have no term of the question: how rare a term is depends on them. Default: 0. */
  readonly others?: number
}

interface Scored extends Ranked {
  readonly values: ItemValues
}

const ranksFiles = (asked: Omit<Asked, 'files'>, matched: ReturnType<History['words']['match']>, weights: RecallWeights) => {
  const scores = [...fileValues({ ...asked, matched })].map(([{ path }, values]) => ({ path, score: fileScore(values, weights) }))
  return scores.sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1))
}

const statusOf = ({ candidate, isSuperseded }: Fresh): RecallStatus =>
  isSuperseded && (candidate.status === 'unknown' || candidate.status === 'in_force') ? 'superseded' : candidate.status

/** Events if any fits, else passages. */
const fitting = (scored: readonly Scored[], { threshold }: RecallWeights): readonly Scored[] => {
  const fit = scored.filter(({ values }) => evidenceOf(values) >= threshold)
  const events = fit.filter(({ candidate }) => candidate.type !== 'passage')
  return (events.length > 0 ? events : fit).sort((a, b) => b.score - a.score || (a.candidate.id < b.candidate.id ? -1 : 1))
}

const rounded = (score: number): number => Math.round(score * 1000) / 1000

/** Deterministic. @param candidates of earlier sessions; in any order */
export const recall = (
  question: RecallQuestion,
  candidates: readonly RecallCandidate[],
  { tokens = maxTokens, weights = shippedWeights, now, others = 0 }: RecallOptions = {},
): RecallAnswer => {
  const history = new History(candidates, question, undefined, others)
  const terms = new Set(termsIn(question.prompt).slice(0, maxTerms))
  const matched = history.words.match(terms)
  const mass = [...terms].reduce((sum, term) => sum + history.words.weightOf(term), 0)
  const similar = similarSessions(history, matched)
  const asked = { history, question, named: namedBy(question), terms, mass, similar }
  const files = ranksFiles(asked, matched, weights)
  const best = files[0]?.score ?? 0
  const withFiles: Asked = { ...asked, files: new Map(files.map(({ path, score }) => [path, best === 0 ? 0 : score / best])) }
  const scored = history.candidates.map((candidate, number): Scored => {
    const values = itemValues(withFiles, candidate, matched.get(number))
    return {
      candidate,
      values,
      score: itemScore(values, weights),
      matched: matched.get(number),
      terms: new Set(termsIn(candidate.summary)),
    }
  })
  const fit = fitting(scored, weights)
  const least = (fit[0]?.score ?? 0) * leastOfBest
  const chosen = fit.filter(({ score }) => score >= least).slice(0, maxCompared)
  const valuesOf = new Map(chosen.map(({ candidate, values }) => [candidate, values]))
  const items = newestFirst(chosen, history.words).map((fresh): RecallItem => {
    const { id, type, summary, files: own, sessionId, commitId, occurredAt } = fresh.candidate
    const values = valuesOf.get(fresh.candidate)
    return {
      id,
      type,
      status: statusOf(fresh),
      summary,
      files: own,
      sessionId,
      commitId,
      occurredAt,
      score: rounded(fresh.score),
      because: values === undefined ? [] : reasonsFor(values, weights, fresh.score, fresh.matched?.terms ?? []),
    }
  })
  const inOrder = [...items.filter((item) => !isWarning(item)), ...items.filter(isWarning)]
  const written = writeAnswer(inOrder, { now: now ?? question.asOf, tokens })
  return {
    silent: written.items.length === 0,
    tokens: written.tokens,
    text: written.text,
    items: written.items,
    files: files.slice(0, maxFiles).map(({ path }) => path),
  }
}
