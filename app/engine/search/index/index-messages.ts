/** Messages between the engine and the thread of the search index. */
import type { TextKind } from '../../../model/search/search-query.ts'

/** A row of `events`: one text of a commit. */
export interface TextRow {
  readonly sourceId: string
  readonly line: number
  readonly block: number
  readonly kind: string
  readonly class: string
  readonly occurredAt: number | null
  /** Name of the tool: of the call itself, or of the call that an output belongs to. */
  readonly toolName: string | null
  readonly filePath: string | null
  /** An error, or the output of a call that failed. */
  readonly isError: boolean
  /** Place of its record among the records of the artifact, from 0; for a checkpoint, the place of the event. */
  readonly place: number
}

/** The artifact that contains a commit. */
export interface CommitArtifact {
  readonly artifactHash: string
  readonly format: string
  /** In the artifact. */
  readonly records: number
}

export interface CommitToIndex extends CommitArtifact {
  readonly commitId: string
  /** Changes when the rows of its texts do. */
  readonly state: string
  readonly sessionId: string
  /** Commit with which its turn began. */
  readonly turn: string
  readonly rows: readonly TextRow[]
  /** The artifact; undefined: it cannot be read. */
  readonly bytes: Uint8Array | undefined
}

export interface SessionTitle {
  readonly sessionId: string
  readonly title: string
}

/** A stretch of a text in a passage. */
export interface Piece extends Pick<TextRow, 'sourceId' | 'line' | 'block' | 'place' | 'class' | 'occurredAt' | 'isError'> {
  readonly kind: TextKind
  /** Numbers of the names of its tool and file; 0: it has none. */
  readonly tool: number
  readonly file: number
  /** UTF-16 code units. */
  readonly from: number
  readonly to: number
}

/** Kinds of names that have numbers in the index. */
export type NameKind = 'tool' | 'file' | 'month'

export interface MatchInput {
  /** In the syntax of FTS5: what all words of a passage, and what those that were said have to match. */
  readonly bag: string
  readonly said: string
  /** Only passages that match `said` too. */
  readonly isSpoken: boolean
  /** Commits that may match, and sessions whose titles may; null: all. */
  readonly commits: readonly string[] | null
  readonly sessions: readonly string[] | null
  /** The newest first, instead of the best. */
  readonly isNewestFirst: boolean
  /** Passages that are ranked: the newest. */
  readonly most: number
  readonly limit: number
  /** Ids of passages; null: any. */
  readonly between: readonly [from: number, to: number] | null
}

/** Which passages match, without their rank. */
export type MatchingInput = Pick<MatchInput, 'bag' | 'said' | 'isSpoken' | 'commits' | 'sessions'>
export type PossibleInput = Pick<RecentInput, 'bag' | 'commits' | 'isTitled' | 'sessions'>

export interface MatchingOutput {
  /** Ids of passages, the newest first. */
  readonly ids: readonly number[]
  /** Ids of the sessions that have one of these passages. */
  readonly sessions: readonly string[]
}

export interface MatchedPassage {
  readonly id: number
  /** The greater, the better. */
  readonly score: number
  readonly sessionId: string
  readonly turn: string
  /** Undefined for a title. */
  readonly commit: (CommitArtifact & { readonly commitId: string }) | undefined
  /** Its texts, in the form of packPieces: they are decoded only for the few passages that are examined. */
  readonly pieces: string
}

export interface MatchOutput {
  readonly passages: readonly MatchedPassage[]
  /** Passages and sessions that match; when `most` were ranked, at least as many. */
  readonly total: number
  readonly sessions: number
}

export interface NamesInput {
  readonly kind: NameKind
  /** In lower case: names that equal one of these, and files with one of them in their path; null: all names. */
  readonly values: readonly string[] | null
}

export interface NumberedName {
  readonly number: number
  readonly name: string
}

export interface RecentInput {
  /** In the syntax of FTS5: what passages have to match; null: all do. Titles match none. */
  readonly bag: string | null
  readonly commits: readonly string[] | null
  /** Whether to include titles, and of which sessions; null: of all. */
  readonly isTitled: boolean
  readonly sessions: readonly string[] | null
  readonly limit: number
  /** Ids of passages; null: any. */
  readonly between: readonly [from: number, to: number] | null
}

export interface TurnsInput {
  /** For each word an expression of FTS5. */
  readonly bags: readonly string[]
  readonly commits: readonly string[] | null
  /** Words that a turn has to have. */
  readonly least: number
  /** Null: any. */
  readonly turns: readonly string[] | null
  readonly limit: number
}

export type FullTurnsInput = Pick<TurnsInput, 'bags' | 'commits' | 'least'>

export interface FullTurn {
  readonly turn: string
  readonly sessionId: string
  /** Number of passages of the turn that contain at least one of the words. */
  readonly passages: number
}

export interface TurnPassage extends MatchedPassage {
  /** Which words are in the passage: bit 0 for the first. */
  readonly bits: number
  /** Number of words that are in its turn. */
  readonly words: number
}

/** Functions of the thread: input and output of each. */
export interface IndexCalls {
  /** States of the indexed commits of these sessions; null: of all sessions. */
  readonly indexed: readonly [input: readonly string[] | null, output: readonly (readonly [commitId: string, state: string])[]]
  readonly begin: readonly [input: number | null, output: unknown]
  readonly add: readonly [input: readonly CommitToIndex[], output: unknown]
  readonly flush: readonly [input: undefined, output: unknown]
  readonly remove: readonly [input: readonly string[], output: unknown]
  readonly titles: readonly [input: readonly SessionTitle[], output: unknown]
  readonly match: readonly [input: MatchInput, output: MatchOutput]
  readonly recent: readonly [input: RecentInput, output: MatchOutput]
  readonly names: readonly [input: NamesInput, output: readonly NumberedName[]]
  /** By their numbers. */
  readonly namesOf: readonly [input: readonly number[], output: readonly NumberedName[]]
  readonly turns: readonly [input: TurnsInput, output: readonly TurnPassage[]]
  readonly fullTurns: readonly [input: FullTurnsInput, output: readonly FullTurn[]]
  readonly matching: readonly [input: MatchingInput, output: MatchingOutput]
  readonly possible: readonly [input: PossibleInput, output: MatchingOutput]
  /** Commits whose contents could not be read when they were added. */
  readonly unread: readonly [input: undefined, output: readonly string[]]
  /** How many passages match each expression. */
  readonly frequencies: readonly [input: readonly string[], output: readonly number[]]
  readonly size: readonly [input: undefined, output: { readonly commits: number; readonly passages: number; readonly bytes: number }]
  /** Mark of the tables with which the whole index was last brought up to date; undefined: it has changed since. */
  readonly mark: readonly [input: undefined, output: string | undefined]
  readonly setMark: readonly [input: string, output: unknown]
  /** Removes all traces of what was removed. */
  readonly compact: readonly [input: undefined, output: unknown]
  /** Empties the index. */
  readonly clear: readonly [input: undefined, output: unknown]
  /** Seals what was written. */
  readonly settle: readonly [input: undefined, output: unknown]
  /** Faults of the file, as sentences. */
  readonly check: readonly [input: undefined, output: readonly string[]]
  readonly close: readonly [input: undefined, output: unknown]
}

export type IndexCallName = keyof IndexCalls

export interface ToIndex {
  readonly id: number
  readonly name: IndexCallName
  readonly input: unknown
}

export type FromIndex =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly failure: { readonly message: string; readonly code: string | undefined } }

/** Start data of the thread. */
export interface IndexThreadData {
  readonly path: string
  /** It only searches: another thread writes. */
  readonly isReader: boolean
  /** At low priority, where the system can do that for a thread. */
  readonly isInBackground: boolean
}
