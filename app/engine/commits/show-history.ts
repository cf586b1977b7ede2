/** The ancestors of a commit, replaced commits included. */
import type { CallParsed } from '../../contract/calls.ts'
import type { CommitView, HistoryView } from '../../contract/commits.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { chainOf } from './chain-links.ts'
import { commitViews } from './commit-views.ts'
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
}

const idsOfChain = async (parts: Parts, name: string): Promise<Chain> => {
  const links = await chainOf(parts.store, (await findCommit(parts, name)).commit)
  return { ids: links.map(({ commitId }) => commitId), missingParent: links.at(-1)?.parentId ?? null }
}

/** @throws StrataError not-found, ambiguous-id, malformed-id */
export const showHistory = async (parts: Parts, { commitId, depth }: CallParsed<'commit.history'>): Promise<HistoryView> => {
  const { ids, missingParent } = await idsOfChain(parts, commitId)
  const shown = depth === undefined ? ids : ids.slice(0, depth)
  return { commits: await viewsOf(parts, shown), total: ids.length, missingParent }
}
