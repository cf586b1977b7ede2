/** Reads a session's files: the lines of its transcripts, the notes beside them, and which files could not be read. */
import type { OpenFile } from '../model/transcript-file.ts'
import { z } from 'zod'
import { closeFile, isUnchanged, openFile, readAt } from '../../importer/read-lines.ts'
import type { ArchiveCache } from './archive-cache.ts'
import type { SourceLines } from '../chains/session-lines.ts'
import { agentChain } from '../model/agent-chain.ts'
import type { Problem, ProblemCode } from '../model/problem.ts'
import type { TranscriptLine } from '../model/transcript-line.ts'
import type { Hold } from '../store/files/spillable-bytes.ts'
import type { DeriveTask, FailedSource, SourceFile } from './derive-task.ts'
import { isNote, mayBeCorrected } from './derive-task.ts'
import { hashStart } from './hash-file.ts'
import { SourceCache } from './source-cache.ts'
import { SourceReader } from './source-reader.ts'
import type { SourceRows } from './source-rows.ts'
import { systemCode, systemReason } from '../model/failure.ts'

/** A source that was read: its lines, and the file held open until it is archived. */
export interface ReadSource {
  readonly source: SourceFile
  readonly open: OpenFile
  readonly lines: readonly TranscriptLine[]
  readonly problems: readonly Problem[]
  /** The rows of its lines; a note has none. */
  readonly rows: SourceRows
  /** What was archived of it before; undefined: nothing is kept of it, and what is packed of its rows may be given away. */
  readonly archived: ArchiveCache | undefined
  readonly contentHash: string
  /** Hash of what it begins with and had been read before; '': nothing had. */
  readonly hashBefore: string
}

export interface ReadSources {
  readonly read: readonly ReadSource[]
  readonly failed: readonly FailedSource[]
}

/** Parameters of a reader. */
interface Reading {
  readonly task: DeriveTask
  readonly hold: Hold
  readonly onProgress: (bytes: number) => void
  /** Undefined: nothing is kept, and nothing that was is used. */
  readonly kept: SourceCache | undefined
}

/** A transcript of a session that is followed: what was read of it before is not read again. */
const readOn = (source: SourceFile, open: OpenFile, kept: SourceCache, { task, onProgress }: Reading): ReadSource => {
  const one = kept.take(source, task, open)
  const hashBefore = one.reader.contentHash
  const parsed = one.reader.read(open, onProgress)
  kept.keep(source, task, one)
  return { source, open, ...parsed, rows: one.reader.rows.copy(), archived: one.archived, hashBefore }
}

const readOpen = (source: SourceFile, open: OpenFile, reading: Reading): ReadSource => {
  const { task, hold, onProgress, kept } = reading
  if (!isNote(source.role) && kept !== undefined && SourceCache.canKeep(open)) return readOn(source, open, kept, reading)
  const reader = new SourceReader(source, task.sessionId, mayBeCorrected(task), hold)
  const read = isNote(source.role) ? { lines: [], problems: [], contentHash: hashStart(open, open.size) } : reader.read(open, onProgress)
  return { source, open, ...read, rows: reader.rows, archived: undefined, hashBefore: '' }
}

const readSource = (source: SourceFile, reading: Reading): ReadSource => {
  const open = openFile(source.readFrom)
  try {
    return readOpen(source, open, reading)
  } catch (thrown) {
    closeFile(open)
    throw thrown
  }
}

const failure = (source: SourceFile, thrown: unknown): FailedSource => {
  const code = systemCode(thrown)
  const changed = code === 'ESHORT'
  const problem: ProblemCode = changed ? 'changed-while-reading' : 'unreadable-file'
  const reason = changed ? 'the file became shorter while it was read' : `the file cannot be read: ${systemReason(thrown)}`
  return { sourceId: source.sourceId, path: source.path, file: source.file, code: problem, reason }
}

/**
 * Reads all sources of a task. Files that the system does not let it read are listed separately. The files stay open.
 * @param hold how their rows wait until all is known.
 * @param onProgress receives the number of bytes read since the last call.
 * @param kept what was read of sessions that are followed.
 */
export const readSources = (
  task: DeriveTask,
  hold: Hold,
  onProgress: (bytes: number) => void,
  kept: SourceCache | undefined,
): ReadSources => {
  const read: ReadSource[] = []
  const failed: FailedSource[] = []
  // A session that has grown will grow again.
  const reading = { task, hold, onProgress, kept: task.marks === undefined ? undefined : kept }
  for (const source of task.sources) {
    try {
      read.push(readSource(source, reading))
    } catch (thrown) {
      if (thrown instanceof Error && 'code' in thrown) failed.push(failure(source, thrown))
      else throw thrown
    }
  }
  return { read, failed }
}

/** True when the bytes that were read are still in the file: it is unchanged, or has only grown. */
export const isStillThere = ({ open, contentHash }: ReadSource): boolean => {
  if (isUnchanged(open)) return true
  try {
    return hashStart(open, open.size) === contentHash
  } catch {
    return false
  }
}

const maxNoteLength = 1 << 20

const someText = z.string().min(1).optional().catch(undefined)
const agentNote = z.object({ toolUseId: someText, agentType: someText }).catch({})

/** The note beside a sub-agent's transcript: the tool call that started the sub-agent, and its kind. */
const noteOf = (agentId: string | undefined, read: readonly ReadSource[]): z.infer<typeof agentNote> => {
  const note = read.find(({ source }) => source.role === 'meta' && source.agentId === agentId)
  if (note === undefined || note.open.size > maxNoteLength || note.open.size === 0) return {}
  try {
    return agentNote.parse(JSON.parse(readAt(note.open, 0, note.open.size).toString('utf8')))
  } catch {
    return {}
  }
}

/** The input for cutting chains: the lines of the transcripts, with the notes about them. */
export const sourceLines = (transcripts: readonly ReadSource[], all: readonly ReadSource[]): readonly SourceLines[] =>
  transcripts.map(({ source, lines }) => {
    const agentId = source.role === 'agent' ? agentChain(source.agentId ?? source.sourceId) : undefined
    const { toolUseId: spawnerToolUseId, agentType } = agentId === undefined ? {} : noteOf(source.agentId, all)
    return { sourceId: source.sourceId, agentId, spawnerToolUseId, agentType, lines }
  })
