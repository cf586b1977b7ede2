/**
 * The contents of a session's commits, record by record, and the records that a conversation along a path shows. Cached until the session
 * changes.
 */
import { mainChain } from '../../model/agent-chain.ts'
import { count, flag, instant, optional, pickColumns, text, type Row } from '../../model/columns.ts'
import { StrataError } from '../../model/failure.ts'
import { recordClasses, type RecordClass } from '../../model/record-class.ts'
import { commitTable } from '../../model/rows/commit-row.ts'
import { addedSessionPrefix } from '../../model/session-name.ts'
import type { Store } from '../../store/store.ts'
import sessionBlocks from './session-blocks.sql?raw'
import sessionCommits from './session-commits.sql?raw'
import sessionEvents from './session-events.sql?raw'
import sessionFingerprint from './session-fingerprint.sql?raw'
import sessionForks from './session-forks.sql?raw'
import sessionRecords from './session-records.sql?raw'
import sessionSources from './session-sources.sql?raw'

/** Columns with values that many records share; the same in all rows with the same shape. */
const shapeColumns = {
  sourceId: text('source_id'),
  recordType: text('record_type'),
  subtype: optional(text('subtype')),
  class: text('class'),
  rule: text('rule'),
  classByRule: optional(text('class_by_rule')),
} as const

const ownColumns = {
  place: count('place'),
  line: count('line'),
  /** Number of its line in the file; of an event its number. */
  fileLine: count('file_line'),
  occurredAt: optional(instant('occurred_at')),
  /** It contains something besides results. */
  hasOthers: flag('has_others'),
  /** Details of a compaction from its boundary, as JSON. */
  detail: optional(text('detail')),
} as const

/** Text that many rows share is only in the first of them: reading it in each row would take most of the time. */
const recordColumns = {
  commitId: optional(text('commit_id')),
  ...ownColumns,
  shape: count('shape'),
  ...shapeColumns,
  sourceId: optional(shapeColumns.sourceId),
  recordType: optional(shapeColumns.recordType),
  class: optional(shapeColumns.class),
  rule: optional(shapeColumns.rule),
} as const

const blockColumns = {
  sourceId: optional(text('source_id')),
  line: count('line'),
  isResult: flag('is_result'),
  toolUseId: optional(text('tool_use_id')),
  /** Null: the block is no call. */
  toolName: optional(text('tool_name')),
  failed: flag('failed'),
  prompt: optional(text('prompt')),
} as const

const commitColumns = pickColumns(
  commitTable,
  'commitId',
  'parentId',
  'chain',
  'position',
  'commitType',
  'artifactHash',
  'format',
  'summary',
  'branchOf',
  'agentType',
  'spawnCall',
  'startedAt',
  'endedAt',
  'records',
  'responses',
  'toolCalls',
  'errors',
  'models',
)

const forkColumns = { ...pickColumns(commitTable, 'commitId', 'sessionId', 'summary'), parentId: text('parent_id') } as const

/** A commit of another session that continues from one of this session. */
export type IndexedFork = Row<typeof forkColumns>

export type IndexedCommit = Row<typeof commitColumns>

/** The blocks of a record by kind; each list has one entry for each block. */
interface Blocks {
  /** Ids of calls and of the calls that results belong to; '' where none is recorded. */
  readonly calls: readonly string[]
  readonly tools: readonly string[]
  readonly results: readonly string[]
  /** An error, or a result that failed. */
  readonly failed: boolean
  /** Beginning of the prompt. */
  readonly prompt: string | null
}

interface Shape extends Omit<Row<typeof shapeColumns>, 'class'> {
  readonly class: RecordClass
}

/** A record, or an event of a made commit. `place`: its number in its artifact, from 0. */
export interface IndexedRecord extends Row<typeof ownColumns>, Shape, Blocks {
  readonly commitId: string
  readonly chain: string
  readonly sourceFile: string
}

export interface ReadingIndex {
  readonly sessionId: string
  /** Its commits were made; their artifacts contain events. */
  readonly isMade: boolean
  /** End of the main chain. */
  readonly tip: string
  readonly commits: ReadonlyMap<string, IndexedCommit>
  readonly children: ReadonlyMap<string, readonly IndexedCommit[]>
  /** By the commit that they continue from. */
  readonly forks: ReadonlyMap<string, readonly IndexedFork[]>
  readonly records: ReadonlyMap<string, readonly IndexedRecord[]>
  /** By the id of the call. */
  readonly calls: ReadonlyMap<string, readonly IndexedRecord[]>
  readonly results: ReadonlyMap<string, readonly IndexedRecord[]>
}

const isClass = (name: string): name is RecordClass => (recordClasses as readonly string[]).includes(name)

const grouped = <T>(items: readonly T[], key: (item: T) => string): ReadonlyMap<string, readonly T[]> => {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const group = groups.get(key(item))
    if (group === undefined) groups.set(key(item), [item])
    else group.push(item)
  }
  return groups
}

/** The records that contain each call, or its results: branches may answer the same call. */
const byBlock = (records: readonly IndexedRecord[], field: 'calls' | 'results'): ReadonlyMap<string, readonly IndexedRecord[]> => {
  const found = new Map<string, IndexedRecord[]>()
  for (const record of records)
    for (const id of record[field]) {
      const others = found.get(id)
      if (id === '') continue
      if (others === undefined) found.set(id, [record])
      else others.push(record)
    }
  return found
}

type BlockRow = Row<typeof blockColumns>
type BlocksSoFar = { -readonly [K in keyof Blocks]: Blocks[K] extends readonly string[] ? string[] : Blocks[K] }

const newBlocks = (): BlocksSoFar => ({ calls: [], tools: [], results: [], failed: false, prompt: null })

/** The blocks of each record, by the number of its line. */
const blocksOf = (rows: readonly BlockRow[]): ((sourceId: string, line: number) => Blocks) => {
  const bySource = new Map<string, Map<number, BlocksSoFar>>()
  let byLine = new Map<number, BlocksSoFar>()
  for (const { sourceId, line, isResult, toolUseId, toolName, failed, prompt } of rows) {
    if (sourceId !== null) bySource.set(sourceId, (byLine = new Map<number, BlocksSoFar>()))
    let blocks = byLine.get(line)
    if (blocks === undefined) byLine.set(line, (blocks = newBlocks()))
    if (isResult) blocks.results.push(toolUseId ?? '')
    if (toolName !== null) {
      blocks.calls.push(toolUseId ?? '')
      blocks.tools.push(toolName)
    }
    blocks.failed ||= failed
    blocks.prompt ??= prompt
  }
  const none = newBlocks()
  return (sourceId, line) => bySource.get(sourceId)?.get(line) ?? none
}

/** The records, with what others of the same shape and commit have in common with them. */
const recordsOf = (
  rows: readonly Row<typeof recordColumns>[],
  blocksAt: ReturnType<typeof blocksOf>,
  commits: ReadonlyMap<string, IndexedCommit>,
  files: ReadonlyMap<string, string>,
): readonly IndexedRecord[] => {
  const shapes = new Map<number, Shape>()
  for (const { shape, sourceId, recordType, subtype, class: name, rule, classByRule } of rows)
    if (sourceId !== null && recordType !== null && name !== null && rule !== null)
      shapes.set(shape, { sourceId, recordType, subtype, class: isClass(name) ? name : 'unknown', rule, classByRule })
  let commitId = ''
  let chain = ''
  return rows.flatMap(({ commitId: next, place, line, fileLine, occurredAt, hasOthers, detail, shape: number }) => {
    if (next !== null) {
      commitId = next
      chain = commits.get(next)?.chain ?? ''
    }
    const shape = shapes.get(number)
    if (shape === undefined) return []
    const sourceFile = files.get(shape.sourceId) ?? shape.sourceId
    return [
      { commitId, chain, place, line, fileLine, occurredAt, hasOthers, detail, sourceFile, ...shape, ...blocksAt(shape.sourceId, line) },
    ]
  })
}

const buildIndex = async ({ database }: Store, sessionId: string, mainTip: string | null): Promise<ReadingIndex> => {
  const isMade = sessionId.startsWith(addedSessionPrefix)
  const session = { session: sessionId }
  const [commits, forks, rows, blockRows, sources] = await Promise.all([
    database.query(sessionCommits, commitColumns, session),
    database.query(sessionForks, forkColumns, session),
    database.query(isMade ? sessionEvents : sessionRecords, recordColumns, session),
    database.query(sessionBlocks, blockColumns, session),
    database.query(sessionSources, { sourceId: text('source_id'), file: text('file') }, session),
  ])
  const last = commits.filter(({ chain }) => chain === mainChain).at(-1) ?? commits.at(-1)
  if (last === undefined) throw new StrataError('not-found', `The session ${sessionId} has no commits`, session)
  const byId = new Map(commits.map((commit) => [commit.commitId, commit]))
  const files = new Map(sources.map(({ sourceId, file }) => [sourceId, file]))
  const records = recordsOf(rows, blocksOf(blockRows), byId, files)
  return {
    sessionId,
    isMade,
    tip: mainTip ?? last.commitId,
    commits: byId,
    children: grouped(commits, ({ parentId }) => parentId ?? ''),
    forks: grouped(forks, ({ parentId }) => parentId),
    records: grouped(records, ({ commitId }) => commitId),
    calls: byBlock(records, 'calls'),
    results: byBlock(records, 'results'),
  }
}

const fingerprintColumns = { fingerprint: text('fingerprint'), tip: optional(text('tip_commit_id')) } as const

interface Kept {
  readonly fingerprint: string
  readonly index: Promise<ReadingIndex>
}

/** Sessions whose index is kept: those that windows and agents read now. */
const maxKept = 4

const kept = new WeakMap<Store, Map<string, Kept>>()

/** @throws StrataError not-found when the session has no commits */
export const readingIndex = async (store: Store, sessionId: string): Promise<ReadingIndex> => {
  const [row] = await store.database.query(sessionFingerprint, fingerprintColumns, { session: sessionId })
  const { fingerprint, tip } = row ?? { fingerprint: '', tip: null }
  const ofStore = kept.get(store) ?? new Map<string, Kept>()
  kept.set(store, ofStore)
  const before = ofStore.get(sessionId)
  ofStore.delete(sessionId)
  const entry = before?.fingerprint === fingerprint ? before : { fingerprint, index: buildIndex(store, sessionId, tip) }
  ofStore.set(sessionId, entry)
  entry.index.catch(() => ofStore.delete(sessionId))
  const [oldest] = ofStore.keys()
  if (ofStore.size > maxKept && oldest !== undefined) ofStore.delete(oldest)
  return entry.index
}

/** The commits of a chain from its first to the given one. */
export const pathTo = ({ commits }: ReadingIndex, tip: string): readonly IndexedCommit[] => {
  const path = new Set<IndexedCommit>()
  const chain = commits.get(tip)?.chain
  for (let at = commits.get(tip); at !== undefined && at.chain === chain && !path.has(at); at = commits.get(at.parentId ?? '')) path.add(at)
  return [...path].reverse()
}

/** @throws StrataError not-found */
export const commitOf = ({ commits, sessionId }: ReadingIndex, commitId: string): IndexedCommit => {
  const commit = commits.get(commitId)
  if (commit !== undefined) return commit
  throw new StrataError('not-found', `The session ${sessionId} has no commit ${commitId}`, { session: sessionId, commit: commitId })
}
