/** The log: commits newest first, children before their parents, of everything or of what a name reaches. */
import { runQuery, type Answer, type Tables } from '../../analytics/queries/run-query.ts'
import type { CallParsed } from '../../contract/calls.ts'
import type { LogPage } from '../../contract/commits.ts'
import { commitViews } from './commit-views.ts'
import { matchingCommits, fitsRecord, type LogFilters } from './matching-commits.ts'
import { ancestorsOf, orderCommits, orderedCommits } from './order-commits.ts'
import { resolveName, type Named } from './resolve-name.ts'
import { StrataError } from '../../model/failure.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { withReplacedFallbacks } from './replaced-commits.ts'
import { showHistory } from './show-history.ts'

type LightCommit = Answer<'commitOrder'>

const tipOf = (named: Named): string | null => (named.kind === 'commit' ? named.commitId : named.tipCommitId)

/** A commit means its chain; a session means the chains of all its commits, beginnings that it shares with others included. */
const reachedFrom = (named: Named, commits: readonly LightCommit[]): ReadonlySet<LightCommit> => {
  const tip = tipOf(named)
  const own = named.kind === 'commit' ? [] : commits.filter(({ sessionId }) => sessionId === named.sessionId)
  return ancestorsOf(commits, [...(tip === null ? [] : [tip]), ...own.map(({ commitId }) => commitId)])
}

/** Most chains stay in one session and are ordered without reading the others. Undefined: a chain continues in another session. */
const reachedNear = async (tables: Tables, named: Named): Promise<readonly LightCommit[] | undefined> => {
  const session = named.kind === 'commit' ? null : named.sessionId
  const near = await runQuery(tables, 'commitOrder', { session, commit: tipOf(named) })
  const reached = [...reachedFrom(named, near)]
  const ids = new Set(reached.map(({ commitId }) => commitId))
  return reached.every(({ parentId }) => parentId === null || ids.has(parentId)) ? orderCommits(reached) : undefined
}

const reachedInAll = async (tables: Tables, named: Named): Promise<readonly LightCommit[]> => {
  const all = await orderedCommits(tables)
  const reached = reachedFrom(named, all)
  return all.filter((commit) => reached.has(commit))
}

const matching = async (tables: Tables, filters: LogFilters, commits: readonly LightCommit[]): Promise<readonly LightCommit[]> => {
  const fits = await matchingCommits(tables, filters)
  return fits === undefined ? commits : commits.filter(({ commitId }) => fits(commitId))
}

/** The commits that a name reaches, or all, in the order of the log. @throws StrataError not-found, ambiguous-id, malformed-id */
export const commitsReached = async (tables: Tables, of: string | undefined): Promise<readonly LightCommit[]> => {
  if (of === undefined) return orderedCommits(tables)
  const named = await resolveName(tables, of)
  return (await reachedNear(tables, named)) ?? reachedInAll(tables, named)
}

/** @throws StrataError not-found, ambiguous-id, malformed-id */
export const logChain = async (tables: Tables, input: CallParsed<'chain.log'>): Promise<LogPage> => {
  const found = await matching(tables, input, await commitsReached(tables, input.of))
  const quiet = input.quiet ? undefined : new Set((await runQuery(tables, 'quietCommits', {})).map(({ commitId }) => commitId))
  const shown = quiet === undefined ? found : found.filter(({ commitId }) => !quiet.has(commitId))
  const page = shown.slice(input.offset, input.offset + input.limit).map(({ commitId }) => commitId)
  const folded = quiet && found.flatMap(({ commitId }) => (quiet.has(commitId) ? [commitId] : []))
  return { commits: await commitViews(tables, page), total: shown.length, ...(folded === undefined ? {} : { folded }) }
}

const logReplaced = async (context: EngineContext, of: string, input: CallParsed<'chain.log'>): Promise<LogPage> => {
  const { offset, limit } = input
  const { commits } = await showHistory(context, { commitId: of })
  const fits = await matchingCommits(context.store.database, input)
  const found = commits.filter((commit) => fits === undefined || fits(commit.commitId) || fitsRecord(commit, input))
  return { commits: found.slice(offset, offset + limit), total: found.length }
}

/** @throws StrataError not-found, ambiguous-id, malformed-id */
export const logAny = async (context: EngineContext, input: CallParsed<'chain.log'>): Promise<LogPage> => {
  try {
    const page = await logChain(context.store.database, input)
    return { ...page, commits: await withReplacedFallbacks(context.store, page.commits) }
  } catch (thrown) {
    if (!(thrown instanceof StrataError) || thrown.code !== 'not-found' || input.of === undefined) throw thrown
    return logReplaced(context, input.of, input)
  }
}
