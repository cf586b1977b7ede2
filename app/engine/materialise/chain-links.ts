/** The chain of a commit: itself, its parent, and so on as far as the store goes. */
import type { ChainLink } from '../../chains/choose-commits.ts'
import type { CommitView } from '../../contract/views.ts'
import type { CommitType } from '../../model/context-commit.ts'
import { StrataError } from '../../model/failure.ts'
import { artifactHash } from '../../model/ids.ts'
import { flag, optional, text, texts, type Row } from '../../store/columns.ts'
import { decodeCommit } from '../../store/commit-record.ts'
import type { Store } from '../../store/store.ts'
import { madePrefix } from '../../model/session-name.ts'
import { replacedChain } from '../made/replaced-commits.ts'
import chainLinks from '../sql/chain-links.sql?raw'
import sessionLinks from '../sql/session-links.sql?raw'
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
  /** Null: none. */
  preserved: optional(texts('preserved')),
  beginsAgent: flag('begins_agent'),
} as const

/** Commits that were made may say how many tokens they hold; those that were cut from transcripts never do. */
const tokensIn = async (store: Store, sessionId: string, recordHash: string): Promise<number | null> => {
  if (!sessionId.startsWith(madePrefix)) return null
  return decodeCommit(await store.read(artifactHash(recordHash))).token_count ?? null
}

type LinkRow = Row<typeof columns>

/** The rows from one on, as far as they follow each other. */
const lineOf = (rows: ReadonlyMap<string, LinkRow>, from: string): readonly LinkRow[] => {
  const line = new Set<LinkRow>()
  for (let at = rows.get(from); at !== undefined && !line.has(at); at = rows.get(at.parentId ?? '')) line.add(at)
  return [...line]
}

const byId = (rows: readonly LinkRow[]): ReadonlyMap<string, LinkRow> => new Map(rows.map((row) => [row.commitId, row]))

/** Most chains stay in few sessions: their commits are read by session, without looking at all others. */
const inSession = async ({ database }: Store, from: string): Promise<readonly LinkRow[]> =>
  lineOf(byId(await database.query(sessionLinks, columns, { commit: from })), from)

/** From a commit to the root, or to the last that the tables show, through however many sessions. */
const inAll = async ({ database }: Store, from: string): Promise<readonly LinkRow[]> => {
  const parents = new Map((await orderedCommits(database)).map(({ commitId, parentId }) => [commitId, parentId]))
  const ids = new Set<string>()
  for (let at: string | null | undefined = from; at !== null && at !== undefined && parents.has(at) && !ids.has(at); at = parents.get(at))
    ids.add(at)
  return lineOf(byId(await database.query(chainLinks, columns, { ids: [...ids] })), from)
}

const linksOf = (store: Store, rows: readonly LinkRow[]): Promise<readonly ChainLink[]> =>
  Promise.all(
    rows.map(async ({ sessionId, recordHash, ...link }) => ({
      ...link,
      preserved: link.preserved ?? [],
      commitType: link.commitType as CommitType,
      tokenCount: await tokensIn(store, sessionId, recordHash),
    })),
  )

/** The commits before the oldest link that were amended away: no table shows them, but the packs hold them. */
const hiddenLink = async (store: Store, commitId: string): Promise<ChainLink | undefined> => {
  try {
    return linkOf((await findCommit({ store }, commitId)).commit)
  } catch (thrown) {
    if (thrown instanceof StrataError && thrown.code === 'not-found') return undefined
    throw thrown
  }
}

const linkOf = ({ commitId, parentId, commitType, format, artifactHash: hash, preserved, branchOf }: CommitView): ChainLink => ({
  commitId,
  parentId,
  commitType,
  format,
  artifactHash: hash,
  preserved,
  tokenCount: null,
  beginsAgent: branchOf === 'spawn',
})

/** So many sessions are read by themselves. */
const fewSessions = 2

const walk = async (store: Store, begun: readonly ChainLink[], from: string | null): Promise<readonly ChainLink[]> => {
  const links = [...begun]
  let next = from
  for (let stretch = 0; next !== null; stretch += 1) {
    const rows = await (stretch < fewSessions ? inSession : inAll)(store, next)
    const hidden = rows.length > 0 ? undefined : await hiddenLink(store, next)
    const found = hidden === undefined ? await linksOf(store, rows) : [hidden]
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
