/** The objects that an agent met up to a commit, and how much of each its context contained. */
import type { ObjectPlace } from '../../contract/session-state.ts'

export interface MetCall {
  readonly id: string
  readonly place: ObjectPlace
  /** Place of its last result; null: it has none. */
  readonly resultPlace: ObjectPlace | null
  readonly tool: string
  /** What the call acts on: a path, a command, a question. */
  readonly about: string
  /** UTF-16 code units of its output. */
  readonly chars: number
  /** Whether its output contains pictures or documents, which are not part of the character counts. */
  readonly hasMedia: boolean
  /** Null: it has no result. */
  readonly failed: boolean | null
  /** Number of the turn in which it was made. */
  readonly turn: number
  /** It was made since the last compaction, or kept by it. */
  readonly isSinceCompaction: boolean
  readonly lastUsedAt: number | null
  /** Files that it names. */
  readonly fileIds: readonly string[]
}

export interface MetFile {
  readonly id: string
  readonly path: string
  readonly versions: number
  /** UTF-16 code units of its content; null: not all of it is known. */
  readonly chars: number | null
  readonly lastUsedAt: number | null
  /** A mention showed it since the last compaction, and no microcompaction cleared it. */
  readonly isAttached: boolean
  /** A record since the last compaction names it, or the summary does. */
  readonly isNamed: boolean
}

export interface MetObjects {
  readonly sessionId: string
  readonly commitId: string
  readonly title: string
  /** In the order in which they were made. */
  readonly calls: readonly MetCall[]
  /** In the order in which the agent first met them. */
  readonly files: readonly MetFile[]
  /** Ids of the files that attachments in the context show, by the uuids of their records. */
  readonly attachments: ReadonlyMap<string, ReadonlySet<string>>
  readonly chat: {
    /** Characters of prompts, responses and inputs of calls: all of them, and those since the last compaction. */
    readonly allChars: number
    readonly chars: number
    readonly turns: number
    readonly lastUsedAt: number | null
  }
  /** Null: no record contains it. */
  readonly systemPrompt: string | null
  readonly isAfterCompaction: boolean
  /** Calls whose output a microcompaction cleared. */
  readonly cleared: ReadonlySet<string>
  readonly microcompactions: number
  /** Number of microcompactions that do not name what they cleared. */
  readonly unnamedMicrocompactions: number
  /** Context tokens of the last reply; null: not recorded. */
  readonly contextTokens: number | null
  /** The turn at whose end, or in which, a commit is. */
  readonly turnOf: ReadonlyMap<string, number>
}
