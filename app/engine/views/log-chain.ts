/** The log: commits newest first, children before their parents, of everything or of what a name reaches. */
import type { Answer, Tables } from '../../analytics/ask.ts'
import { ask } from '../../analytics/ask.ts'
import type { CallParsed } from '../../contract/calls.ts'
import type { LogPage } from '../../contract/views.ts'
import { commitViews } from './commit-views.ts'
import { ancestorsOf, orderCommits } from './order-commits.ts'
import { resolveName } from './resolve-name.ts'
import { wordsOf } from './words-of.ts'

type LightCommit = Answer<'commitOrder'>

/** A commit means its chain; a session means the chains of all its commits, beginnings that it shares with others included. */
const reachedFrom = async (tables: Tables, of: string, commits: readonly LightCommit[]): Promise<readonly LightCommit[]> => {
  const named = await resolveName(tables, of)
  if (named.kind === 'commit') return ancestorsOf(commits, [named.commitId])
  const own = commits.filter(({ sessionId }) => sessionId === named.sessionId).map(({ commitId }) => commitId)
  return ancestorsOf(commits, named.tipCommitId === null ? own : [...own, named.tipCommitId])
}

/** @throws StrataError not-found, ambiguous-id, malformed-id */
export const logChain = async (tables: Tables, input: CallParsed<'chain.log'>): Promise<LogPage> => {
  const all = await ask(tables, 'commitOrder', { words: wordsOf(input.text) })
  const reached = input.of === undefined ? all : await reachedFrom(tables, input.of, all)
  const matching = orderCommits(reached).filter(({ matches }) => matches)
  const page = matching.slice(input.offset, input.offset + input.limit).map(({ commitId }) => commitId)
  return { commits: await commitViews(tables, page), total: matching.length }
}
