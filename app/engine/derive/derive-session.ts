/** Derives everything a session's files hold: chains, artifacts, rows. A pure function of the files' bytes and the task. */
import type { PlacedLine, SourceLines } from '../../chains/session-lines.ts'
import type { Segmentation } from '../../chains/segment.ts'
import { segment } from '../../chains/segment.ts'
import type { Problem, ProblemCode } from '../../model/problem.ts'
import type { TranscriptLine } from '../../model/transcript-line.ts'
import { parseTranscript } from '../../../importer/claude-code/parse-transcript.ts'
import type { OpenFile } from '../../../importer/read-lines.ts'
import { closeFile, isUnchanged, openFile, readAt } from '../../../importer/read-lines.ts'
import { hashArtifact } from '../../store/artifact-hash.ts'
import { ContentHasher } from '../../store/content-hash.ts'
import { encodeManifest } from '../../store/manifest.ts'
import type { ManifestSpan } from '../../store/manifest.ts'
import type { TableRow } from '../../store/tables.ts'
import type { ArchivedCommit } from './archive-session.ts'
import { archiveFormat, SessionArchive } from './archive-session.ts'
import { eventRows, isRecord, problemRow, recordRow, usageRow } from './derive-rows.ts'
import type { RowContext } from './derive-rows.ts'
import type { DeriveTask, DerivedRows, DerivedSession, DerivedSource, FailedSource, SourceFile } from './derive-task.ts'
import { summariseSession } from './summarise-session.ts'

/** A source that was read: its lines, and the file held open until it is archived. */
interface ReadSource {
  readonly source: SourceFile
  readonly open: OpenFile
  readonly lines: readonly TranscriptLine[]
  readonly problems: readonly Problem[]
  readonly contentHash: string
}

const emptyHash = new ContentHasher().digest()

const readSource = (source: SourceFile, onProgress: (bytes: number) => void): ReadSource => {
  const open = openFile(source.readFrom)
  const hasher = new ContentHasher()
  const parsed = source.role === 'meta' ? { lines: [], problems: [] } : parseTranscript(open, (bytes) => hasher.update(bytes), onProgress)
  if (source.role === 'meta' && open.size > 0) hasher.update(readAt(open, 0, open.size))
  return { source, open, ...parsed, contentHash: open.size === 0 ? emptyHash : hasher.digest() }
}

const failure = (source: SourceFile, thrown: unknown): FailedSource => {
  const code = (thrown as { readonly code?: unknown }).code
  const changed = code === 'ESHORT'
  const problem: ProblemCode = changed ? 'changed-while-reading' : 'unreadable-file'
  const reason = changed
    ? 'the file became shorter while it was read'
    : `the file cannot be read: ${typeof code === 'string' ? code : 'unknown error'}`
  return { sourceId: source.sourceId, path: source.path, file: source.file, code: problem, reason }
}

const readAll = (
  task: DeriveTask,
  onProgress: (bytes: number) => void,
): { readonly read: readonly ReadSource[]; readonly failed: readonly FailedSource[] } => {
  const read: ReadSource[] = []
  const failed: FailedSource[] = []
  for (const source of task.sources) {
    try {
      read.push(readSource(source, onProgress))
    } catch (thrown) {
      if (thrown instanceof Error && 'code' in thrown) failed.push(failure(source, thrown))
      else throw thrown
    }
  }
  return { read, failed }
}

/** The tool call that a note beside a sub-agent's transcript names. */
const spawnerOf = (agentId: string | undefined, read: readonly ReadSource[]): string | undefined => {
  const note = read.find(({ source }) => source.role === 'meta' && source.agentId === agentId)
  if (note === undefined || note.open.size > 1 << 20 || note.open.size === 0) return undefined
  try {
    const toolUseId = (JSON.parse(readAt(note.open, 0, note.open.size).toString('utf8')) as { readonly toolUseId?: unknown }).toolUseId
    return typeof toolUseId === 'string' ? toolUseId : undefined
  } catch {
    return undefined
  }
}

const sourceLines = (transcripts: readonly ReadSource[], all: readonly ReadSource[]): readonly SourceLines[] =>
  transcripts.map(({ source, lines }) => {
    const agentId = source.role === 'agent' ? (source.agentId ?? source.sourceId) : undefined
    return {
      sourceId: source.sourceId,
      agentId,
      spawnerToolUseId: agentId === undefined ? undefined : spawnerOf(source.agentId, all),
      lines,
    }
  })

const firstValue = (transcripts: readonly ReadSource[], pick: (line: TranscriptLine) => string | undefined): string | undefined => {
  for (const { lines } of transcripts) {
    const line = lines.find((candidate) => pick(candidate) !== undefined)
    if (line !== undefined) return pick(line)
  }
  return undefined
}

/** A project as a principal: Bureau reads principals as user ids, `@localpart:server` (events-v1 §2). */
export const principalOf = (project: string): string =>
  `@${
    project
      .toLowerCase()
      .replace(/^\/+/, '')
      .replace(/[^a-z0-9._=/-]+/g, '-') || 'unknown'
  }:local`

const firstTime = (transcripts: readonly ReadSource[]): number => {
  let first: number | undefined
  for (const { lines } of transcripts)
    for (const { occurredAt } of lines) if (occurredAt !== undefined && (first === undefined || occurredAt < first)) first = occurredAt
  return first ?? 0
}

const looseOf = (segmentation: Segmentation): readonly (readonly PlacedLine[])[] => {
  const held = new Set(segmentation.drafts.flatMap((draft) => draft.places))
  return segmentation.places.map((places) => places.filter((place) => !held.has(place)))
}

const manifestSpans = (places: readonly PlacedLine[], archive: SessionArchive): readonly ManifestSpan[] => {
  const spans: ManifestSpan[] = []
  for (const place of places) {
    const at = archive.linePlaces.get(place)
    if (at === undefined) throw new Error('every line is archived')
    const last = spans.at(-1)
    if (last?.artifact === at.artifact && last.offset + last.length === at.offset)
      spans[spans.length - 1] = { ...last, length: last.length + place.line.length }
    else spans.push({ artifact: at.artifact, offset: at.offset, length: place.line.length })
  }
  return spans
}

const storeSource = async (read: ReadSource, spans: readonly ManifestSpan[], archive: SessionArchive): Promise<DerivedSource> => {
  const manifest = encodeManifest({ bytes: read.open.size, contentHash: read.contentHash, spans })
  return {
    sourceId: read.source.sourceId,
    path: read.source.path,
    file: read.source.file,
    root: read.source.root,
    role: read.source.role,
    agentId: read.source.agentId,
    bytes: read.open.size,
    modifiedNs: read.source.modifiedNs ?? String(read.open.modifiedNs),
    contentHash: read.contentHash,
    manifestHash: await archive.put('manifest', manifest),
    lines: read.lines.length,
    records: read.lines.filter(isRecord).length,
  }
}

const storeNote = async (read: ReadSource, archive: SessionArchive): Promise<DerivedSource> => {
  if (read.open.size === 0) return storeSource(read, [], archive)
  const bytes = readAt(read.open, 0, read.open.size)
  await archive.put('raw', bytes)
  return storeSource(read, [{ artifact: hashArtifact(bytes), offset: 0, length: bytes.length }], archive)
}

const commitRow = (
  task: DeriveTask,
  principal: string,
  template: string,
  archived: ArchivedCommit,
  position: number,
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
  format: archiveFormat,
  template,
  principal,
  summary: archived.facts.summary,
  createdAt: archived.createdAt,
  startedAt: archived.facts.startedAt ?? null,
  endedAt: archived.facts.endedAt ?? null,
  records: archived.facts.records,
  bytes: archived.bytes,
  humanPrompts: archived.facts.humanPrompts,
  responses: archived.facts.responses,
  toolCalls: archived.facts.toolCalls,
  errors: archived.facts.errors,
  models: archived.facts.models,
  preserved: archived.facts.preserved,
  branchOf: archived.draft.branchOf ?? null,
})

const sourceRow = (task: DeriveTask, source: DerivedSource): TableRow<'sources'> => ({
  sourceId: source.sourceId,
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
})

const lineRows = (
  transcripts: readonly ReadSource[],
  segmentation: Segmentation,
  context: RowContext,
): Pick<DerivedRows, 'records' | 'events' | 'token_usage' | 'problems'> => {
  const records: TableRow<'records'>[] = []
  const events: TableRow<'events'>[] = []
  const usage: TableRow<'token_usage'>[] = []
  const problems: TableRow<'problems'>[] = []
  transcripts.forEach((read, index) => {
    for (const problem of read.problems) problems.push(problemRow(read.source, context.sessionId, problem))
    for (const place of segmentation.places[index] ?? []) {
      for (const problem of place.line.problems) problems.push(problemRow(read.source, context.sessionId, problem))
      if (!isRecord(place.line)) continue
      records.push(recordRow(read.source, place, context))
      events.push(...eventRows(read.source, place, context))
      const used = usageRow(read.source, place, context)
      if (used !== undefined) usage.push(used)
    }
  })
  return { records, events, token_usage: usage, problems }
}

const orphanProblems = (task: DeriveTask, transcripts: readonly ReadSource[]): readonly TableRow<'problems'>[] => {
  if (transcripts.some(({ source }) => source.role === 'session')) return []
  const warm = (read: ReadSource): boolean =>
    read.lines.some((line) => line.class === 'sidechain_prompt' && line.headline.trim() === 'Warmup')
  return transcripts
    .filter((read) => !warm(read))
    .map((read) =>
      problemRow(read.source, task.sessionId, {
        code: 'orphan-agent',
        reason: `the transcript of session ${task.sessionId} is not among the sources`,
      }),
    )
}

const kindOfRef = (name: string): string => name.split('/', 1)[0] ?? 'session'

const deriveRead = async (task: DeriveTask, read: readonly ReadSource[], failed: readonly FailedSource[]): Promise<DerivedSession> => {
  const transcripts = read.filter(({ source }) => source.role !== 'meta')
  const foreign = new Map(task.inputs.foreign)
  const segmentation = segment({
    sessionId: task.sessionId,
    sources: sourceLines(transcripts, read),
    foreign,
    cuts: new Set(task.inputs.cuts),
  })
  const folder = transcripts[0]?.source.folder ?? read[0]?.source.folder ?? ''
  const template = `claude-code/${firstValue(transcripts, (line) => line.entrypoint) ?? 'cli'}`
  const principal = task.inputs.principal ?? principalOf(firstValue(transcripts, (line) => line.cwd) ?? folder)
  const archive = new SessionArchive({
    sessionId: task.sessionId,
    template,
    principal,
    fallbackAt: firstTime(transcripts),
    takenIds: new Set(task.takenIds),
    known: task.known === 'all' ? 'all' : new Set(task.known),
    bytesOf: (source, offset, length) => {
      const file = transcripts[source]
      if (file === undefined) throw new Error('no such source')
      return readAt(file.open, offset, length)
    },
  })
  for (const draft of segmentation.drafts) await archive.commit(draft)
  for (const places of looseOf(segmentation)) await archive.keep(places)
  const sources: DerivedSource[] = []
  for (const [index, file] of transcripts.entries())
    sources.push(await storeSource(file, manifestSpans(segmentation.places[index] ?? [], archive), archive))
  for (const note of read.filter(({ source }) => source.role === 'meta')) sources.push(await storeNote(note, archive))
  const commitOf = new Map<PlacedLine, string>()
  for (const { draft, commitId } of archive.commits) for (const place of draft.places) commitOf.set(place, commitId)
  const context: RowContext = {
    sessionId: task.sessionId,
    commitOf: (place) => commitOf.get(place) ?? (place.line.uuid === undefined ? undefined : foreign.get(place.line.uuid)),
  }
  const refs = await Promise.all(segmentation.refs.map(async ({ name, target }) => ({ name, commitId: await archive.idOf(target) })))
  const order = new Map(segmentation.drafts.map((draft, index) => [draft, index]))
  const rows = lineRows(transcripts, segmentation, context)
  const session = summariseSession({
    sessionId: task.sessionId,
    folder,
    template,
    tipCommitId: refs.find(({ name }) => name.startsWith('session/'))?.commitId,
    commits: archive.commits.length,
    bytes: transcripts.reduce((sum, file) => sum + file.open.size, 0),
    places: segmentation.places,
    sourceIds: transcripts.map(({ source }) => source.sourceId),
  })
  return {
    sessionId: task.sessionId,
    entries: archive.entries,
    sources,
    failed,
    commits: archive.commits.map(({ commitId, recordHash }) => [commitId, recordHash] as const),
    refs,
    rows: {
      ...rows,
      problems: [...rows.problems, ...orphanProblems(task, transcripts)],
      sessions: transcripts.some(({ lines }) => lines.some(isRecord)) ? [session] : [],
      commits: archive.commits.map((archived) => commitRow(task, principal, template, archived, order.get(archived.draft) ?? 0)),
      refs: refs.map(({ name, commitId }) => ({ name, kind: kindOfRef(name), commitId, sessionId: task.sessionId })),
      sources: sources.map((source) => sourceRow(task, source)),
    },
    foreignParents: segmentation.foreignParents,
    bytesRead: read.reduce((sum, file) => sum + file.open.size, 0),
  }
}

/** @param onProgress is told the bytes read since the last call. */
export const deriveSession = async (task: DeriveTask, onProgress: (bytes: number) => void): Promise<DerivedSession> => {
  const { read, failed } = readAll(task, onProgress)
  try {
    const derived = await deriveRead(task, read, failed)
    const changed = read.find((file) => !isUnchanged(file.open))
    if (changed === undefined) return derived
    throw Object.assign(new Error('the file was rewritten while it was read'), { code: 'ESHORT' })
  } finally {
    for (const file of read) closeFile(file.open)
  }
}
