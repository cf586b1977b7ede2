/** The chain of a commit: itself, its parent, and so on as far as the store goes. */
import { replacedChain } from '../../model/agent-chain.ts'
import type { ChainLink } from '../../chains/choose-commits.ts'
import type { CommitView } from '../../contract/commits.ts'
import type { CommitType } from '../../model/context-commit.ts'
import { StrataError } from '../../model/failure.ts'
import { flag, optional, pickColumns, type Row } from '../../model/columns.ts'
import { commitTable } from '../../model/rows/commit-row.ts'
import type { Store } from '../../store/store.ts'
import { ReplacedIndex } from './replaced-records.ts'
import chainLinks from './chain-links.sql?raw'
import sessionLinks from './session-links.sql?raw'
import { orderedCommits } from './order-commits.ts'
import { showReplaced } from './replaced-commits.ts'

const columns = {
  ...pickColumns(commitTable, 'commitId', 'parentId', 'commitType', 'format', 'artifactHash', 'tokenCount'),
  /** Null: none. */
  preserved: optional(commitTable.preserved),
  beginsAgent: flag('begins_agent'),
  isReplaced: flag('is_replaced'),
} as const

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

const linksOf = (rows: readonly LinkRow[]): readonly ChainLink[] =>
  rows.map((link) => ({ ...link, preserved: link.preserved ?? [], commitType: link.commitType as CommitType }))

/** A commit that was amended away: no table shows it, but the packs hold it. */
const hiddenLink = async (store: Store, commitId: string, replaced: ReplacedIndex): Promise<ChainLink | undefined> => {
  const missing = new StrataError('not-found', commitId, { commit: commitId })
  try {
    return linkOf((await showReplaced(store, commitId, missing, replaced)).commit)
  } catch (thrown) {
    if (thrown === missing) return undefined
    throw thrown
  }
}

const linkOf = ({
  commitId,
  parentId,
  commitType,
  format,
  artifactHash,
  preserved,
  tokenCount,
  branchOf,
  chain,
}: CommitView): ChainLink => ({
  commitId,
  parentId,
  commitType,
  format,
  artifactHash,
  preserved,
  tokenCount,
  beginsAgent: branchOf === 'spawn',
  isReplaced: chain === replacedChain,
})

/** This many sessions are read one by one; after them, all sessions are read together. */
const fewSessions = 2

/** Reads a chain stretch by stretch. */
class ChainWalk {
  readonly #store: Store
  readonly #replaced: ReplacedIndex
  #shownStretches = 0
  #wasHidden = false

  constructor(store: Store) {
    this.#store = store
    this.#replaced = new ReplacedIndex(store)
  }

  /** The commits from one on that are found together; none: the store does not have it. */
  async next(from: string): Promise<readonly ChainLink[]> {
    // The parent of a replaced commit often is one too.
    const hidden = this.#wasHidden ? await hiddenLink(this.#store, from, this.#replaced) : undefined
    if (hidden !== undefined) return [hidden]
    const rows = await (this.#shownStretches < fewSessions ? inSession : inAll)(this.#store, from)
    this.#shownStretches += 1
    this.#wasHidden = rows.length === 0
    if (rows.length > 0) return linksOf(rows)
    return [await hiddenLink(this.#store, from, this.#replaced)].filter((link) => link !== undefined)
  }
}

const walk = async (store: Store, begun: readonly ChainLink[], from: string | null): Promise<readonly ChainLink[]> => {
  const links = [...begun]
  const known = new Set(links.map(({ commitId }) => commitId))
  const chain = new ChainWalk(store)
  for (let next = from; next !== null; next = links.at(-1)?.parentId ?? null) {
    const found = await chain.next(next)
    if (found.length === 0 || known.has(found[0]?.commitId ?? '')) return links
    for (const link of found) known.add(link.commitId)
    links.push(...found)
  }
  return links
}

/**
 * Tip first, each followed by its parent; the last one is a root, or its parent is not in the store. Commits that were replaced are among
 * them: where rows of tables are asked for, take currentChain.
 * @throws StrataError not-found
 */
export const chainOf = (store: Store, tip: CommitView): Promise<readonly ChainLink[]> =>
  tip.chain === replacedChain ? walk(store, [linkOf(tip)], tip.parentId) : chainFrom(store, tip.commitId)

/** The same from a commit that the tables show. */
export const chainFrom = (store: Store, commitId: string): Promise<readonly ChainLink[]> => walk(store, [], commitId)
