/** The chain of a commit: itself, its parent, and so on as far as the store goes. */
import type { ChainLink } from '../../chains/choose-commits.ts'
import type { CommitView } from '../../contract/views.ts'
import type { CommitType } from '../../model/context-commit.ts'
import { StrataError } from '../../model/failure.ts'
import { artifactHash } from '../../model/ids.ts'
import { optional, text, texts } from '../../store/columns.ts'
import { decodeCommit } from '../../store/commit-record.ts'
import type { Store } from '../../store/store.ts'
import { madePrefix } from '../../model/session-name.ts'
import { replacedChain } from '../made/replaced-commits.ts'
import chainLinks from '../sql/chain-links.sql?raw'
import { findCommit } from '../views/find-commit.ts'
import { orderedCommits } from '../views/ordered-commits.ts'

const columns = {
  commitId: text('commit_id'),
  parentId: optional(text('parent_id')),
  sessionId: text('session_id'),
  commitType: text('commit_type'),
  format: text('format'),
  artifactHash: text('artifact_hash'),
  recordHash: text('record_hash'),
  preserved: texts('preserved'),
} as const

/** Commits that were made may say how many tokens they hold; those that were cut from transcripts never do. */
const tokensIn = async (store: Store, sessionId: string, recordHash: string): Promise<number | null> => {
  if (!sessionId.startsWith(madePrefix)) return null
  return decodeCommit(await store.read(artifactHash(recordHash))).token_count ?? null
}

/** Ids from `from` to the root, or to the last that the tables show. */
const idsFrom = async (store: Store, from: string): Promise<readonly string[]> => {
  const parents = new Map((await orderedCommits(store.database)).map(({ commitId, parentId }) => [commitId, parentId]))
  const ids = new Set<string>()
  for (let at: string | null | undefined = from; at !== null && at !== undefined && parents.has(at) && !ids.has(at); at = parents.get(at))
    ids.add(at)
  return [...ids]
}

const shownLinks = async (store: Store, from: string): Promise<readonly ChainLink[]> => {
  const ids = await idsFrom(store, from)
  const rows = new Map((await store.database.query(chainLinks, columns, { ids })).map((row) => [row.commitId, row]))
  const links: ChainLink[] = []
  for (const id of ids) {
    const row = rows.get(id)
    if (row === undefined) break
    const { sessionId, recordHash, ...link } = row
    links.push({ ...link, commitType: link.commitType as CommitType, tokenCount: await tokensIn(store, sessionId, recordHash) })
  }
  return links
}

/** The commits before the oldest link that were amended away: no table shows them, but the packs hold them. */
const hiddenLink = async (store: Store, commitId: string): Promise<ChainLink | undefined> => {
  try {
    return linkOf((await findCommit({ store }, commitId)).commit)
  } catch (thrown) {
    if (thrown instanceof StrataError && thrown.code === 'not-found') return undefined
    throw thrown
  }
}

const linkOf = ({ commitId, parentId, commitType, format, artifactHash: hash, preserved }: CommitView): ChainLink => ({
  commitId,
  parentId,
  commitType,
  format,
  artifactHash: hash,
  preserved,
  tokenCount: null,
})

const walk = async (store: Store, begun: readonly ChainLink[], from: string | null): Promise<readonly ChainLink[]> => {
  const links = [...begun]
  let next = from
  while (next !== null) {
    const shown = await shownLinks(store, next)
    const hidden = shown.length > 0 ? undefined : await hiddenLink(store, next)
    const found = hidden === undefined ? shown : [hidden]
    if (found.length === 0 || links.some(({ commitId }) => commitId === found[0]?.commitId)) return links
    links.push(...found)
    next = links.at(-1)?.parentId ?? null
  }
  return links
}

/** Tip first, each followed by its parent; the last one is a root, or its parent is not in the store. @throws StrataError not-found */
export const chainOf = (store: Store, tip: CommitView): Promise<readonly ChainLink[]> =>
  tip.chain === replacedChain ? walk(store, [linkOf(tip)], tip.parentId) : chainFrom(store, tip.commitId)

/** The same from a commit that the tables show. */
export const chainFrom = (store: Store, commitId: string): Promise<readonly ChainLink[]> => walk(store, [], commitId)
