/** Decisions, rejections and trade-offs of agents and people, as transcripts contain them. */
import type { EventStatus, Origin, ThinkingType } from '../model/reasoning.ts'

export interface EventPlace {
  readonly sourceId: string
  /** Key of the record in the file. */
  readonly line: number
  readonly block: number
}

/** An edit of a file, at the place of its result. */
export interface EventChange extends EventPlace {
  readonly path: string
}

export interface ThinkingEvent extends EventPlace {
  readonly id: string
  readonly sessionId: string
  readonly chain: string
  readonly commitId: string | null
  readonly recordUuid: string | null
  /** Milliseconds since 1970. */
  readonly occurredAt: number | null
  readonly type: ThinkingType
  /** Type by its words, where a person corrected it; null: the type is that. */
  readonly typeByRule: ThinkingType | null
  readonly origin: Origin
  /** The sentence that shows the type, at most 120 characters. */
  readonly summary: string
  readonly status: EventStatus
  /** The record that shows the status. */
  readonly shownBy: EventPlace | null
  /** Files that the calls after it were given, up to the next decision, rejection or trade-off of the turn. */
  readonly files: readonly string[]
  /** Results of the edits among these calls that were made. */
  readonly changes: readonly EventChange[]
}
