/** Which commits make up the conversation at a commit: for exports, their plan, the search for secrets, and materialised conversations. */
import { chooseCommits, type ChainLink, type ChosenCommits } from '../../chains/choose-commits.ts'
import type { CommitView } from '../../contract/commits.ts'
import { chainOf } from './chain-links.ts'
import type { Stop } from '../../chains/choose-commits.ts'
import { StrataError } from '../../model/failure.ts'
import type { Store } from '../../store/store.ts'
import { findCommit } from './find-commit.ts'

/** @throws StrataError not-found, with the word of the reference for a commit that is none */
export const stopOf = async (store: Store, stop: string): Promise<Stop> => {
  if (stop === 'compaction' || stop === 'root') return { kind: stop }
  try {
    return { kind: 'commit', commitId: (await findCommit({ store }, stop)).commit.commitId }
  } catch (thrown) {
    if (!(thrown instanceof StrataError) || thrown.code !== 'not-found') throw thrown
    throw new StrataError('not-found', `stop target ${stop} not found`, { stop }, thrown)
  }
}

/**
 * @param chain tip first, as chainOf gives it
 * @param stop compaction, root, or a name of an ancestor
 * @throws StrataError not-found, ambiguous-id, malformed-id
 */
export const chosenOf = async (store: Store, chain: readonly ChainLink[], stop: string): Promise<ChosenCommits> =>
  chooseCommits(chain, await stopOf(store, stop))

/** The same from the tip. */
export const chosenPath = async (store: Store, tip: CommitView, stop: string): Promise<ChosenCommits> =>
  chosenOf(store, await chainOf(store, tip), stop)
