/** Derives everything a session's files hold: chains, artifacts, rows. A pure function of the files' bytes and the task. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { agentCalled, firstAgent } from '../../importer/agents.ts'
import { closeFile, readInto } from '../../importer/read-lines.ts'
import { describeCommit } from '../chains/describe-commit.ts'
import { cutSession } from '../chains/cut-session.ts'
import { nameKept } from '../chains/name-kept.ts'
import type { Segmentation } from '../chains/cut-session.ts'
import type { PlacedLine } from '../chains/session-lines.ts'
import { applyCorrections } from './apply-corrections.ts'
import type { Corrected } from './apply-corrections.ts'
import { SessionArchive } from './archive-session.ts'
import type { ArchivedCommit } from './archive-cache.ts'
import { isRecord } from './derive-rows.ts'
import type { RowContext } from './derive-rows.ts'
import type { DeriveTask, DerivedSession } from './derive-task.ts'
import { earlierVersions } from './earlier-versions.ts'
import { ByteHolder, type Hold } from '../store/files/spillable-bytes.ts'
import { isNote } from './derive-task.ts'
import type { SourceCache } from './source-cache.ts'
import { defaultGranularity } from '../model/granularity.ts'
import { orderTranscripts } from './order-transcripts.ts'
import { isStillThere, readSources, sourceLines } from './read-sources.ts'
import type { ReadSource, ReadSources } from './read-sources.ts'
import { sessionOrigin } from './session-origin.ts'
import type { SessionOrigin } from './session-origin.ts'
import { rowsToWrite } from './session-rows.ts'
import { titleInNote } from './title-in-note.ts'
import { storeSources } from './store-sources.ts'
import { summariseSession } from './summarise-session.ts'

/** Maximum size of the results of a session in memory, bytes; larger results wait in a file. A session of about 60 MB stays in memory. */
const maxInMemory = 32 * 1024 * 1024

/** Earliest time of all records, milliseconds since 1970; 0 when none has a readable one. */
const firstTime = (transcripts: readonly ReadSource[]): number => {
  let first: number | undefined
  for (const { lines } of transcripts)
    for (const { occurredAt } of lines) if (occurredAt !== undefined && (first === undefined || occurredAt < first)) first = occurredAt
  return first ?? 0
}

const openArchive = (task: DeriveTask, transcripts: readonly ReadSource[], origin: SessionOrigin, hold: Hold): SessionArchive =>
  new SessionArchive({
    sessionId: task.sessionId,
    ...origin,
    fallbackAt: firstTime(transcripts),
    takenIds: new Set(task.takenIds),
    known: task.known === 'all' ? 'all' : new Set(task.known),
    hold,
    read: (source, offset, to) => {
      const file = transcripts[source]
      if (file === undefined) throw new Error('no such source')
      readInto(file.open, to, offset)
    },
    before: (source) => transcripts[source]?.archived,
  })

/** The commit of each line, another session's for a copy. */
class CommitsOfLines implements RowContext {
  readonly sessionId: string
  /** By source and line, of a run of blank lines by the first: a session has many lines. */
  readonly #commits: (string | undefined)[][] = []
  readonly #foreign: ReadonlyMap<string, string>

  constructor(sessionId: string, foreign: ReadonlyMap<string, string>) {
    this.sessionId = sessionId
    this.#foreign = foreign
  }

  note(places: readonly PlacedLine[], commitId: string): void {
    for (const { source, line } of places) (this.#commits[source] ??= [])[line.line] = commitId
  }

  /** The lines that no commit of the session contains. */
  without(places: readonly PlacedLine[]): readonly PlacedLine[] {
    const loose: PlacedLine[] = []
    for (const place of places) if (this.#commits[place.source]?.[place.line.line] === undefined) loose.push(place)
    return loose
  }

  commitOf({ source, line }: PlacedLine): string | undefined {
    return this.#commits[source]?.[line.line] ?? (line.uuid === undefined ? undefined : this.#foreign.get(line.uuid))
  }
}

/** Archives all commits, and the lines that no commit contains. */
const archiveAll = async (task: DeriveTask, segmentation: Segmentation, archive: SessionArchive): Promise<RowContext> => {
  const commits = new CommitsOfLines(task.sessionId, new Map(task.inputs.foreign))
  for (const draft of segmentation.drafts) commits.note(draft.places, (await archive.commit(draft)).commitId)
  for (const places of segmentation.places) await archive.keep(commits.without(places))
  return commits
}

/** A commit with its records counted by their corrected classes; its summary and its time are part of it and stay. */
const recount = (archived: ArchivedCommit, { after, rows }: Corrected): ArchivedCommit => {
  if (rows.length === 0) return archived
  const { draft, facts } = archived
  const places = draft.places.map(after)
  if (places.every((place, at) => place === draft.places[at])) return archived
  return { ...archived, facts: { ...describeCommit({ ...draft, places }), summary: facts.summary, createdAt: facts.createdAt } }
}

const deriveRead = async (task: DeriveTask, { read, failed }: ReadSources, hold: Hold): Promise<Omit<DerivedSession, 'waitsIn'>> => {
  const transcripts = orderTranscripts(read.filter(({ source }) => !isNote(source.role)))
  const notes = read.filter(({ source }) => isNote(source.role))
  nameKept(transcripts.map(({ lines }) => lines))
  const segmentation = cutSession({
    sessionId: task.sessionId,
    sources: sourceLines(transcripts, read),
    foreign: new Map(task.inputs.foreign),
    cuts: new Set(task.inputs.cuts),
    granularity: task.inputs.granularity ?? defaultGranularity,
  })
  const allLines = transcripts.map(({ lines }) => lines)
  const agent = agentCalled((transcripts[0] ?? read[0])?.source.agent ?? firstAgent)
  const origin = sessionOrigin(agent, allLines, task.inputs.principal)
  const archive = openArchive(task, transcripts, origin, hold)
  const context = await archiveAll(task, segmentation, archive)
  const corrected = applyCorrections(task, transcripts, segmentation.places)
  const stored = await storeSources(transcripts, notes, segmentation.places, archive)
  const sources = [...stored, ...earlierVersions(task, { read, failed })]
  const refs = await Promise.all(segmentation.refs.map(async ({ name, target }) => ({ name, commitId: await archive.idOf(target) })))
  const session = summariseSession({
    sessionId: task.sessionId,
    folder: (transcripts[0] ?? read[0])?.source.folder ?? '',
    template: origin.template,
    tipCommitId: refs.find(({ name }) => name.startsWith('session/'))?.commitId,
    commits: archive.commits.length,
    bytes: transcripts.reduce((sum, file) => sum + file.open.size, 0),
    places: corrected.places,
    sourceIds: transcripts.map(({ source }) => source.sourceId),
    noteTitle: titleInNote(task.sessionId, notes),
  })
  const hasRecords = allLines.some((lines) => lines.some(isRecord))
  return {
    sessionId: task.sessionId,
    entries: await archive.entries(),
    sources,
    failed,
    commits: archive.commits.map(({ commitId, recordHash }) => [commitId, recordHash] as const),
    refs,
    ...rowsToWrite(
      {
        task,
        origin,
        transcripts,
        segmentation,
        corrected,
        commits: archive.commits.map((archived) => recount(archived, corrected)),
        refs,
        sources,
        session: hasRecords ? session : undefined,
      },
      context,
    ),
    foreignParents: segmentation.foreignParents,
    bytesRead: read.reduce((sum, file) => sum + file.open.size, 0),
  }
}

/**
 * @param onProgress receives the number of bytes read since the last call.
 * @param kept what was read of sessions that are followed.
 * @throws Error with code ESHORT when a file was rewritten meanwhile: derive it again.
 */
export const deriveSession = async (task: DeriveTask, onProgress: (bytes: number) => void, kept?: SourceCache): Promise<DerivedSession> => {
  const waitsIn = task.scratch === undefined ? undefined : join(task.scratch, `waiting-${randomUUID()}`)
  const holder = new ByteHolder(waitsIn, maxInMemory)
  const hold: Hold = (bytes) => holder.hold(bytes)
  const sources = readSources(task, hold, onProgress, kept)
  try {
    const derived = await deriveRead(task, sources, hold)
    if (sources.read.every(isStillThere)) return { ...derived, waitsIn }
    throw Object.assign(new Error('the file was rewritten while it was read'), { code: 'ESHORT' })
  } finally {
    holder.close()
    for (const file of sources.read) closeFile(file.open)
  }
}
