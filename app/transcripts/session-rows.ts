/** Rows of the projection for one derived session, table by table. */
import { append } from '../model/append.ts'
import { tokensOfCommits, type ContextCommitFacts } from '../chains/commit-context.ts'
import type { CommitFacts } from '../chains/describe-commit.ts'
import type { Segmentation } from '../chains/cut-session.ts'
import type { PlacedLine } from '../chains/session-lines.ts'
import { clientColumns } from './record-columns.ts'
import type { Problem } from '../model/problem.ts'
import type { PackedRows } from '../store/tables/column-blocks.ts'
import type { TableRow } from '../store/tables/tables.ts'
import type { Corrected } from './apply-corrections.ts'
import type { ArchivedCommit } from './archive-cache.ts'
import { problemRow } from './derive-rows.ts'
import type { RowContext } from './derive-rows.ts'
import type { DeriveTask, DerivedRows, DerivedSession, DerivedSource } from './derive-task.ts'
import { markCommits } from '../store/tables/commit-marks.ts'
import { isInMemory } from '../store/files/spillable-bytes.ts'
import { lineTables, markRows, type LineTable, type PackedTables } from '../store/tables/row-marks.ts'
import { rewrittenProblems } from './earlier-versions.ts'
import type { ReadSource } from './read-sources.ts'
import type { SessionOrigin } from './session-origin.ts'

const newCommitRow = (
  task: DeriveTask,
  origin: SessionOrigin,
  archived: ArchivedCommit,
  position: number,
  agent: Pick<TableRow<'commits'>, 'agentType' | 'spawnCall'>,
  tokenCount: number | null,
): TableRow<'commits'> => ({
  commitId: archived.commitId,
  parentId: archived.parentId ?? null,
  sessionId: task.sessionId,
  chain: archived.draft.chain,
  position,
  commitType: archived.draft.type,
  checkpoint: archived.draft.checkpoint,
  artifactHash: archived.artifact,
  recordHash: archived.recordHash,
  format: origin.format,
  template: origin.template,
  principal: origin.principal,
  summary: archived.facts.summary,
  createdAt: archived.createdAt,
  startedAt: archived.facts.startedAt ?? null,
  endedAt: archived.facts.endedAt ?? null,
  records: archived.facts.records,
  bytes: archived.bytes,
  humanPrompts: archived.facts.humanPrompts,
  commands: archived.facts.commands,
  responses: archived.facts.responses,
  toolCalls: archived.facts.toolCalls,
  errors: archived.facts.errors,
  models: archived.facts.models,
  preserved: archived.facts.preserved,
  branchOf: archived.draft.branchOf ?? null,
  ...agent,
  ...clientColumns(archived.facts),
  // A transcript says none of these.
  machine: null,
  ticketId: null,
  threadId: null,
  tokenCount,
})

/** Rows by what is known of their commits, which of those that were archived before is the same object. */
const rowsBefore = new WeakMap<CommitFacts, { readonly key: string; readonly row: TableRow<'commits'> }>()

const commitRow = (
  { task, origin, segmentation }: Pick<RowInputs, 'task' | 'origin' | 'segmentation'>,
  archived: ArchivedCommit,
  position: number,
  tokenCount: number | null,
): TableRow<'commits'> => {
  const { commitId, parentId, draft, facts } = archived
  const { template, principal } = origin
  const { chain, type, checkpoint, branchOf } = draft
  const agentType = segmentation.agentTypes.get(chain) ?? null
  const spawnCall = branchOf === 'spawn' ? (segmentation.spawnCalls.get(chain) ?? null) : null
  const key = JSON.stringify([
    task.sessionId,
    position,
    commitId,
    parentId,
    template,
    principal,
    chain,
    type,
    checkpoint,
    branchOf,
    agentType,
    spawnCall,
    tokenCount,
  ])
  const before = rowsBefore.get(facts)
  if (before?.key === key) return before.row
  const row = newCommitRow(task, origin, archived, position, { agentType, spawnCall }, tokenCount)
  rowsBefore.set(facts, { key, row })
  return row
}

/** Time of the first record that is no copy, milliseconds since 1970. */
const beginsAt = (places: readonly PlacedLine[]): number => {
  let first = Infinity
  for (const { line, isCopy } of places) if (!isCopy && line.occurredAt !== undefined && line.occurredAt < first) first = line.occurredAt
  return first
}

/** Places of the files of a session, by the number of their transcript: the one whose own records begin earlier comes first. */
const placesOf = (transcripts: readonly ReadSource[], { places }: Corrected): ReadonlyMap<string, number> => {
  const files = transcripts.map(({ source }, at) => ({ source, beginsAt: beginsAt(places[at] ?? []) }))
  files.sort((a, b) => (a.beginsAt === b.beginsAt ? (a.source.file < b.source.file ? -1 : 1) : a.beginsAt - b.beginsAt))
  return new Map(files.map(({ source }, place) => [source.sourceId, place]))
}

const sourceRow = (task: DeriveTask, source: DerivedSource, place: number): TableRow<'sources'> => ({
  sourceId: source.sourceId,
  agent: source.agent,
  path: source.path,
  file: source.file,
  root: source.root,
  role: source.role,
  sessionId: task.sessionId === '' ? null : task.sessionId,
  agentId: source.agentId ?? null,
  bytes: source.bytes,
  modifiedNs: source.modifiedNs,
  contentHash: source.contentHash,
  manifestHash: source.manifestHash,
  lines: source.lines,
  records: source.records,
  place,
})

const joined = (packed: readonly PackedRows[]): PackedRows => ({
  rows: packed.reduce((sum, { rows }) => sum + rows, 0),
  blocks: packed.flatMap(({ blocks }) => blocks),
})

const joinedTables = (packed: readonly PackedTables[]): PackedTables => ({
  records: joined(packed.map(({ records }) => records)),
  events: joined(packed.map(({ events }) => events)),
  token_usage: joined(packed.map(({ token_usage: usage }) => usage)),
})

const copied = ({ rows, blocks }: PackedRows): PackedRows => ({
  rows,
  blocks: blocks.map((block) => ({ ...block, parts: block.parts.map((part) => (isInMemory(part) ? part.slice() : part)) })),
})

/** Rows that can be given away. */
const inOwnMemory = ({ records, events, token_usage: usage }: PackedTables): PackedTables => ({
  records: copied(records),
  events: copied(events),
  token_usage: copied(usage),
})

/** The first lines that are written again of each file, by source, of one table. */
const firstLinesOf = (
  files: readonly (readonly [string, ReturnType<typeof markRows>])[],
  table: LineTable,
): Readonly<Record<string, number>> =>
  Object.fromEntries(
    files.flatMap(([sourceId, { firstLines }]) => {
      const line = firstLines[table]
      return line === undefined ? [] : [[sourceId, line] as const]
    }),
  )

const problemsIn = (places: readonly PlacedLine[]): readonly Problem[] => {
  const problems: Problem[] = []
  for (const { line } of places) append(problems, line.problems)
  return problems
}

const lineProblems = (transcripts: readonly ReadSource[], { places }: Corrected, sessionId: string): readonly TableRow<'problems'>[] =>
  transcripts.flatMap(({ source, problems }, index) => [
    ...problems.map((problem) => problemRow(source, sessionId, problem)),
    ...problemsIn(places[index] ?? []).map((problem) => problemRow(source, sessionId, problem)),
  ])

const orphanProblems = (task: DeriveTask, transcripts: readonly ReadSource[]): readonly TableRow<'problems'>[] => {
  if (transcripts.some(({ source }) => source.role === 'session')) return []
  const warm = (read: ReadSource): boolean =>
    read.lines.some((line) => line.class === 'sidechain_prompt' && line.headline.trim() === 'Warmup')
  return transcripts
    .filter((read) => !warm(read))
    .map((read) =>
      problemRow(read.source, task.sessionId, {
        code: 'orphan-agent',
        reason: `the transcript of session ${task.sessionId} was not imported`,
      }),
    )
}

const kindOfRef = (name: string): string => name.split('/', 1)[0] ?? 'session'

/** The inputs of the rows. */
export interface RowInputs {
  readonly task: DeriveTask
  readonly origin: SessionOrigin
  readonly transcripts: readonly ReadSource[]
  readonly segmentation: Segmentation
  readonly corrected: Corrected
  readonly commits: readonly ArchivedCommit[]
  readonly refs: readonly { readonly name: string; readonly commitId: string }[]
  readonly sources: readonly DerivedSource[]
  /** The session's own row, when it has a record at all. */
  readonly session: TableRow<'sessions'> | undefined
}

const contextFactsOf = ({ commitId, parentId, draft, facts }: ArchivedCommit): ContextCommitFacts => ({
  commitId,
  parentId,
  chain: draft.chain,
  isCompaction: draft.type === 'compaction',
  context: facts.context,
})

const sessionRows = (inputs: RowInputs): DerivedRows => {
  const { task, transcripts, segmentation, corrected } = inputs
  const places = placesOf(transcripts, corrected)
  const tokens = tokensOfCommits(inputs.commits.map(contextFactsOf))
  const order = new Map(segmentation.drafts.map((draft, index) => [draft, index]))
  return {
    problems: [
      ...lineProblems(transcripts, corrected, task.sessionId),
      ...orphanProblems(task, transcripts),
      ...rewrittenProblems(inputs.sources, task.sessionId),
      ...corrected.problems,
    ],
    corrections: corrected.rows,
    sessions: inputs.session === undefined ? [] : [inputs.session],
    commits: inputs.commits
      .map((archived) => commitRow(inputs, archived, order.get(archived.draft) ?? 0, tokens.get(archived.commitId) ?? null))
      .sort((a, b) => a.position - b.position),
    refs: inputs.refs.map(({ name, commitId }) => ({ name, kind: kindOfRef(name), commitId, sessionId: task.sessionId })),
    sources: inputs.sources.map((source) => sourceRow(task, source, places.get(source.sourceId) ?? places.size)),
    seen_files: inputs.sources.flatMap(({ path, contentHash, seen }) => (seen === undefined ? [] : [{ path, contentHash, ...seen }])),
  }
}

/** The rows of a session, without those that the tables hold already when the task has their marks. */
export const rowsToWrite = (inputs: RowInputs, context: RowContext): Pick<DerivedSession, 'rows' | 'packed' | 'marked'> => {
  const { task, transcripts, corrected } = inputs
  const { marks } = task
  const rows = sessionRows(inputs)
  const all = transcripts.map((read, index) => read.rows.finish(corrected.places[index] ?? [], context, corrected.lines))
  if (marks === undefined) return { rows, packed: joinedTables(all), marked: undefined }
  const { rows: commits, ...markedCommits } = markCommits(rows.commits, marks.commits)
  const files = transcripts.map(({ source: { sourceId }, archived }, at) => {
    const packed = all[at] ?? joinedTables([])
    const marked = markRows(packed, marks.marks[sourceId])
    return [sourceId, archived !== undefined ? { ...marked, rows: inOwnMemory(marked.rows) } : marked] as const
  })
  const [records, events, usage] = lineTables.map((table) => firstLinesOf(files, table))
  return {
    rows: { ...rows, commits },
    packed: joinedTables(files.map(([, own]) => own.rows)),
    marked: {
      marks: Object.fromEntries(files.map(([sourceId, own]) => [sourceId, own.marks])),
      basis: marks.version,
      firstLines: { records: records ?? {}, events: events ?? {}, token_usage: usage ?? {} },
      commits: markedCommits,
    },
  }
}
