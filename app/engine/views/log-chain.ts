/** The log: commits newest first, children before their parents, of everything or of what a name reaches. */
import type { Answer, Tables } from '../../analytics/ask.ts'
import type { CallParsed } from '../../contract/calls.ts'
import type { LogPage } from '../../contract/views.ts'
import { commitViews } from './commit-views.ts'
import { matchingCommits, type LogFilters } from './matching-commits.ts'
import { ancestorsOf } from './order-commits.ts'
import { orderedCommits } from './ordered-commits.ts'
import { resolveName, type Named } from './resolve-name.ts'

type LightCommit = Answer<'commitOrder'>

/** A commit means its chain; a session means the chains of all its commits, beginnings that it shares with others included. */
const reachedFrom = (named: Named, commits: readonly LightCommit[]): readonly LightCommit[] => {
  const tip = named.kind === 'commit' ? named.commitId : named.tipCommitId
  const own = named.kind === 'commit' ? [] : commits.filter(({ sessionId }) => sessionId === named.sessionId)
  const reached = ancestorsOf(commits, [...(tip === null ? [] : [tip]), ...own.map(({ commitId }) => commitId)])
  return commits.filter((commit) => reached.has(commit))
}

const matching = async (tables: Tables, filters: LogFilters, commits: readonly LightCommit[]): Promise<readonly LightCommit[]> => {
  const fits = await matchingCommits(tables, filters)
  return fits === undefined ? commits : commits.filter(({ commitId }) => fits(commitId))
}

/** The commits that a name reaches, or all, in the order of the log. @throws StrataError not-found, ambiguous-id, malformed-id */
export const commitsReached = async (tables: Tables, of: string | undefined): Promise<readonly LightCommit[]> => {
  if (of === undefined) return orderedCommits(tables)
  const [named, all] = await Promise.all([resolveName(tables, of), orderedCommits(tables)])
  return reachedFrom(named, all)
}

/** @throws StrataError not-found, ambiguous-id, malformed-id */
export const logChain = async (tables: Tables, input: CallParsed<'chain.log'>): Promise<LogPage> => {
  const found = await matching(tables, input, await commitsReached(tables, input.of))
  const page = found.slice(input.offset, input.offset + input.limit).map(({ commitId }) => commitId)
  return { commits: await commitViews(tables, page), total: found.length }
}
