/** Reads a session's files: the lines of its transcripts, the notes beside them, and which files could not be read. */
import { parseTranscript } from '../../../importer/claude-code/parse-transcript.ts'
import { closeFile, isUnchanged, openFile, readAt } from '../../../importer/read-lines.ts'
import type { OpenFile } from '../../../importer/read-lines.ts'
import type { SourceLines } from '../../chains/session-lines.ts'
import { agentChain } from '../../model/agent-chain.ts'
import type { Problem, ProblemCode } from '../../model/problem.ts'
import type { TranscriptLine } from '../../model/transcript-line.ts'
import { ContentHasher } from '../../store/content-hash.ts'
import type { Hold } from '../../store/held-bytes.ts'
import type { DeriveTask, FailedSource, SourceFile } from './derive-task.ts'
import { isNote } from './derive-task.ts'
import { mayBeCorrected } from './may-be-corrected.ts'
import { SourceRows } from './source-rows.ts'
import { systemCode, systemReason } from '../../model/system-code.ts'

/** A source that was read: its lines, and the file held open until it is archived. */
export interface ReadSource {
  readonly source: SourceFile
  readonly open: OpenFile
  readonly lines: readonly TranscriptLine[]
  readonly problems: readonly Problem[]
  /** The rows of its lines; a note has none. */
  readonly rows: SourceRows
  readonly contentHash: string
}

export interface ReadSources {
  readonly read: readonly ReadSource[]
  readonly failed: readonly FailedSource[]
}

const pieceBytes = 1 << 20

const hashOf = (open: OpenFile): string => {
  const hasher = new ContentHasher()
  for (let at = 0; at < open.size; at += pieceBytes) hasher.update(readAt(open, at, Math.min(pieceBytes, open.size - at)))
  return hasher.digest()
}

/** What readers are told of, and asked. */
interface Reading {
  readonly sessionId: string
  readonly mayChange: (line: TranscriptLine) => boolean
  readonly hold: Hold
  readonly onProgress: (bytes: number) => void
}

const readOpen = (source: SourceFile, open: OpenFile, { sessionId, mayChange, hold, onProgress }: Reading): ReadSource => {
  const rows = new SourceRows({ sourceId: source.sourceId, sessionId }, mayChange, hold)
  if (isNote(source.role)) return { source, open, lines: [], problems: [], rows, contentHash: hashOf(open) }
  const hasher = new ContentHasher()
  const parsed = parseTranscript(
    open,
    (bytes) => hasher.update(bytes),
    onProgress,
    (line) => rows.keep(line),
  )
  return { source, open, ...parsed, rows, contentHash: hasher.digest() }
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
 * Reads all sources of a task; those that the system does not let it read are told apart. The files stay open.
 * @param hold how their rows wait until all is known.
 * @param onProgress is told the bytes read since the last call.
 */
export const readSources = (task: DeriveTask, hold: Hold, onProgress: (bytes: number) => void): ReadSources => {
  const read: ReadSource[] = []
  const failed: FailedSource[] = []
  const reading = { sessionId: task.sessionId, mayChange: mayBeCorrected(task), hold, onProgress }
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

/** True when the bytes that were read are still there: the file is as it was, or has only grown. */
export const isStillThere = ({ open, contentHash }: ReadSource): boolean => {
  if (isUnchanged(open)) return true
  try {
    return hashOf(open) === contentHash
  } catch {
    return false
  }
}

const longestNote = 1 << 20

/** The tool call that a note beside a sub-agent's transcript names. */
const spawnerOf = (agentId: string | undefined, read: readonly ReadSource[]): string | undefined => {
  const note = read.find(({ source }) => source.role === 'meta' && source.agentId === agentId)
  if (note === undefined || note.open.size > longestNote || note.open.size === 0) return undefined
  try {
    const toolUseId = (JSON.parse(readAt(note.open, 0, note.open.size).toString('utf8')) as { readonly toolUseId?: unknown }).toolUseId
    return typeof toolUseId === 'string' ? toolUseId : undefined
  } catch {
    return undefined
  }
}

/** What chains are cut from: the lines of the transcripts, with what the notes say of them. */
export const sourceLines = (transcripts: readonly ReadSource[], all: readonly ReadSource[]): readonly SourceLines[] =>
  transcripts.map(({ source, lines }) => {
    const agentId = source.role === 'agent' ? agentChain(source.agentId ?? source.sourceId) : undefined
    return {
      sourceId: source.sourceId,
      agentId,
      spawnerToolUseId: agentId === undefined ? undefined : spawnerOf(source.agentId, all),
      lines,
    }
  })
