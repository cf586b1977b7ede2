/** Finds what earlier sessions said that answers a question, and the files that it is likely about. Silence is an answer. */
import { redactedCut } from '../model/format/cut-text.ts'
import { maxRecallTokens, type RecallAnswer, type RecallItem } from '../model/recall.ts'
import { writeAnswer } from './answer-text.ts'
import { isWarning, type RecallCandidate, type RecallQuestion } from './candidate.ts'
import { fileScore } from './file-signals.ts'
import { newestFirst, type Ranked } from './freshness.ts'
import { evidenceOf, itemScore, itemValues, reasonsFor, sizeOf, type ItemValues } from './item-signals.ts'
import { summaryTerms } from './history.ts'
import { lookAt, type Look } from './look.ts'
import { wordsOfTerms } from './terms.ts'
import { shippedWeights, type RecallWeights } from './weights.ts'

const maxFiles = 10
/** Candidates that are compared with each other. */
const maxCompared = 40
/** Share of the best score: what fits less is not shown. */
const leastOfBest = 0.5
/** Share of the threshold that an event needs. */
const ofEvents = 0.6

export interface RecallOptions {
  /** Default: 2000, which is also the maximum. */
  readonly tokens?: number
  readonly weights?: RecallWeights
  /** Takes secrets out of what is shown. */
  readonly redact?: (text: string) => string
  /** For the age of items; default: the time of the question. */
  readonly now?: number
  /** Number of further candidates, which have no term of the question: how rare a term is depends on them. Default: 0. */
  readonly others?: number
}

interface Scored extends Ranked {
  readonly values: ItemValues
  readonly evidence: number
}

/** The likeliest first. */
const rankFiles = ({ files }: Look, weights: RecallWeights): readonly { readonly path: string; readonly score: number }[] =>
  [...files]
    .map(([{ path }, values]) => ({ path, score: fileScore(values, weights) }))
    .sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1))

/** Less in a small history, where fewer texts meet by chance. */
const shareOfThreshold = ({ history }: Look): number => sizeOf(history.size) ** 1.5

/** “Interesting!” is no finding. */
const saysNothing = (candidate: RecallCandidate): boolean =>
  (candidate.type === 'passage' || candidate.type === 'exploration') && summaryTerms(candidate).size < 2

const scoredItems = (look: Look, files: ReturnType<typeof rankFiles>, weights: RecallWeights): readonly Scored[] => {
  const best = files[0]?.score ?? 0
  const asked = { ...look, files: new Map(files.map(({ path, score }) => [path, best <= 0 ? 0 : Math.max(0, score / best)])) }
  const isNaming = look.named.paths.length > 0 || look.named.errors.length > 0
  return look.history.candidates.flatMap((candidate, number): readonly Scored[] => {
    const matched = look.matched.get(number)
    if (matched === undefined && !isNaming) return []
    if (saysNothing(candidate)) return []
    const evidence = evidenceOf(asked, candidate, matched)
    if (evidence < weights.threshold * ofEvents * shareOfThreshold(look)) return []
    const values = itemValues(asked, candidate, matched)
    return [{ candidate, values, score: itemScore(values, weights), evidence, matched, terms: new Set() }]
  })
}

/** Nothing where nothing reaches the threshold; else events if any fits, which are shorter than passages and have less of any question. */
const fitting = (scored: readonly Scored[], threshold: number): readonly Scored[] => {
  if (!scored.some(({ evidence }) => evidence >= threshold)) return []
  const events = scored.filter(({ candidate, evidence }) => candidate.type !== 'passage' && evidence >= threshold * ofEvents)
  const fit = events.length > 0 ? events : scored.filter(({ evidence }) => evidence >= threshold)
  return [...fit].sort((a, b) => b.score - a.score || (a.candidate.id < b.candidate.id ? -1 : 1))
}

const chosenOf = (fit: readonly Scored[]): readonly Scored[] => {
  const least = (fit[0]?.score ?? 0) * leastOfBest
  return fit
    .filter(({ score }) => score >= least)
    .slice(0, maxCompared)
    .map((one) => ({ ...one, terms: summaryTerms(one.candidate) }))
}

const rounded = (score: number): number => Math.round(score * 1000) / 1000

const itemsOf = (look: Look, chosen: readonly Scored[], weights: RecallWeights): readonly RecallItem[] => {
  const valuesOf = new Map(chosen.map(({ candidate, values }) => [candidate, values]))
  const words = look.history.words.weigh(new Set([...look.terms, ...chosen.flatMap(({ terms }) => [...terms])]))
  const written = wordsOfTerms(look.question.prompt)
  return newestFirst(chosen, words).map((fresh): RecallItem => {
    const { id, type, status, summary, files, sessionId, commitId, occurredAt } = fresh.candidate
    const values = valuesOf.get(fresh.candidate)
    const shared = new Set((fresh.matched?.terms ?? []).map((term) => written.get(term) ?? term))
    return {
      id,
      type,
      status,
      isOlder: fresh.isOlder,
      summary,
      files,
      sessionId,
      commitId,
      occurredAt,
      score: rounded(fresh.score),
      because: values === undefined ? [] : reasonsFor(values, weights, fresh.score, [...shared]),
    }
  })
}

const redactedItem = (item: RecallItem, redact: (text: string) => string): RecallItem => ({
  ...item,
  summary: redactedCut(item.summary, redact),
  files: item.files.map(redact),
  because: item.because.map(redact),
})

interface Writing {
  readonly tokens: number
  /** For the age of items; null: none is shown. */
  readonly now: number | null
}

/** The answer without secrets: its text is written again, since redaction changes what fits. */
export const redactedAnswer = (answer: RecallAnswer, redact: (text: string) => string, writing: Writing): RecallAnswer => {
  const items = answer.items.map((item) => redactedItem(item, redact))
  return { ...answer, ...writeAnswer(items, writing), files: answer.files.map(redact) }
}

/** The answer to a question by some weights. */
export const answerOf = (
  look: Look,
  { tokens = maxRecallTokens, weights = shippedWeights, now, redact }: RecallOptions = {},
): RecallAnswer => {
  const files = rankFiles(look, weights)
  const chosen = chosenOf(fitting(scoredItems(look, files, weights), weights.threshold * shareOfThreshold(look)))
  const items = itemsOf(look, chosen, weights)
  const inOrder = [...items.filter((item) => !isWarning(item)), ...items.filter(isWarning)]
  const shown = redact === undefined ? inOrder : inOrder.map((item) => redactedItem(item, redact))
  const written = writeAnswer(shown, { now: now ?? look.question.asOf, tokens })
  const paths = files.slice(0, maxFiles).map(({ path }) => redact?.(path) ?? path)
  return { silent: written.items.length === 0, ...written, files: paths }
}

/** Deterministic. @param candidates of earlier sessions; in any order */
export const recall = (question: RecallQuestion, candidates: readonly RecallCandidate[], options: RecallOptions = {}): RecallAnswer =>
  answerOf(lookAt(question, candidates, options.others), options)
