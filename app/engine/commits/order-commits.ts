/** Puts commits in the order of a log: newest first, every child before its parent, the same order every time. */
import { runQuery, type Answer, type Tables } from '../../analytics/queries/run-query.ts'

export interface LinkedCommit {
  readonly commitId: string
  readonly parentId: string | null
  readonly sessionId: string
  /** Order in which the session's commits were cut. */
  readonly position: number
  /** Milliseconds since 1970. */
  readonly madeAt: number
}

/** A commit's place in the order: never before its ancestors, even when their clocks were wrong. */
interface Place {
  readonly commit: LinkedCommit
  readonly at: number
  /** Ancestors above it. */
  readonly depth: number
}

type Commits = ReadonlyMap<string, LinkedCommit>

/** The commits from `commit` up to the first that has a place, oldest last; a circle, which no honest table holds, is cut. */
const unplacedLine = (commit: LinkedCommit, commits: Commits, places: ReadonlyMap<string, Place>): readonly LinkedCommit[] => {
  const line: LinkedCommit[] = []
  const seen = new Set<string>()
  for (let at: LinkedCommit | undefined = commit; at !== undefined && !places.has(at.commitId) && !seen.has(at.commitId);) {
    line.push(at)
    seen.add(at.commitId)
    at = at.parentId === null ? undefined : commits.get(at.parentId)
  }
  return line
}

const placesOf = (commits: Commits): ReadonlyMap<string, Place> => {
  const places = new Map<string, Place>()
  for (const commit of commits.values()) {
    const line = unplacedLine(commit, commits, places)
    for (let index = line.length - 1; index >= 0; index -= 1) {
      const at = line[index]
      if (at === undefined) continue
      const parent = at.parentId === null ? undefined : places.get(at.parentId)
      const place = { commit: at, at: Math.max(at.madeAt, parent?.at ?? -Infinity), depth: (parent?.depth ?? -1) + 1 }
      places.set(at.commitId, place)
    }
  }
  return places
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const byPlace = (a: Place, b: Place): number =>
  b.at - a.at ||
  b.depth - a.depth ||
  compareTexts(a.commit.sessionId, b.commit.sessionId) ||
  b.commit.position - a.commit.position ||
  compareTexts(a.commit.commitId, b.commit.commitId)

/** Orders all the commits given. */
export const orderCommits = <C extends LinkedCommit>(commits: readonly C[]): readonly C[] => {
  const byId = new Map(commits.map((commit) => [commit.commitId, commit]))
  return [...placesOf(byId).values()].sort(byPlace).map(({ commit }) => commit as C)
}

/** The commits that can be reached along parents from those with the given ids, themselves included. */
export const ancestorsOf = <C extends LinkedCommit>(commits: readonly C[], startIds: readonly string[]): ReadonlySet<C> => {
  const byId = new Map(commits.map((commit) => [commit.commitId, commit]))
  const reached = new Set<C>()
  for (const start of startIds) {
    for (let at = byId.get(start); at !== undefined && !reached.has(at); at = at.parentId === null ? undefined : byId.get(at.parentId))
      reached.add(at)
  }
  return reached
}

type LightCommit = Answer<'commitOrder'>

interface Kept {
  readonly fingerprint: string
  readonly commits: Promise<readonly LightCommit[]>
}

const kept = new WeakMap<Tables, Kept>()

const readOrdered = async (tables: Tables): Promise<readonly LightCommit[]> =>
  orderCommits(await runQuery(tables, 'commitOrder', { session: null, commit: null }))

/** Every commit with its parent, newest first, children before parents. */
export const orderedCommits = async (tables: Tables): Promise<readonly LightCommit[]> => {
  const fingerprint = (await runQuery(tables, 'commitFingerprint', {}))[0]?.fingerprint ?? ''
  const before = kept.get(tables)
  if (before?.fingerprint === fingerprint) return before.commits
  const commits = readOrdered(tables)
  kept.set(tables, { fingerprint, commits })
  commits.catch(() => kept.delete(tables))
  return commits
}
