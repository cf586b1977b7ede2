/** The input for cutting a session's chains: the lines of its sources, and the records that other sessions own. */
import type { Granularity } from '../model/granularity.ts'
import { typedByHuman } from '../model/record-class.ts'
import type { TranscriptLine } from '../model/transcript-line.ts'

export interface SourceLines {
  readonly sourceId: string
  /** Agent whose own transcript this is; undefined for a main transcript. */
  readonly agentId: string | undefined
  /** Tool call that started the agent, when a note beside the transcript names it. */
  readonly spawnerToolUseId: string | undefined
  /** Kind of sub-agent, when a note beside the transcript says it. */
  readonly agentType?: string | undefined
  readonly lines: readonly TranscriptLine[]
}

export interface SessionLines {
  readonly sessionId: string
  /** Main transcripts first, then sub-agents, each in the order of their names. */
  readonly sources: readonly SourceLines[]
  /** Uuids that another session holds, with the commit that holds them. */
  readonly foreign: ReadonlyMap<string, string>
  /** Uuids from which other sessions continue: commits must end with them. */
  readonly cuts: ReadonlySet<string>
  readonly granularity: Granularity
}

/** A line in its place: where it stands, which chain it belongs to, and whether it only repeats what is held elsewhere. */
export interface PlacedLine {
  readonly source: number
  readonly line: TranscriptLine
  readonly chain: string
  /** The line itself is held elsewhere: it is kept for restore and belongs to no commit. */
  readonly isCopy: boolean
  /** The events it carries are held elsewhere: they must not be counted again. */
  readonly carriesCopy: boolean
  /** The client wrote a record of a reply again: it repeats the reply's words, and its usage belongs to the reply. */
  readonly restates?: true
}

/** True for a line that takes part in the conversation's graph; others go with the line they follow. */
export const isConversation = (line: TranscriptLine): boolean =>
  !line.blank &&
  (line.uuid !== undefined || line.type === 'user' || line.type === 'assistant' || line.type === 'system' || typedByHuman.has(line.class))

const maxBytes = 16 * 1024 * 1024

/** True for lines without a record that are too large to be part of a commit: they are kept in pieces, beside the chain. */
export const isOutsized = (line: TranscriptLine): boolean => line.length > maxBytes && (line.blank || line.class === 'malformed')
