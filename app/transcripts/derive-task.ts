/** Tasks and results of a worker that derives sessions: plain data that can be posted. */
import type { FileRole, SeenFile } from '../model/transcript-file.ts'
import type { Correction } from '../model/correction.ts'
import type { Granularity } from '../model/granularity.ts'
import type { ArtifactHash } from '../model/ids.ts'
import type { ProblemCode } from '../model/problem.ts'
import type { HeldEntry } from '../store/files/pack-entry.ts'
import type { MarksVersion, MarkedUnit } from '../store/tables/row-cache.ts'
import type { PackedTables } from '../store/tables/row-marks.ts'
import type { TableRow } from '../store/tables/tables.ts'
import type { TranscriptLine } from '../model/transcript-line.ts'

/** Total size of the transcripts whose read contents a worker keeps, bytes; what it keeps takes about half as much memory. */
export const maxKept = 96 * 1024 * 1024

export type SourceRole = FileRole

/** Role of a source in the store: a file, or the earlier content of a rewritten file. */
export type KeptRole = SourceRole | 'earlier'

/** Sources without the earlier versions of files: nothing is derived from those, and they are not counted. */
export const lastVersions = <T extends { readonly role: KeptRole }>(
  sources: readonly T[],
): readonly (T & { readonly role: SourceRole })[] =>
  sources.filter((source): source is T & { readonly role: SourceRole } => source.role !== 'earlier')

/** True for a file that holds no records: it is kept for restore. */
export const isNote = (role: SourceRole): boolean => role === 'meta' || role === 'side'

export interface SourceFile {
  readonly sourceId: string
  /** Id of the agent whose file it is. */
  readonly agent: string
  /** Where to read the bytes now: the source itself, or a restored copy. */
  readonly readFrom: string
  /** The recorded path of the source. */
  readonly path: string
  readonly file: string
  readonly root: string
  readonly role: SourceRole
  readonly agentId: string | undefined
  readonly folder: string
  /** Recorded modification time when a restored copy is read; undefined: take the file's own. */
  readonly modifiedNs: string | undefined
}

/** Everything besides the bytes that decides a session's chains. */
export interface DeriveInputs {
  /** Uuids that other sessions hold, with the commit that holds them. */
  readonly foreign: readonly (readonly [string, string])[]
  /** Uuids after which other sessions continue. */
  readonly cuts: readonly string[]
  /** Who ran the agent, when the import named it; undefined: the project. */
  readonly principal: string | undefined
  /** How finely the session is cut, when a granularity was given. Default: the usual one. */
  readonly granularity?: Granularity | undefined
  /** File system of each folder that the files were imported from; undefined: that of the store's first machine. Rows do not depend on it. */
  readonly filesystems?: readonly (readonly [string, string])[] | undefined
}

export interface DeriveTask {
  readonly sessionId: string
  readonly sources: readonly SourceFile[]
  readonly inputs: DeriveInputs
  /** Ids that belong to commits of other sessions. */
  readonly takenIds: readonly string[]
  /** Classes that a person corrected, in any session. */
  readonly corrections: readonly Correction[]
  /** The session's files in the store. A file that no longer begins with its stored content was rewritten. */
  readonly held?: readonly DerivedSource[]
  /** By source, where the bytes that the store holds of it can be read; null: nowhere. Of those that were asked for, see rewrittenCode. */
  readonly copies?: Readonly<Record<string, string | null>>
  /** Artifacts that need not be encoded again; `all`: none has to be. */
  readonly known: readonly string[] | 'all'
  /** Marks of the rows that the tables hold of it; undefined: all rows are wanted, without marks. */
  readonly marks?: MarksVersion | undefined
  /** Folder where what a large session gives may wait until it is written; undefined: all of it stays in memory. */
  readonly scratch?: string | undefined
}

export interface DerivedSource {
  readonly sourceId: string
  /** Id of the agent whose file it is. */
  readonly agent: string
  readonly path: string
  readonly file: string
  readonly root: string
  readonly role: KeptRole
  readonly agentId: string | undefined
  readonly bytes: number
  readonly modifiedNs: string
  readonly contentHash: string
  readonly manifestHash: ArtifactHash
  readonly lines: number
  readonly records: number
  /** Number of lines of an earlier version that the rewritten file did not contain; absent for other sources, and when not known. */
  readonly missingLines?: number | undefined
  /** Stamp of the file on this machine; undefined when it was not read from its original place. */
  readonly seen?: SeenFile | undefined
}

export interface FailedSource {
  readonly sourceId: string
  readonly path: string
  readonly file: string
  readonly code: ProblemCode
  readonly reason: string
}

/** Rows of the other tables. */
export interface DerivedRows {
  readonly sessions: readonly TableRow<'sessions'>[]
  readonly commits: readonly TableRow<'commits'>[]
  readonly refs: readonly TableRow<'refs'>[]
  readonly problems: readonly TableRow<'problems'>[]
  readonly corrections: readonly TableRow<'corrections'>[]
  readonly sources: readonly TableRow<'sources'>[]
  readonly seen_files: readonly TableRow<'seen_files'>[]
}

export interface DerivedSession {
  readonly sessionId: string
  readonly entries: readonly HeldEntry[]
  readonly sources: readonly DerivedSource[]
  readonly failed: readonly FailedSource[]
  readonly commits: readonly (readonly [string, string])[]
  readonly refs: readonly { readonly name: string; readonly commitId: string }[]
  readonly rows: DerivedRows
  /**
   * Packed rows of the tables of lines, posted as bytes instead of single objects. Rows that the tables already contain may be missing,
   * here and among the commits.
   */
  readonly packed: PackedTables
  /** Undefined: all rows are included. */
  readonly marked: MarkedUnit | undefined
  /** Uuids of other sessions from which commits of this one continue. */
  readonly foreignParents: readonly string[]
  readonly bytesRead: number
  /** The file that contains a part of the rows; the process that writes them to the tables removes it. */
  readonly waitsIn: string | undefined
}

/** Messages between the engine and its import workers. Entries and packed rows are transferred, not copied. */
export type ToWorker = { readonly kind: 'derive'; readonly id: number; readonly task: DeriveTask }

export type FromWorker =
  | { readonly kind: 'progress'; readonly bytes: number }
  | { readonly kind: 'derived'; readonly id: number; readonly session: DerivedSession }
  | { readonly kind: 'failed'; readonly id: number; readonly code: string | undefined; readonly message: string }

/**
 * Decides, before any bytes are compared, which lines a user's corrections may concern. The events of these lines wait for the final
 * decision.
 */
export const mayBeCorrected = ({ corrections, sessionId }: DeriveTask): ((line: TranscriptLine) => boolean) => {
  if (corrections.length === 0) return () => false
  const uuids = new Set(corrections.flatMap(({ uuid }) => uuid ?? []))
  const lines = new Set(corrections.flatMap((one) => (one.uuid === undefined && one.sessionId === sessionId ? [one.line] : [])))
  return (line) => (line.uuid === undefined ? lines.has(line.line) : uuids.has(line.uuid))
}
