/** How well an event or a passage answers a question: one value from 0 to 1 for each signal. */
import type { RecallType } from '../model/recall.ts'
import type { RecallCandidate } from './candidate.ts'
import { isSameBranch, isSameDirectory } from './file-signals.ts'
import { summaryTerms } from './history.ts'
import type { Look } from './look.ts'
import { isSamePath, plainError, type Named } from './named.ts'
import { itemSignals, type ItemSignal, type RecallWeights } from './weights.ts'
import type { Matched } from './word-index.ts'

export type ItemValues = Readonly<Record<ItemSignal, number>>

/** How much a type settles. */
const typeValues: Readonly<Record<RecallType, number>> = {
  decision: 1,
  rejection: 1,
  tradeoff: 0.9,
  passage: 0.4,
  exploration: 0.3,
  raw: 0,
}

/** BM25 at which words are worth half. */
const halfScore = 8
/** Sessions after which recency is worth half. */
const halfAfter = 8

export interface Asked extends Omit<Look, 'files'> {
  /** Scores of files, the best is 1. */
  readonly files: ReadonlyMap<string, number>
}

const isNamed = ({ files }: RecallCandidate, { paths }: Named): boolean =>
  paths.some((path) => files.some((file) => isSamePath(file, path)))

const shareOf = (names: readonly string[], text: string): number =>
  names.length === 0 ? 0 : names.filter((name) => text.includes(name)).length / names.length

const weightIn = ({ terms, rarities }: Asked, own: ReadonlySet<string>): number =>
  [...terms].reduce((sum, term) => sum + (own.has(term) ? (rarities.get(term) ?? 0) : 0), 0)

/** Signals of the session that it is from. */
const sessionValues = ({ history, question, similar }: Asked, candidate: RecallCandidate) => {
  const session = history.sessionOf(candidate)
  if (session === undefined) return { votes: 0, recency: 0, branch: 0, directory: 0 }
  return {
    votes: similar.get(session) ?? 0,
    recency: halfAfter / (halfAfter + session.newer),
    branch: isSameBranch(session, question) ? 1 : 0,
    directory: isSameDirectory(session, question) ? 1 : 0,
  }
}

const nameValues = ({ named }: Asked, candidate: RecallCandidate) => {
  const { symbols, errors } = named
  const whole = symbols.length > 0 || errors.length > 0 ? `${candidate.summary}\n${candidate.text}` : ''
  return {
    named: isNamed(candidate, named) ? 1 : 0,
    symbols: shareOf(symbols, whole),
    errors: errors.length === 0 ? 0 : shareOf(errors, plainError(whole)),
  }
}

const wordValues = (asked: Asked, candidate: RecallCandidate, matched: Matched | undefined) => {
  const { mass } = asked
  if (matched === undefined || mass === 0) return { words: 0, coverage: 0, summary: 0 }
  return {
    words: matched.score / (matched.score + halfScore),
    coverage: matched.mass / mass,
    summary: weightIn(asked, summaryTerms(candidate)) / mass,
  }
}

export const itemValues = (asked: Asked, candidate: RecallCandidate, matched: Matched | undefined): ItemValues => ({
  ...wordValues(asked, candidate, matched),
  ...nameValues(asked, candidate),
  ...sessionValues(asked, candidate),
  file: candidate.files.reduce((best, path) => Math.max(best, asked.files.get(path) ?? 0), 0),
  graph: candidate.graph ?? 0,
  type: typeValues[candidate.type],
})

export const itemScore = (values: ItemValues, { items }: RecallWeights): number =>
  itemSignals.reduce((sum, signal) => sum + values[signal] * items[signal], 0)

/** What a file, an error or nothing but names show. */
const exactly = 1_000

/**
 * What shows that it is about the question, apart from when and where it was said: how many rare words they share, more where these are
 * neighbours in both, how much of the question that is, and whether its other words are known here at all.
 */
export const evidenceOf = (asked: Asked, candidate: RecallCandidate, matched: Matched | undefined): number => {
  const { named, errors, symbols } = nameValues(asked, candidate)
  if (named > 0 || errors > 0) return exactly
  if (matched === undefined || asked.mass === 0) return 0
  const texts = asked.history.size
  // The weight of a word that is in one text alone.
  const rarest = Math.log(1 + texts)
  const shared = (matched.mass + matched.pairMass) / Math.max(1, rarest)
  return asked.known ** (2 * sizeOf(texts)) * Math.sqrt(matched.mass / asked.mass) * shared * (1 + symbols)
}

/** Texts of a history in which most words of its project occur. */
const manyTexts = 5_000

/** From 0 to 1: the more texts, the more words are known, and the more of them meet by chance. */
export const sizeOf = (texts: number): number => Math.min(1, Math.log(1 + texts) / Math.log(1 + manyTexts))

const reasons: Readonly<Record<ItemSignal, string>> = {
  words: 'words of the question',
  coverage: 'words of the question',
  summary: 'words of the question',
  named: 'a file of the question',
  symbols: 'a name of the question',
  errors: 'an error of the question',
  file: 'a likely file',
  votes: 'a similar session',
  recency: 'recent',
  branch: 'the same branch',
  directory: 'the same folder',
  graph: 'near in the graph',
  type: 'settles something',
}

/** Share of the score from which a signal counts as a reason. */
const leastShare = 0.1

/** The signals that carried it, the strongest first. @param words those that it shares with the question */
export const reasonsFor = (values: ItemValues, { items }: RecallWeights, score: number, words: readonly string[]): readonly string[] => {
  const carried = itemSignals
    .map((signal) => ({ signal, part: values[signal] * items[signal] }))
    .filter(({ part }) => part > 0 && part >= score * leastShare)
    .sort((a, b) => b.part - a.part)
  const shown = words.length === 0 ? '' : `: ${words.slice(0, 6).join(', ')}`
  return [
    ...new Set(
      carried.map(({ signal }) =>
        signal === 'words' || signal === 'coverage' || signal === 'summary' ? `${reasons[signal]}${shown}` : reasons[signal],
      ),
    ),
  ]
}
