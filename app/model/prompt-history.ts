/** Prompts that an agent keeps outside its transcripts, of sessions whose transcripts it deleted too. */
import type { JsonObject } from './json-object.ts'
import type { Problem } from './problem.ts'

export interface HistoryPrompt {
  /** Undefined: the client that wrote the line did not name it. */
  readonly sessionId: string | undefined
  /** Working directory. */
  readonly project: string | undefined
  /** Milliseconds since 1970; undefined: the line has no readable time. */
  readonly at: number | undefined
  readonly display: string
  /** As the line has it; undefined: nothing was pasted. */
  readonly pasted: JsonObject | undefined
}

export interface HistoryLine {
  /** From 1. */
  readonly line: number
  readonly offset: number
  readonly length: number
  /** The prompt, or what is wrong with the line. */
  readonly read: HistoryPrompt | Pick<Problem, 'code' | 'reason'>
}

/** The state of the session before a prompt. */
export interface HistoryPlace {
  readonly prompts: number
  readonly lastUuid: string | null
}

export interface HistoryRecord {
  /** With its line ending. */
  readonly line: string
  readonly uuid: string
}

/** One file with prompts of many sessions. Those of each session are imported as a separate file, the source. */
export interface PromptHistory {
  /** The history beside a folder of transcripts, or the file itself; undefined: the path is neither. */
  readonly at: (path: string) => string | undefined
  /** Sessions that have a transcript beside the history. */
  readonly sessionsBeside: (history: string) => readonly string[]
  /**
   * Lines without blank ones and without a last line that is still being written.
   * @throws the system's error when the file cannot be read
   */
  readonly read: (history: string) => Iterable<HistoryLine>
  /** A prompt as a record of a transcript. */
  readonly recordOf: (history: string, sessionId: string, prompt: HistoryPrompt, place: HistoryPlace) => HistoryRecord
  /** Name of the session that prompts without one belong to. */
  readonly unnamedSession: (prompt: HistoryPrompt) => string
  /** Path of the source of a session's prompts. */
  readonly sourceOf: (history: string, sessionId: string) => string
  readonly isSource: (path: string) => boolean
  /** The file that a source is in: a history, or the source itself. */
  readonly fileOf: (path: string) => string
}
