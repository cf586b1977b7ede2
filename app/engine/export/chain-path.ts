/** The commits that an export is made of: those that a conversation is rebuilt from. */
import { chooseCommits, type ChosenCommits } from '../../chains/choose-commits.ts'
import type { CommitView } from '../../contract/commits.ts'
import type { Store } from '../../store/store.ts'
import { chainOf } from '../commits/chain-links.ts'
import { stopOf } from '../materialise/materialise-commit.ts'

/**
 * @param stop compaction, root, or a name of an ancestor
 * @throws StrataError not-found, ambiguous-id, malformed-id
 */
export const chainPath = async (store: Store, tip: CommitView, stop: string): Promise<ChosenCommits> =>
  chooseCommits(await chainOf(store, tip), await stopOf(store, stop))
