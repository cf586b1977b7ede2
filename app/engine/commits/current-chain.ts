/**
 * The chain of a commit as its sessions are cut now. A commit that was replaced has no rows in the tables. When a commit ends with the same
 * record, the chain up to that one has the same records, and takes its place.
 */
import type { ChainLink } from '../../chains/choose-commits.ts'
import type { CommitView, LackingCommit } from '../../contract/commits.ts'
import { flag, text } from '../../model/columns.ts'
import { StrataError } from '../../model/failure.ts'
import { artifactHash } from '../../model/ids.ts'
import type { Store } from '../../store/store.ts'
import { chainFrom, chainOf } from './chain-links.ts'
import currentHolders from './current-holders.sql?raw'
import { linesOf } from './replaced-records.ts'

interface Holder {
  readonly commitId: string
  /** Whether more of the conversation follows the record in the commit. */
  readonly goesOn: boolean
}

type Replaced = Pick<ChainLink, 'format' | 'artifactHash'>

/** Undefined: no commit contains the record. */
const holderOf = async (store: Store, { format, artifactHash: hash }: Replaced, end: 'first' | 'last'): Promise<Holder | undefined> => {
  if (store.lost.has(hash)) return undefined
  const uuids = linesOf(format, await store.read(artifactHash(hash))).flatMap(({ uuid }) => uuid ?? [])
  const uuid = uuids.at(end === 'first' ? 0 : -1)
  if (uuid === undefined) return undefined
  const columns = { commitId: text('commit_id'), goesOn: flag('goes_on') } as const
  const [holder] = await store.database.query(currentHolders, columns, { uuid })
  return holder
}

/** The commit that has the last record of a replaced one now. Undefined: none has. */
export const holderOfReplaced = async (store: Store, commit: CommitView): Promise<string | undefined> => {
  const [first] = await chainOf(store, commit)
  return first?.isReplaced === true ? (await holderOf(store, first, 'last'))?.commitId : undefined
}

/** @param passed commits that replaced another on the way */
const asCut = async (store: Store, chain: readonly ChainLink[], passed: ReadonlySet<string>): Promise<readonly ChainLink[]> => {
  for (const [at, link] of chain.entries()) {
    if (link.isReplaced !== true) continue
    const holder = await holderOf(store, link, 'last')
    if (holder === undefined || holder.goesOn || passed.has(holder.commitId)) continue
    const [first, ...rest] = await chainFrom(store, holder.commitId)
    if (first === undefined) continue
    const now = [{ ...first, earlierId: link.commitId }, ...rest]
    return [...chain.slice(0, at), ...(await asCut(store, now, new Set([...passed, holder.commitId])))]
  }
  return chain
}

/** Tip first. Commits whose last record is in the middle of another commit now, or in none, stay unchanged. @throws StrataError not-found */
export const currentChain = async (store: Store, tip: CommitView | string): Promise<readonly ChainLink[]> =>
  asCut(store, await (typeof tip === 'string' ? chainFrom(store, tip) : chainOf(store, tip)), new Set())

/**
 * The same for questions about what an agent knew at the tip.
 * @throws StrataError invalid-input when its records are in no commit that ends with them
 */
export const knownChain = async (store: Store, tip: CommitView | string): Promise<readonly ChainLink[]> => {
  const chain = await currentChain(store, tip)
  const [first] = chain
  if (first?.isReplaced !== true) return chain
  const { commitId } = first
  const holder = await holderOf(store, first, 'last')
  if (holder === undefined)
    throw new StrataError('invalid-input', `${commitId} was replaced, and no session contains its records any more`, { commit: commitId })
  throw new StrataError(
    'invalid-input',
    `${commitId} was replaced: ${holder.commitId} contains its records, and more after them. Ask for that one; a fork or tag can be moved to it (--move)`,
    { commit: commitId, now: holder.commitId },
  )
}

/** Commits of a chain before its tip that were replaced, and whose records no commit ends with now. @throws StrataError not-found */
export const lackingIn = async (store: Store, chain: readonly ChainLink[]): Promise<readonly LackingCommit[]> => {
  const [, ...before] = await asCut(store, chain, new Set())
  const lacking: LackingCommit[] = []
  for (const link of before)
    if (link.isReplaced === true) lacking.push({ commitId: link.commitId, now: (await holderOf(store, link, 'last'))?.commitId ?? null })
  return lacking
}

/** The commit of a chain that has this id, or the first record of the one that had it. Undefined: none has. @param chain as it is cut now */
export const currentStart = async (store: Store, chain: readonly ChainLink[], commitId: string): Promise<string | undefined> => {
  const isIn = (id: string): boolean => chain.some((link) => link.commitId === id)
  if (isIn(commitId)) return commitId
  const [replaced] = await chainFrom(store, commitId)
  const holder = replaced?.isReplaced === true ? await holderOf(store, replaced, 'first') : undefined
  return holder !== undefined && isIn(holder.commitId) ? holder.commitId : undefined
}
