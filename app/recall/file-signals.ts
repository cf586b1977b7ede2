/** How likely it is that a file is about to be read or changed: one value from 0 to 1 for each signal. */
import type { RecallQuestion } from './candidate.ts'
import type { EarlierSession, History, KnownFile } from './history.ts'
import { isSamePath, type Named } from './named.ts'
import { termsIn } from './terms.ts'
import type { FileSignal, RecallWeights } from './weights.ts'
import { fileSignals } from './weights.ts'
import type { Matched } from './word-index.ts'

export type FileValues = Readonly<Record<FileSignal, number>>

/** Sessions after which recency is worth half. */
const halfAfter = 4
/** Passages and sessions that count: many weak ones are no strong one. */
const bestPassages = 3
const bestSessions = 12

const fades = (newer: number): number => halfAfter / (halfAfter + newer)

const commonBranches = /^(?:|HEAD|main|master|trunk|develop|dev)$/i

const folderOf = (cwd: string): string => cwd.replaceAll('\\', '/').replace(/\/+$/, '')

export const isSameBranch = (session: EarlierSession, { branch }: RecallQuestion): boolean =>
  branch !== null && !commonBranches.test(branch) && session.branch === branch

export const isSameDirectory = (session: EarlierSession, { cwd }: RecallQuestion): boolean =>
  cwd !== null && session.cwd !== null && folderOf(session.cwd) === folderOf(cwd)

const sumOfBest = (values: readonly number[], count: number): number =>
  [...values]
    .sort((a, b) => b - a)
    .slice(0, count)
    .reduce((sum, value) => sum + value, 0)

/** Values divided by the largest. */
const normalised = <K>(values: ReadonlyMap<K, number>): ReadonlyMap<K, number> => {
  const largest = Math.max(0, ...values.values())
  return largest === 0 ? values : new Map([...values].map(([key, value]) => [key, value / largest]))
}

/** How much of the question each session speaks of, relative to the one that does most. */
export const similarSessions = (history: History, matched: ReadonlyMap<number, Matched>): ReadonlyMap<EarlierSession, number> =>
  normalised(
    new Map(
      history.sessions.map((session) => [
        session,
        sumOfBest(
          session.candidates.map((number) => matched.get(number)?.score ?? 0),
          bestPassages,
        ),
      ]),
    ),
  )

/** Newest sessions that fit, the value of the newest one that touched the file. */
const newestOf = (sessions: readonly EarlierSession[]): ReadonlyMap<string, number> => {
  const values = new Map<string, number>()
  for (const [newer, { files }] of sessions.entries()) for (const path of files) if (!values.has(path)) values.set(path, fades(newer))
  return values
}

interface Looked {
  readonly history: History
  readonly question: RecallQuestion
  readonly named: Named
  readonly terms: ReadonlySet<string>
  readonly matched: ReadonlyMap<number, Matched>
  readonly similar: ReadonlyMap<EarlierSession, number>
}

const votesOf = ({ similar }: Looked): ReadonlyMap<string, number> => {
  const best = [...similar].sort(([, a], [, b]) => b - a).slice(0, bestSessions)
  const votes = new Map<string, number>()
  for (const [{ files }, value] of best) for (const path of files) votes.set(path, (votes.get(path) ?? 0) + value)
  return normalised(votes)
}

const pathShare = ({ history, terms }: Looked, path: string): number => {
  const own = new Set(termsIn(path))
  let [all, found] = [0, 0]
  for (const term of own) {
    const weight = history.words.weightOf(term)
    all += weight
    if (terms.has(term)) found += weight
  }
  return all === 0 ? 0 : found / all
}

/** One row for each file that an earlier session touched. */
export const fileValues = (looked: Looked): ReadonlyMap<KnownFile, FileValues> => {
  const { history, question, named, matched } = looked
  const files = [...history.files.values()]
  const recency = newestOf(history.sessions)
  const branch = newestOf(history.sessions.filter((session) => isSameBranch(session, question)))
  const directory = newestOf(history.sessions.filter((session) => isSameDirectory(session, question)))
  const votes = votesOf(looked)
  const frequency = normalised(new Map(files.map(({ path, sessions }) => [path, Math.log1p(sessions.size)])))
  const words = normalised(
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
  return new Map(
    files.map((file) => {
      const { path } = file
      return [
        file,
        {
          recency: recency.get(path) ?? 0,
          frequency: frequency.get(path) ?? 0,
          words: words.get(path) ?? 0,
          votes: votes.get(path) ?? 0,
          branch: branch.get(path) ?? 0,
          directory: directory.get(path) ?? 0,
          named: named.paths.some((one) => isSamePath(path, one)) ? 1 : 0,
          pathWords: pathShare(looked, path),
        },
      ]
    }),
  )
}

export const fileScore = (values: FileValues, { files }: RecallWeights): number =>
  fileSignals.reduce((sum, signal) => sum + values[signal] * files[signal], 0)
