/** How well an event or a passage answers a question: one value from 0 to 1 for each signal. */
import type { RecallCandidate, RecallQuestion, RecallType } from './candidate.ts'
import { isSameBranch, isSameDirectory } from './file-signals.ts'
import type { EarlierSession, History } from './history.ts'
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

export interface Asked {
  readonly history: History
  readonly question: RecallQuestion
  readonly named: Named
  /** Terms of the question with their weight. */
  readonly terms: ReadonlySet<string>
  readonly mass: number
  readonly similar: ReadonlyMap<EarlierSession, number>
  /** Scores of files, the best is 1. */
  readonly files: ReadonlyMap<string, number>
}

const isNamed = ({ files }: RecallCandidate, { paths }: Named): boolean =>
  paths.some((path) => files.some((file) => isSamePath(file, path)))

const shareOf = (names: readonly string[], text: string): number =>
  names.length === 0 ? 0 : names.filter((name) => text.includes(name)).length / names.length

export const itemValues = (asked: Asked, candidate: RecallCandidate, matched: Matched | undefined): ItemValues => {
  const { history, question, named, mass, similar, files } = asked
  const { summary, text, type, graph = 0 } = candidate
  const session = history.sessionOf(candidate)
  const { score, mass: own } = matched ?? { score: 0, mass: 0 }
  const hasNames = named.symbols.length > 0 || named.errors.length > 0
  const whole = hasNames ? `${summary}\n${text}` : ''
  return {
    words: score / (score + halfScore),
    coverage: mass === 0 ? 0 : own / mass,
    named: isNamed(candidate, named) ? 1 : 0,
    symbols: shareOf(named.symbols, whole),
    errors: named.errors.length === 0 ? 0 : shareOf(named.errors, plainError(whole)),
    file: Math.max(0, ...candidate.files.map((path) => files.get(path) ?? 0)),
    votes: session === undefined ? 0 : (similar.get(session) ?? 0),
    recency: session === undefined ? 0 : halfAfter / (halfAfter + session.newer),
    branch: session !== undefined && isSameBranch(session, question) ? 1 : 0,
    directory: session !== undefined && isSameDirectory(session, question) ? 1 : 0,
    graph,
    type: typeValues[type],
  }
}

export const itemScore = (values: ItemValues, { items }: RecallWeights): number =>
  itemSignals.reduce((sum, signal) => sum + values[signal] * items[signal], 0)

/** What shows that it is about the question, apart from when and where it was said. */
export const evidenceOf = ({ coverage, named, symbols, errors }: ItemValues): number =>
  Math.max(coverage, named, errors, (coverage + symbols) / 1.5)

const reasons: Readonly<Record<ItemSignal, string>> = {
  words: 'words of the question',
  coverage: 'words of the question',
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

/** The signals that carried it, the strongest first. @param words terms that it shares with the question */
export const reasonsFor = (values: ItemValues, { items }: RecallWeights, score: number, words: readonly string[]): readonly string[] => {
  const carried = itemSignals
    .map((signal) => ({ signal, part: values[signal] * items[signal] }))
    .filter(({ part }) => part > 0 && part >= score * leastShare)
    .sort((a, b) => b.part - a.part)
  const shown = words.length === 0 ? '' : `: ${words.slice(0, 6).join(', ')}`
  return [
    ...new Set(carried.map(({ signal }) => (signal === 'words' || signal === 'coverage' ? `${reasons[signal]}${shown}` : reasons[signal]))),
  ]
}
