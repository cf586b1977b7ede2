/** Which commits of a chain make up the conversation that an agent would see from its tip. */
import type { CommitType } from '../model/context-commit.ts'
import { StrataError } from '../model/failure.ts'

/** A commit as far as its place in the chain and the bytes of its artifact go. */
export interface ChainLink {
  readonly commitId: string
  readonly parentId: string | null
  readonly commitType: CommitType
  readonly format: string
  readonly artifactHash: string
  /** For a compaction: uuids of the messages that the client kept word for word. */
  readonly preserved: readonly string[]
  /** As its record says; null: it does not. */
  readonly tokenCount: number | null
}

/** Where to stop on the way to the root: at the nearest compaction or snapshot, nowhere, or at a commit, that commit included. */
export type Stop = { readonly kind: 'compaction' } | { readonly kind: 'root' } | { readonly kind: 'commit'; readonly commitId: string }

/** Stands for what is before it: a summary of it, or the same again. */
const standsForWhatIsBefore = ({ commitType }: ChainLink): boolean => commitType === 'compaction' || commitType === 'snapshot'

/** The chain has to reach its root to be told from there. */
const checkRoot = (chain: readonly ChainLink[]): void => {
  const last = chain.at(-1)
  if (last === undefined || last.parentId === null) return
  throw new StrataError('not-found', `The store does not hold ${last.parentId}, the parent of ${last.commitId}`, {
    commit: last.commitId,
    parent: last.parentId,
  })
}

const upTo = (chain: readonly ChainLink[], index: number): readonly ChainLink[] => {
  if (index === -1) checkRoot(chain)
  return index === -1 ? chain : chain.slice(0, index + 1)
}

const stretch = (chain: readonly ChainLink[], stop: Stop): readonly ChainLink[] => {
  if (stop.kind === 'root') return upTo(chain, -1)
  if (stop.kind === 'compaction') return upTo(chain, chain.findIndex(standsForWhatIsBefore))
  const index = chain.findIndex(({ commitId }) => commitId === stop.commitId)
  if (index === -1)
    throw new StrataError('not-found', `stop target ${stop.commitId} not found: it is no ancestor of ${chain[0]?.commitId ?? 'nothing'}`, {
      stop: stop.commitId,
    })
  return upTo(chain, index)
}

/**
 * The commits whose artifacts follow each other, root first. A compaction or a snapshot counts where it is the first: anywhere else
 * what it stands for is there already.
 * @param chain tip first, each followed by its parent, as far as the store holds it.
 * @throws StrataError not-found when the chain does not reach the stop.
 */
export const chooseCommits = (chain: readonly ChainLink[], stop: Stop): readonly ChainLink[] =>
  [...stretch(chain, stop)].reverse().filter((link, index) => index === 0 || !standsForWhatIsBefore(link))
