/** The commits of sessions as trees, and what their records say about files. */
import { groupBy } from '../../model/group-by.ts'
import { count, flag, instant, optional, text, type Row } from '../../model/columns.ts'
import { artifactHash } from '../../model/ids.ts'
import type { Store } from '../../store/store.ts'
import { chainFrom } from '../commits/chain-links.ts'
import { readSteps, spawnsIn, withoutSpawned } from '../file-steps/steps-of-chain.ts'
import { recordsIn, seenByAgent, type RecordAt } from '../file-steps/chain-records.ts'
import type { FileStep } from '../../files/file-step.ts'
import { FileStepReader } from '../../files/file-steps.ts'
import { GitCommitReader, type ShownCommit } from '../../files/git-commits.ts'
import { KeptFiles } from '../file-steps/kept-files.ts'
import { madeRecords, madeRecordsIn, type MadeRecord } from '../file-steps/made-records.ts'
import sessionCommits from './session-commits.sql?raw'
import sessionRecords from './session-records.sql?raw'

export const commitColumns = {
  sessionId: text('session_id'),
  chain: text('chain'),
  commitId: text('commit_id'),
  parentId: optional(text('parent_id')),
  artifactHash: text('artifact_hash'),
  format: text('format'),
  isDelta: flag('is_delta'),
  beginsAgent: flag('begins_agent'),
  spawnCall: optional(text('spawn_call')),
} as const

const recordColumns = {
  commitId: text('commit_id'),
  sourceId: text('source_id'),
  line: count('line'),
  sessionId: text('session_id'),
  occurredAt: optional(instant('occurred_at')),
  root: text('root'),
  maySay: flag('may_say'),
} as const

export type TreeCommit = Row<typeof commitColumns>
type RecordRow = Row<typeof recordColumns>

/** A record with its steps on files. Most records contain none and are excluded. */
export interface PlacedSteps {
  readonly at: RecordAt
  /** The folder that its file was imported from. */
  readonly root: string
  readonly steps: readonly FileStep[]
  /** The model of the last reply before it; null: none replied. */
  readonly model: string | null
  readonly clientVersion: string | null
}

/** A commit of Git that the record of a command's output shows. */
export interface PlacedCommit extends ShownCommit {
  readonly at: RecordAt
  readonly root: string
}

/** A commit of a session whose parent is in no commit of the session. */
interface TreeRoot {
  readonly commit: TreeCommit
  /** Steps that the agent had seen before, in other sessions. */
  readonly before: readonly PlacedSteps[]
  /** A reader that has read these steps. */
  readonly reader: FileStepReader
  /** Calls there that started sub-agents whose records are in the store. */
  readonly spawns: ReadonlySet<string>
}

export interface SessionTree {
  readonly sessionId: string
  /** As its facts are of these. */
  readonly commitIds: readonly string[]
  readonly roots: readonly TreeRoot[]
  readonly children: ReadonlyMap<string, readonly TreeCommit[]>
  /** By commit, without what sub-agents did whose records are in the session. */
  readonly steps: ReadonlyMap<string, readonly PlacedSteps[]>
  readonly gitCommits: readonly PlacedCommit[]
}

/** Goes through a tree from its roots; what is handed from a commit to the next is copied where they part. */
export const walkTree = async <S>(
  { roots, children }: Pick<SessionTree, 'roots' | 'children'>,
  begin: (root: TreeRoot) => S,
  copy: (state: S) => S,
  visit: (commit: TreeCommit, state: S, isLeaf: boolean) => Promise<void> | void,
): Promise<void> => {
  const open = roots.map((root) => ({ commit: root.commit, state: (): S => begin(root) })).reverse()
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const state = next.state()
    const after = children.get(next.commit.commitId) ?? []
    await visit(
      next.commit,
      state,
      after.every(({ beginsAgent }) => beginsAgent),
    )
    // A sub-agent begins with nothing: it is a root.
    const following = after.filter(({ beginsAgent }) => !beginsAgent)
    following.forEach((commit, at) => {
      // The first continuation is visited last and gets the state itself, not a copy.
      const own = at === 0 ? state : copy(state)
      open.push({ commit, state: () => own })
    })
  }
}

const rootOf = async (store: Store, commit: TreeCommit, folders: ReadonlyMap<string, string>): Promise<TreeRoot> => {
  const reader = new FileStepReader()
  const placed: PlacedSteps[] = []
  if (commit.beginsAgent || commit.parentId === null) return { commit, before: placed, reader, spawns: new Set() }
  const links = seenByAgent(await chainFrom(store, commit.parentId))
  for await (const { at, steps, model, record } of readSteps(store, links, reader))
    if (steps.length > 0) placed.push({ at, root: folders.get(at.sourceId) ?? '', steps, model, clientVersion: record.version ?? null })
  return { commit, before: placed, reader, spawns: await spawnsIn(store, links) }
}

/** The records of a commit, or its events where it is no transcript. */
interface CommitRows {
  readonly rows: readonly RecordRow[]
  readonly made: readonly MadeRecord[]
}

/** No file was imported for what was captured. */
const withoutRoot = ({ commitId, sourceId, line, sessionId, occurredAt, maySay }: MadeRecord): RecordRow => ({
  commitId,
  sourceId,
  line,
  sessionId,
  occurredAt,
  root: '',
  maySay,
})

/** What reads the records of a session, and what it found besides steps. */
interface SessionReading {
  readonly kept: KeptFiles
  readonly git: GitCommitReader
  readonly gitCommits: PlacedCommit[]
}

/** Each record of a commit with its row: the lines are parsed that may say something. */
const readCommit = async (
  store: Store,
  commit: TreeCommit,
  { rows: archived, made }: CommitRows,
  reader: FileStepReader,
  { kept, git, gitCommits }: SessionReading,
): Promise<readonly PlacedSteps[]> => {
  const rows = made.length > 0 ? made.map(withoutRoot) : archived
  if (!rows.some(({ maySay }) => maySay)) {
    return rows.flatMap(({ root, maySay: _, ...at }) => {
      const steps = reader.pass(at.occurredAt ?? Number.NaN)
      return steps.length === 0 ? [] : [{ at, root, steps, model: reader.model, clientVersion: null }]
    })
  }
  const recordAt =
    made.length > 0
      ? await madeRecordsIn(store, made)
      : recordsIn(commit.format, await store.read(artifactHash(commit.artifactHash)), rows.length)
  const placed: PlacedSteps[] = []
  for (const [place, { root, maySay, ...row }] of rows.entries()) {
    const own = maySay ? recordAt(place) : undefined
    for (const shown of own === undefined ? [] : git.read(own)) gitCommits.push({ ...shown, at: row, root })
    const said = own === undefined ? reader.pass(row.occurredAt ?? Number.NaN) : reader.read(own)
    if (said.length === 0) continue
    const { at, steps } = await kept.placed(row, said)
    if (steps.length > 0) placed.push({ at, root, steps, model: reader.model, clientVersion: own?.version ?? null })
  }
  return placed
}

/**
 * Reads what the records of sessions say about files.
 * @throws StrataError artifact-corrupt
 */
export const readSessionTrees = async (
  store: Store,
  sessions: readonly string[],
  pause: () => Promise<void>,
): Promise<readonly SessionTree[]> => {
  const commits = groupBy(await store.database.query(sessionCommits, commitColumns, { sessions }), (row) => row.sessionId)
  const rows = await store.database.query(sessionRecords, recordColumns, { sessions })
  const records = groupBy(rows, (row) => row.commitId)
  const ofMade = [...commits.values()].flat().flatMap(({ commitId }) => (records.has(commitId) ? [] : [commitId]))
  const made = groupBy(await madeRecords(store, ofMade), ({ commitId }) => commitId)
  const folders = new Map(rows.map(({ sourceId, root }) => [sourceId, root]))
  const trees: SessionTree[] = []
  const kept = new KeptFiles(store)
  await kept.findCopies(sessions)
  for (const sessionId of sessions) {
    const own = commits.get(sessionId) ?? []
    const ids = new Set(own.map(({ commitId }) => commitId))
    const roots: TreeRoot[] = []
    for (const commit of own) if (commit.beginsAgent || !ids.has(commit.parentId ?? '')) roots.push(await rootOf(store, commit, folders))
    const children = groupBy(own, ({ parentId }) => parentId ?? '')
    const steps = new Map<string, readonly PlacedSteps[]>()
    const reading: SessionReading = { kept, git: new GitCommitReader(), gitCommits: [] }
    const begins = new Set(roots.map(({ commit }) => commit.commitId))
    await walkTree(
      { roots, children },
      ({ reader }) => reader,
      (reader) => reader.copy(),
      async (commit, reader) => {
        // A summary replaces what is known already.
        if (!commit.isDelta && !begins.has(commit.commitId)) return
        const own = { rows: records.get(commit.commitId) ?? [], made: made.get(commit.commitId) ?? [] }
        steps.set(commit.commitId, await readCommit(store, commit, own, reader, reading))
        await pause()
      },
    )
    const ofOwn = own.flatMap(({ spawnCall }) => (spawnCall === null ? [] : [spawnCall]))
    const spawns = new Set([...ofOwn, ...roots.flatMap((root) => [...root.spawns])])
    const ofAgents = (placed: readonly PlacedSteps[]): readonly PlacedSteps[] =>
      placed.map((one) => ({ ...one, steps: withoutSpawned(one.steps, spawns) }))
    trees.push({
      sessionId,
      commitIds: own.map(({ commitId }) => commitId),
      roots: roots.map((root) => ({ ...root, before: ofAgents(root.before) })),
      children,
      gitCommits: reading.gitCommits,
      steps: new Map([...steps].map(([commitId, placed]) => [commitId, ofAgents(placed)])),
    })
  }
  return trees
}
