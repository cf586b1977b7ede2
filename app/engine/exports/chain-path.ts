/** The commits that an export is made of: those that lead to a commit, as far back as it goes. */
import type { ChainLink } from '../../chains/choose-commits.ts'
import type { CommitView } from '../../contract/views.ts'
import { StrataError } from '../../model/failure.ts'
import type { Store } from '../../store/store.ts'
import { chainOf } from '../materialise/chain-links.ts'
import { commitViews } from '../views/commit-views.ts'
import { findCommit } from '../views/find-commit.ts'

export interface ChainPath {
  /** Root first; the last is the commit itself. */
  readonly links: readonly ChainLink[]
  /** Those before them, root first. */
  readonly before: readonly ChainLink[]
  /** First commits of sub-agents: what is before them is what the agent knew that started them. */
  readonly spawned: ReadonlySet<string>
  /** The store does not have the commit that it goes on from. */
  readonly isCutShort: boolean
}

const standsForWhatIsBefore = ({ commitType }: ChainLink): boolean => commitType !== 'delta'

/** Where an export that stops at `stop` begins; 0 is the root. */
const beginning = async (store: Store, line: readonly ChainLink[], stop: string): Promise<number> => {
  if (stop === 'root') return 0
  if (stop === 'compaction') return Math.max(0, line.map(standsForWhatIsBefore).lastIndexOf(true))
  const target = (await findCommit({ store }, stop)).commit.commitId
  const at = line.findIndex(({ commitId }) => commitId === target)
  if (at === -1) throw new StrataError('not-found', `stop target ${stop} not found: it is no ancestor of the commit`, { stop })
  return at
}

const spawnedIn = async (store: Store, line: readonly ChainLink[]): Promise<ReadonlySet<string>> => {
  const views = await commitViews(
    store.database,
    line.map(({ commitId }) => commitId),
  )
  return new Set(views.flatMap(({ branchOf, commitId }) => (branchOf === 'spawn' ? [commitId] : [])))
}

/**
 * The same commits as those that a conversation is rebuilt from.
 * @param stop compaction, root, or a name of an ancestor; the commit that it names is part of the path.
 * @throws StrataError not-found, ambiguous-id, malformed-id
 */
export const chainPath = async (store: Store, tip: CommitView, stop: string): Promise<ChainPath> => {
  const line = [...(await chainOf(store, tip))].reverse()
  const from = await beginning(store, line, stop)
  return {
    links: line.slice(from),
    before: line.slice(0, from),
    spawned: await spawnedIn(store, line),
    isCutShort: from === 0 && (line[0]?.parentId ?? null) !== null,
  }
}
