/** The ancestors of a commit, replaced commits included. */
import type { CallParsed } from '../../contract/calls.ts'
import type { CommitView, HistoryView, LackingCommit } from '../../contract/commits.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { chainOf } from './chain-links.ts'
import { commitViews } from './commit-views.ts'
import { lackingIn } from './current-chain.ts'
import { findCommit } from './find-commit.ts'
import { ReplacedIndex } from './replaced-records.ts'

type Parts = Pick<EngineContext, 'store'>

/** Views in the order of the ids, replaced commits included. */
export const viewsOf = async (parts: Parts, ids: readonly string[]): Promise<readonly CommitView[]> => {
  const shown = new Map((await commitViews(parts.store.database, ids)).map((view) => [view.commitId, view]))
  const replaced = new ReplacedIndex(parts.store)
  const views: CommitView[] = []
  for (const id of ids) views.push(shown.get(id) ?? (await findCommit(parts, id, replaced)).commit)
  return views
}

interface Chain {
  /** Tip first. */
  readonly ids: readonly string[]
  /** Parent of the last, when the store does not have it. */
  readonly missingParent: string | null
  readonly lacking: readonly LackingCommit[]
}

const chainNamed = async (parts: Parts, name: string): Promise<Chain> => {
  const { commit } = await findCommit(parts, name)
  const links = await chainOf(parts.store, commit)
  const ids = links.map(({ commitId }) => commitId)
  return { ids, missingParent: links.at(-1)?.parentId ?? null, lacking: await lackingIn(parts.store, links) }
}

/** @throws StrataError not-found, ambiguous-id, malformed-id */
export const showHistory = async (parts: Parts, { commitId, depth }: CallParsed<'commit.history'>): Promise<HistoryView> => {
  const { ids, missingParent, lacking } = await chainNamed(parts, commitId)
  const shown = depth === undefined ? ids : ids.slice(0, depth)
  return { commits: await viewsOf(parts, shown), total: ids.length, missingParent, lacking }
}
