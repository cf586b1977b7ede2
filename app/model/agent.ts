/**
 * What an agent's folder in `importer/` gives. `importer/agents.ts` lists the agents; everything above knows them by these types alone, and
 * by the records that they yield (record.ts).
 */
import type { EventsRead } from './chain-event.ts'
import type { JsonObject } from './json-object.ts'
import type { Problem } from './problem.ts'
import type { PromptHistory } from './prompt-history.ts'
import type { RecordClass, ReferenceClass } from './record-class.ts'
import type { TranscriptRecord } from './record.ts'
import type { StreamReader } from './streamed-event.ts'
import type { ToolKind } from './tool-kind.ts'
import type { FileRole, OpenFile, ProbedRoot, Retention, TranscriptEnds } from './transcript-file.ts'
import type { TranscriptLine, WholeLine } from './transcript-line.ts'

/** The session and the sub-agent of a file, as its name, its folder or its first record say. */
export interface FileOwner {
  /** Undefined when nothing says. */
  readonly sessionId: string | undefined
  readonly agentId: string | undefined
  /** Name of the folder that holds the session. */
  readonly folder: string
}

/** Folders outside an imported folder that hold files of its sessions. */
export interface FoldersBeside {
  /** The root of the files in them. */
  readonly root: string
  readonly folders: readonly string[]
}

/** Where an agent keeps its files, and how they are recognised. */
export interface AgentFiles {
  /** Places where it keeps transcripts on this machine, whether they exist or not. */
  readonly probeRoots: (env: Readonly<Record<string, string | undefined>>) => readonly ProbedRoot[]
  /** The folder of transcripts in a folder that also holds other files of the agent; undefined: it is none of these. */
  readonly rootIn: (folder: string) => string | undefined
  /** How long the agent keeps the transcripts of a folder; undefined: it does not write to the folder. */
  readonly retentionOf: (root: string) => Retention | undefined
  /** Role of a file below an imported folder; undefined: it is no file of this agent, or one that is not imported. */
  readonly roleOf: (path: string, root: string) => FileRole | undefined
  /** May read the beginning of the file. @throws the system's error when the file cannot be read */
  readonly ownerOf: (path: string, role: FileRole) => FileOwner
  readonly folderOf: (path: string, role: FileRole) => string
  /** The common prefix of the paths of a session's files; the path itself for a file without one. */
  readonly sessionPathOf: (path: string) => string
  /** @param sessions those found below the root */
  readonly besideOf?: (root: string, sessions: () => readonly string[]) => FoldersBeside | undefined
  /** Only a guess, for the order in which files are read. A file that cannot be read gives nothing. */
  readonly endsOf: (path: string) => TranscriptEnds
}

export interface ParsedTranscript<Line extends TranscriptLine> {
  /** Blank lines that follow each other are one. */
  readonly lines: readonly Line[]
  /** Problems of the file as a whole; those of a line stand with the line. */
  readonly problems: readonly Problem[]
}

/**
 * Returns what to keep of a line. It is called again for a line that turns out to be a prompt, and for blank lines that continue.
 * @param at index among the kept lines
 */
export type Keep<Line extends TranscriptLine> = (line: WholeLine, at: number) => Line

/** Reads a transcript, and continues reading when it has grown. */
export interface TranscriptReader<Line extends TranscriptLine> {
  /** False when what was read ends within a line, or in another encoding: it has to be read again from its beginning. */
  readonly canResume: boolean
  /**
   * Reads an open file from where the last call ended; returns all lines so far.
   * @param onChunk receives every byte that is read once, in order.
   * @param onProgress receives the bytes parsed since the last call.
   * @throws the system's error when the file cannot be read, code ESHORT when it shrinks.
   */
  read(file: OpenFile, onChunk: (bytes: Uint8Array) => void, onProgress: (bytes: number) => void): ParsedTranscript<Line>
}

/** How an agent's lines are read: from its files, and again from artifacts. */
export interface AgentLines {
  readonly openReader: <Line extends TranscriptLine>(keep: Keep<Line>) => TranscriptReader<Line>
  /** The lines of an artifact with their classes, without the blank ones. Records that have no ids get none here. */
  readonly linesOf: (artifact: Uint8Array) => readonly WholeLine[]
  /** An artifact with records (record.ts) in place of the agent's own lines, one for each. */
  readonly asRecords: (artifact: Uint8Array) => Uint8Array
  /** The record on a line, or on the part of a line that holds it; undefined when there is none. */
  readonly recordIn: (line: Uint8Array) => JsonObject | undefined
  /** What the records of an artifact say, as events. */
  readonly readEvents: (artifact: Uint8Array) => EventsRead
  /** A line under a class that a person assigned. */
  readonly correct: (line: WholeLine, record: JsonObject, given: RecordClass) => WholeLine
}

export interface Verdict {
  readonly class: RecordClass
  /** Id of the rule that decided. */
  readonly rule: string
  /** The text without the parts that the client adds. */
  readonly said: string
}

export interface ReferenceVerdict {
  readonly class: ReferenceClass
  /** A human prompt that quotes one of the patterns further in. */
  readonly mentionsInjected: boolean
}

/** Who wrote a record, by the agent's rules. */
export interface AgentRules {
  /** @param afterBoundary the record before it in the file is a compaction boundary */
  readonly judge: (record: TranscriptRecord, afterBoundary: boolean) => Verdict
  /** The text without the parts that the client adds. */
  readonly saidIn: (record: TranscriptRecord) => string
  /** The class by the reference rules, which are coarser. */
  readonly reference: (record: TranscriptRecord) => ReferenceVerdict
  /** Whether a record quotes text that the client injects. */
  readonly mentionsInjected: (record: TranscriptRecord) => boolean
  /** All rules, in the order in which they are asked. */
  readonly list: readonly ListedRule[]
}

/** A rule as the app lists it. */
export interface ListedRule {
  readonly id: string
  readonly ledger: 'finer' | 'reference'
  /** Whether it is asked for records of type user or for others. */
  readonly appliesTo: 'user' | 'other'
  readonly class: string
  /** Class of the example by the reference rules; null: the example is no record. */
  readonly referenceClass: string | null
  /** The facts that the rule examines, as text. */
  readonly looksAt: string
  /** JSON text of a record that it decides. */
  readonly example: string
}

/** What the tools of an agent do, by their names. */
export type Tools = ReadonlyMap<string, ToolKind>

export interface Agent {
  /** First part of the template of its sessions. */
  readonly id: string
  readonly name: string
  /** Id of the format in which its lines are stored. */
  readonly format: string
  readonly files: AgentFiles
  readonly lines: AgentLines
  readonly rules: AgentRules
  /** Its tools by name; tools of other programs, which it can be given, are not among them. */
  readonly tools: Tools
  /** Prompts that it keeps outside its transcripts; absent: none. */
  readonly history?: PromptHistory
  /** Reader of the output of a running agent; absent: it cannot be captured. */
  readonly openStream?: () => StreamReader
}
