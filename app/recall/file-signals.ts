/** How likely it is that a file is about to be read or changed: one value from 0 to 1 for each signal. */
import type { RecallQuestion } from './candidate.ts'
import type { EarlierSession, History, KnownFile } from './history.ts'
import { isSamePath, type Named } from './named.ts'
import { termsIn } from './terms.ts'
import { fileSignals, type FileSignal, type RecallWeights } from './weights.ts'
import { WordIndex, type Matched } from './word-index.ts'

export type FileValues = Readonly<Record<FileSignal, number>>

/** Sessions after which recency is worth half. */
const halfAfter = 15
/** How much less an earlier session of the same branch or folder counts than the next one. */
const fading = 0.8
/** Passages of a file that count: many weak ones are no strong one. */
const bestPassages = 3
/** Sessions that vote; the most similar counts most by far. */
const voters = 30
const voteExponent = 3
/** Files with which others were touched, and how their values are added. */
const seeds = 8
const seedWeights: Partial<Record<FileSignal, number>> = { words: 1, votes: 1, named: 2, branch: 1, directory: 0.5, pathWords: 0.5 }

const commonBranches = /^(?:|HEAD|main|master|trunk|develop|dev)$/i

const folderOf = (cwd: string): string => cwd.replaceAll('\\', '/').replace(/\/+$/, '')

export const isSameBranch = ({ branches }: EarlierSession, { branch }: RecallQuestion): boolean =>
  branch !== null && !commonBranches.test(branch) && branches.has(branch)

export const isSameDirectory = (session: EarlierSession, { cwd }: RecallQuestion): boolean =>
  cwd !== null && session.cwd !== null && folderOf(session.cwd) === folderOf(cwd)

const sumOfBest = (values: readonly number[], count: number): number =>
  [...values]
    .sort((a, b) => b - a)
    .slice(0, count)
    .reduce((sum, value) => sum + value, 0)

type Values<K> = ReadonlyMap<K, number>

/** Values divided by the largest. */
const normalised = <K>(values: Values<K>): Values<K> => {
  let largest = 0
  for (const value of values.values()) largest = Math.max(largest, value)
  return largest === 0 ? values : new Map([...values].map(([key, value]) => [key, value / largest]))
}

/** How much of the question each session has, relative to the one that has most. */
export const similarSessions = ({ words, sessions }: History, terms: ReadonlySet<string>): Values<EarlierSession> => {
  const groups = sessions.map(({ candidates }) => candidates)
  const { matched } = words.matchGroups(groups, terms)
  return normalised(new Map(sessions.map((session, at) => [session, matched.get(at)?.score ?? 0])))
}

/** The newest session first. */
const newestOf = (sessions: readonly EarlierSession[]): Values<string> => {
  const values = new Map<string, number>()
  for (const [newer, { files }] of sessions.entries())
    for (const path of files) if (!values.has(path)) values.set(path, halfAfter / (halfAfter + newer))
  return values
}

/** The newest session first; each adds to the files that it touched. */
const fadingOf = (sessions: readonly EarlierSession[]): Values<string> => {
  const values = new Map<string, number>()
  for (const [newer, { files }] of sessions.entries()) for (const path of files) values.set(path, (values.get(path) ?? 0) + fading ** newer)
  return normalised(values)
}

const votesOf = (similar: Values<EarlierSession>): Values<string> => {
  const best = [...similar].sort(([, a], [, b]) => b - a).slice(0, voters)
  const votes = new Map<string, number>()
  for (const [{ files }, value] of best) for (const path of files) votes.set(path, (votes.get(path) ?? 0) + value ** voteExponent)
  return normalised(votes)
}

const pathWordsOf = (files: readonly KnownFile[], terms: ReadonlySet<string>): Values<string> => {
  const { matched } = new WordIndex(files.map(({ path }) => ({ text: path, terms: () => [...new Set(termsIn(path))] }))).match(terms)
  return normalised(new Map(files.map(({ path }, at) => [path, matched.get(at)?.score ?? 0])))
}

const wordsOf = (files: readonly KnownFile[], matched: ReadonlyMap<number, Matched>): Values<string> =>
  normalised(
    new Map(
      files.map(({ path, candidates }) => [
        path,
        sumOfBest(
          candidates.map((number) => matched.get(number)?.score ?? 0),
          bestPassages,
        ),
      ]),
    ),
  )

/** Files that were touched with those that are likely, turn by turn. */
const togetherOf = (history: History, likely: readonly (readonly [KnownFile, number])[]): Values<string> => {
  const values = new Map<string, number>()
  for (const [{ path, candidates }, value] of likely)
    for (const number of candidates)
      for (const other of new Set(history.candidates[number]?.files))
        if (other !== path) values.set(other, (values.get(other) ?? 0) + value / candidates.length)
  return normalised(values)
}

interface Looked {
  readonly history: History
  readonly question: RecallQuestion
  readonly named: Named
  readonly terms: ReadonlySet<string>
  readonly matched: ReadonlyMap<number, Matched>
  readonly similar: Values<EarlierSession>
}

/** One row for each file that an earlier session touched. */
export const fileValues = ({ history, question, named, terms, matched, similar }: Looked): ReadonlyMap<KnownFile, FileValues> => {
  const files = [...history.files.values()]
  const { sessions } = history
  const alone: Readonly<Record<Exclude<FileSignal, 'together'>, Values<string>>> = {
    recency: newestOf(sessions),
    frequency: normalised(new Map(files.map((file) => [file.path, Math.log1p(file.sessions.size)]))),
    words: wordsOf(files, matched),
    votes: votesOf(similar),
    branch: fadingOf(sessions.filter((session) => isSameBranch(session, question))),
    directory: fadingOf(sessions.filter((session) => isSameDirectory(session, question))),
    named: new Map(files.map(({ path }) => [path, named.paths.some((one) => isSamePath(path, one)) ? 1 : 0])),
    pathWords: pathWordsOf(files, terms),
  }
  const likelihood = (path: string): number =>
    Object.entries(alone).reduce((sum, [signal, values]) => sum + (values.get(path) ?? 0) * (seedWeights[signal as FileSignal] ?? 0), 0)
  const likely = files
    .map((file) => [file, likelihood(file.path)] as const)
    .filter(([, value]) => value > 0)
    .sort(([one, a], [other, b]) => b - a || (one.path < other.path ? -1 : 1))
    .slice(0, seeds)
  const all: Readonly<Record<FileSignal, Values<string>>> = { ...alone, together: togetherOf(history, likely) }
  const valuesOf = (path: string): FileValues =>
    Object.fromEntries(fileSignals.map((signal) => [signal, all[signal].get(path) ?? 0])) as unknown as FileValues
  return new Map(files.map((file) => [file, valuesOf(file.path)]))
}

export const fileScore = (values: FileValues, { files }: RecallWeights): number =>
  fileSignals.reduce((sum, signal) => sum + values[signal] * files[signal], 0)
