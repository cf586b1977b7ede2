/** Files that an agent keeps of its sessions: what is known of them on disk, and while they are read. */
import type { Problem } from './problem.ts'

/**
 * session: a main transcript; agent: a sub-agent's own transcript; meta: the note beside it that names its spawner;
 * side: a file that the client keeps for a session, such as a tool's output too large for the transcript, the journal of
 * a workflow, or the backup of a file that it changed.
 */
export type FileRole = 'session' | 'agent' | 'meta' | 'side'

export interface TranscriptFile {
  /** Id of the agent whose file it is. */
  readonly agent: string
  readonly path: string
  /** The imported folder it was found under. */
  readonly root: string
  /** Path relative to the parent of the imported folder, with forward slashes. */
  readonly file: string
  readonly role: FileRole
  /** Session by the file's name or folder; for a flat sub-agent file by its first record; undefined when nothing says. */
  readonly sessionId: string | undefined
  readonly agentId: string | undefined
  /** Name of the folder that holds the session. */
  readonly folder: string
  readonly size: number
  /** Nanoseconds since 1970. */
  readonly modifiedNs: bigint
  /** Change time, nanoseconds since 1970: unlike the other it cannot be set. */
  readonly changedNs: bigint
  /** Number of the file in its file system. */
  readonly inode: bigint
  /** Where the bytes are that were made of a part of another file; absent: at its path. */
  readonly readFrom?: string
}

export interface DiscoveryProblem {
  readonly path: string
  readonly file: string
  readonly problem: Problem
}

export interface Discovery {
  readonly files: readonly TranscriptFile[]
  readonly problems: readonly DiscoveryProblem[]
  /** Folders of Strata stores, which are not searched. */
  readonly stores: readonly string[]
}

/** A folder in which an agent may keep transcripts. */
export interface ProbedRoot {
  readonly path: string
  readonly origin: string
  readonly exists: boolean
}

export interface Retention {
  /** Days after which a transcript is deleted; null: nothing is. */
  readonly days: number | null
  /** Where the number comes from, or why there is none. */
  readonly source: string
}

export interface TranscriptEnds {
  /** Id of the first record. A resumed or forked session begins with the records of the session that it continues. */
  readonly firstUuid: string | undefined
  /** Latest time near the end, milliseconds since 1970. */
  readonly lastAt: number | undefined
}

/**
 * The state of a file when it was read, beside its size and modification time. Those can be unchanged although the bytes differ, for
 * example after `cp -p`, `rsync --times` or a restore; the change time cannot be set, and another file has another number.
 */
export interface SeenFile {
  /** Change time, nanoseconds since 1970; '': it was so recent that the file may have been written again without another one. */
  readonly changedNs: string
  /** Number of the file in its file system; '': that gave the same file several, and it says nothing. */
  readonly inode: string
}

/** An open file, read at positions; the caller that opened it closes it. */
export interface OpenFile {
  readonly fd: number
  readonly size: number
  /** Modification time, nanoseconds since 1970. */
  readonly modifiedNs: bigint
  /** Change time, nanoseconds since 1970. */
  readonly changedNs: bigint
  readonly seen: SeenFile
}
