/** What is ranked, and for which question. */
import type { EventStatus } from '../model/reasoning.ts'
import type { RecallType } from '../model/recall.ts'

export type { RecallAnswer } from '../model/recall.ts'

/** They say what not to do again. */
export const isWarning = ({ status }: { readonly status: EventStatus }): boolean => status === 'reverted' || status === 'contradicted'

/** An event or a passage of an earlier session. */
export interface RecallCandidate {
  readonly id: string
  readonly type: RecallType
  readonly status: EventStatus
  /** Time of the record that shows the status; undefined: it was known with the candidate. */
  readonly statusAt?: number
  /** One line. */
  readonly summary: string
  /** What else was said with it: the prompt before it, the rest of the passage. */
  readonly text: string
  /** Paths as the question has them: those of a repository from its folder on. */
  readonly files: readonly string[]
  readonly sessionId: string
  readonly commitId: string | null
  /** Milliseconds since 1970. */
  readonly occurredAt: number | null
  /** Branch and folder of the session; null: not known. */
  readonly branch?: string | null
  readonly cwd?: string | null
  /** Nearness in a graph, from 0 to 1; default 0. */
  readonly graph?: number
}

export interface RecallQuestion {
  readonly prompt: string
  /** Files that the question is about, beside those that the prompt names. */
  readonly files: readonly string[]
  /** Candidates at or after it are hidden, and those without a time; null: none are hidden. */
  readonly asOf: number | null
  /** Its own candidates are hidden. */
  readonly sessionId: string | null
  readonly branch: string | null
  readonly cwd: string | null
}
