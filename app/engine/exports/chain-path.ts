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
  /** It begins with a sub-agent: what the agent that started it knew is not part of it. */
  readonly isSubAgent: boolean
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

/** The first commit of the sub-agent that a line ends with; -1 when it is no sub-agent's. */
const lastSpawn = async (store: Store, line: readonly ChainLink[]): Promise<number> => {
  const views = await commitViews(
    store.database,
    line.map(({ commitId }) => commitId),
  )
  const spawned = new Set(views.flatMap(({ branchOf, commitId }) => (branchOf === 'spawn' ? [commitId] : [])))
  return line.map(({ commitId }) => spawned.has(commitId)).lastIndexOf(true)
}

/**
 * @param stop compaction, root, or a name of an ancestor; the commit that it names is part of the path.
 * @throws StrataError not-found, ambiguous-id, malformed-id
 */
export const chainPath = async (store: Store, tip: CommitView, stop: string): Promise<ChainPath> => {
  const line = [...(await chainOf(store, tip))].reverse()
  const spawn = await lastSpawn(store, line)
  const begin = await beginning(store, line, stop)
  const from = Math.max(begin, spawn)
  return {
    links: line.slice(from),
    before: line.slice(Math.max(0, spawn), from),
    isSubAgent: spawn > 0 && spawn >= begin,
    isCutShort: from === 0 && (line[0]?.parentId ?? null) !== null,
  }
}
