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
  /** The first commit of a sub-agent: the agent did not see the conversation of its caller, which is before it. */
  readonly beginsAgent: boolean
  /** Its session is cut in another way now: no table has its records under its id. */
  readonly isReplaced?: boolean
  /** The replaced commit that ended with the same record, and that the chain was asked for or continues. */
  readonly earlierId?: string
}

/**
 * Where to stop on the way to the root: at the nearest compaction, snapshot or first commit of a sub-agent, nowhere, or at a commit.
 * The commit that it stops at is included.
 */
export type Stop = { readonly kind: 'compaction' } | { readonly kind: 'root' } | { readonly kind: 'commit'; readonly commitId: string }

export interface ChosenCommits {
  /** The commits whose artifacts follow each other, root first. Compactions and snapshots other than the first commit are excluded. */
  readonly path: readonly ChainLink[]
  /** The commits before the path, root first. */
  readonly before: readonly ChainLink[]
  /** The last commit that the store does not have the parent of; undefined: the chain reaches the stop. */
  readonly brokenAt: ChainLink | undefined
}

/** A summary of what is before it, or a copy of it. */
export const replacesEarlier = ({ commitType }: ChainLink): boolean => commitType !== 'delta'

const begins = (link: ChainLink): boolean => replacesEarlier(link) || link.beginsAgent

/** Place of the commit that the path begins with; -1: the chain does not say. */
const beginning = (chain: readonly ChainLink[], stop: Stop): number => {
  if (stop.kind === 'root') return -1
  if (stop.kind === 'compaction') return chain.findIndex(begins)
  const index = chain.findIndex(({ commitId }) => commitId === stop.commitId)
  if (index !== -1) return index
  throw new StrataError('not-found', `stop target ${stop.commitId} not found: it is no ancestor of ${chain[0]?.commitId ?? 'nothing'}`, {
    stop: stop.commitId,
  })
}

/**
 * The commits that a conversation is made of: of every export, plan and rebuilt conversation.
 * @param chain tip first, each followed by its parent, as far as the store holds it.
 * @throws StrataError not-found when the stop is no commit of the chain
 */
export const chooseCommits = (chain: readonly ChainLink[], stop: Stop): ChosenCommits => {
  const index = beginning(chain, stop)
  const end = index === -1 ? chain.length : index + 1
  const path = chain.slice(0, end).reverse()
  const last = index === -1 ? chain.at(-1) : undefined
  return {
    path: path.filter((link, at) => at === 0 || !replacesEarlier(link)),
    before: chain.slice(end).reverse(),
    brokenAt: last !== undefined && last.parentId !== null ? last : undefined,
  }
}
