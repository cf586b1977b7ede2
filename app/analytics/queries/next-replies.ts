/** How large the context was at the first reply after each compaction: the one number for what clients do not record. */
import { runQuery, type Answer, type Tables } from './run-query.ts'
import type { ExactCount } from '../../model/exact-count.ts'

type Size = Answer<'contextSizes'>
type Boundary = Answer<'contextCompactions'>
type Commit = Answer<'contextCommits'>

/** Tokens of the next reply, by the place of the compaction's record; undefined: no reply with usage follows it. */
export type NextReplies = (place: { readonly sourceId: string; readonly line: number }) => ExactCount | undefined

const keyOf = ({ sourceId, line }: { readonly sourceId: string; readonly line: number }): string => `${line} ${sourceId}`

/** The commit that begins with the summary: the boundary may end the commit before. */
const beginningOf = ({ commitId }: Boundary, commits: ReadonlyMap<string, Commit>): string | null => {
  const own = commitId === null ? undefined : commits.get(commitId)
  if (own === undefined || own.commitType === 'compaction') return commitId
  const next = [...commits.values()].find(
    ({ parentId, chain, commitType }) => parentId === own.commitId && chain === own.chain && commitType === 'compaction',
  )
  return next?.commitId ?? commitId
}

/** Whether a commit is another one, or follows it. */
const isFrom = (commitId: string | null, first: string | null, commits: ReadonlyMap<string, Commit>): boolean => {
  const seen = new Set<string>()
  for (let at = commitId; at !== null && !seen.has(at); at = commits.get(at)?.parentId ?? null) {
    if (at === first) return true
    seen.add(at)
  }
  return false
}

export const findNextReplies = (sizes: readonly Size[], boundaries: readonly Boundary[], commits: readonly Commit[]): NextReplies => {
  const byId = new Map(commits.map((commit) => [commit.commitId, commit]))
  const found = new Map<string, ExactCount>()
  for (const boundary of boundaries) {
    const first = beginningOf(boundary, byId)
    const later = sizes.filter(({ sourceId, line }) => sourceId === boundary.sourceId && line > boundary.line)
    const next = later.sort((one, other) => one.line - other.line).find(({ commitId }) => isFrom(commitId, first, byId))
    if (next !== undefined) found.set(keyOf(boundary), next.tokens)
  }
  return (place) => found.get(keyOf(place))
}

/** Reads the next reply after every compaction of a session. */
export const nextReplies = async (tables: Tables, session: string): Promise<NextReplies> => {
  const boundaries = await runQuery(tables, 'contextCompactions', { session })
  if (boundaries.length === 0) return () => undefined
  const sizes = await runQuery(tables, 'contextSizes', { session })
  return findNextReplies(sizes, boundaries, await runQuery(tables, 'contextCommits', { session }))
}
