/** Updates the search index from the tables: commits that are new, changed or gone, and titles. */
import { count, flag, instant, integer, optional, text } from '../../model/columns.ts'
import type { Row } from '../../model/columns.ts'
import { artifactHash } from '../../model/ids.ts'
import type { Store } from '../../store/store.ts'
import type { CommitToIndex, SessionTitle, TextRow } from './index/index-messages.ts'
import type { SearchIndex } from './index/search-index.ts'
import commitStates from './commit-states.sql?raw'
import commitTexts from './commit-texts.sql?raw'
import sessionTitles from './session-titles.sql?raw'

const stateColumns = {
  commitId: text('commit_id'),
  parentId: optional(text('parent_id')),
  sessionId: text('session_id'),
  state: text('state'),
  artifactHash: text('artifact_hash'),
  format: text('format'),
  records: count('records'),
  bytes: count('bytes'),
  beginsTurn: flag('begins_turn'),
  startedAt: optional(instant('started_at')),
} as const

type CommitState = Row<typeof stateColumns>

const textColumns = {
  commitId: text('commit_id'),
  sourceId: text('source_id'),
  line: count('line'),
  block: integer('block'),
  kind: text('kind'),
  class: text('class'),
  occurredAt: optional(instant('occurred_at')),
  toolName: optional(text('tool_name')),
  filePath: optional(text('file_path')),
  isError: flag('is_error'),
  place: count('place'),
} as const

/** Commits whose texts are read from the tables together, in bytes of their artifacts: each query reads all rows. */
const readBytes = 256 * 1024 * 1024
/** Bytes of artifacts that are added together: a query waits for them. */
const addedBytes = 2 * 1024 * 1024

export interface IndexProgress {
  /** @throws StrataError cancelled */
  readonly checkpoint: () => void
  /** The index is about to change. */
  readonly begin: () => void
  readonly expect: (commits: number) => void
  readonly advance: (commits: number) => void
}

const silent: IndexProgress = { checkpoint: () => undefined, begin: () => undefined, expect: () => undefined, advance: () => undefined }

/** The first commit of the turn of each: itself, or that of the commit before it. */
const turnsOf = (commits: readonly CommitState[]): ((commit: CommitState) => string) => {
  const byId = new Map(commits.map((commit) => [commit.commitId, commit]))
  const known = new Map<string, string>()
  return (commit) => {
    const path: string[] = []
    let at = commit
    while (!at.beginsTurn && !known.has(at.commitId)) {
      path.push(at.commitId)
      const parent = at.parentId === null ? undefined : byId.get(at.parentId)
      if (parent === undefined || parent.sessionId !== at.sessionId || path.includes(parent.commitId)) break
      at = parent
    }
    const turn = known.get(at.commitId) ?? at.commitId
    for (const id of [...path, at.commitId]) known.set(id, turn)
    return turn
  }
}

/** A copy, which can be given away: the store keeps what it read. */
const copyOf = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => Uint8Array.from(bytes)

/** The texts of some commits. */
const textsOf = async (store: Store, commitIds: readonly string[]): Promise<ReadonlyMap<string, readonly TextRow[]>> => {
  const rows = await store.database.query(commitTexts, textColumns, { commits: commitIds })
  const byCommit = new Map<string, TextRow[]>()
  for (const { commitId, ...row } of rows) {
    const own = byCommit.get(commitId)
    if (own === undefined) byCommit.set(commitId, [row])
    else own.push(row)
  }
  return byCommit
}

const readableBytes = async (store: Store, hash: string): Promise<Uint8Array<ArrayBuffer> | undefined> => {
  try {
    return copyOf(await store.read(artifactHash(hash)))
  } catch {
    // Damaged: verify reports it, and its texts are not found.
    return undefined
  }
}

interface Turn {
  readonly commit: CommitState
  readonly turn: string
  readonly rows: readonly TextRow[]
}

const toIndex = async (store: Store, { commit, turn, rows }: Turn): Promise<CommitToIndex> => {
  const { commitId, state, sessionId, artifactHash: hash, format, records } = commit
  return { commitId, state, sessionId, turn, artifactHash: hash, format, records, rows, bytes: await readableBytes(store, hash) }
}

function* inParts(commits: readonly CommitState[], most: number): Generator<readonly CommitState[], undefined> {
  let own: CommitState[] = []
  let bytes = 0
  for (const commit of commits) {
    own.push(commit)
    bytes += commit.bytes
    if (bytes < most) continue
    yield own
    own = []
    bytes = 0
  }
  if (own.length > 0) yield own
}

const updateTitles = async (store: Store, index: SearchIndex): Promise<void> => {
  const columns = { sessionId: text('session_id'), title: text('title') } as const
  const titles: readonly SessionTitle[] = await store.database.query(sessionTitles, columns)
  await index.ask('titles', titles)
}

interface Pending {
  readonly all: readonly CommitState[]
  readonly added: readonly CommitState[]
  readonly removed: readonly string[]
}

/** The commits that the index lacks, and those that it must remove. @param sessions only these; null: all */
const pendingCommits = async (store: Store, index: SearchIndex, sessions: readonly string[] | null = null): Promise<Pending> => {
  const all = await store.database.query(commitStates, stateColumns, { sessions })
  const indexed = new Map(await index.ask('indexed', sessions))
  const wanted = new Set(all.map(({ commitId }) => commitId))
  return {
    all,
    added: all.filter(({ commitId, state }) => indexed.get(commitId) !== state),
    removed: [...indexed.keys()].filter((commitId) => !wanted.has(commitId)),
  }
}

/**
 * The commits to add in parts, the newest part first. Commits that are newer than all indexed ones have separate parts, as in an index that
 * was interrupted: the ids of a part are on one side of all others.
 */
function* partsToAdd({ all, added }: Pending): Generator<readonly CommitState[], undefined> {
  const adds = new Set(added)
  const firstIndexed = all.findIndex((commit) => !adds.has(commit))
  const newer = firstIndexed === -1 ? added.length : firstIndexed
  yield* inParts(added.slice(0, newer), readBytes)
  yield* inParts(added.slice(newer), readBytes)
}

/** Removes from the index what the tables no longer contain; adds nothing. */
export const forgetCommits = async (store: Store, index: SearchIndex): Promise<void> => {
  const { removed } = await pendingCommits(store, index)
  if (removed.length > 0) await index.ask('remove', removed)
  await updateTitles(store, index)
  await index.ask('flush', undefined)
}

/**
 * Brings the index up to date, the newest commits first.
 * @param sessions those alone; null: all
 * @returns how many commits were added or removed
 * @throws StrataError cancelled
 */
export const updateIndex = async (
  store: Store,
  index: SearchIndex,
  sessions: readonly string[] | null = null,
  progress: IndexProgress = silent,
): Promise<number> => {
  const pending = await pendingCommits(store, index, sessions)
  const { all, added, removed } = pending
  if (removed.length + added.length > 0) progress.begin()
  if (removed.length > 0) await index.ask('remove', removed)
  await updateTitles(store, index)
  progress.expect(added.length)
  const turnOf = turnsOf(all)
  let last: Promise<unknown> = Promise.resolve()
  for (const commits of partsToAdd(pending)) {
    const texts = await textsOf(
      store,
      commits.map(({ commitId }) => commitId),
    )
    // Within a part the oldest come first: words are written fast in the order of the passages.
    const oldestFirst = [...commits].reverse()
    await index.ask('begin', oldestFirst.find(({ startedAt }) => startedAt !== null)?.startedAt ?? null)
    for (const some of inParts(oldestFirst, addedBytes)) {
      progress.checkpoint()
      const input: CommitToIndex[] = []
      for (const commit of some) input.push(await toIndex(store, { commit, turn: turnOf(commit), rows: texts.get(commit.commitId) ?? [] }))
      await last
      last = index.ask(
        'add',
        input,
        input.flatMap(({ bytes }) => (bytes === undefined ? [] : [bytes.buffer as ArrayBuffer])),
      )
      last.catch(() => undefined)
      progress.advance(some.length)
    }
  }
  await last
  await index.ask('flush', undefined)
  return added.length + removed.length
}
