/** What was decided, dropped and weighed. */
import { z } from 'zod'
import { thinkingTypes, type EventStatus, type Origin, type ThinkingType } from '../model/reasoning.ts'
import { searchedText } from '../model/searched-text.ts'
import { call, id } from './call.ts'

/** A thought, a response or words of a person that are taken for a type of reasoning. */
export interface ReasoningHit {
  readonly sourceId: string
  /** Key of its record in the file; the number of the line itself is `fileLine`. */
  readonly line: number
  readonly fileLine: number
  /** Position among the record's events, from 0. */
  readonly block: number
  readonly sessionId: string
  readonly title: string
  readonly project: string
  readonly origin: Origin
  /** What became of it, as far as a later record shows it. */
  readonly status: EventStatus
  /** `main`, or the agent whose text it is. */
  readonly chain: string
  readonly commitId: string | null
  readonly occurredAt: number | null
  /** Length of the whole text, UTF-16 code units. */
  readonly chars: number
  /** The sentence that shows the type, on one line, with some of the text around it where that contains it as it is. */
  readonly before: string
  readonly found: string
  readonly after: string
}

export interface ReasoningPage {
  readonly rows: readonly ReasoningHit[]
  /** Texts that were found, and sessions of these. */
  readonly total: number
  readonly sessions: number
}

/** A decision, a rejection or a trade-off that came before a change and is about its file. */
export interface ChangeReason {
  readonly type: ThinkingType
  readonly status: EventStatus
  readonly origin: Origin
  /** The sentence that shows it. */
  readonly summary: string
  readonly sourceId: string
  readonly line: number
  readonly fileLine: number
  readonly ofLine: number
  readonly block: number
  readonly commitId: string | null
  readonly occurredAt: number | null
}

/** Changes that one call takes. */
export const maxChanges = 2000

export const reasoningCalls = {
  /**
   * What was decided, dropped or weighed before each of these changes of files: in the same transcript, about the file, the newest first.
   * Answers are in the order of the changes.
   */
  'reasoning.before': call<readonly (readonly ChangeReason[])[]>('reads')(() =>
    z.object({
      changes: z
        .array(z.object({ sourceId: id, line: z.number().int().min(1), commitId: id, path: z.string().min(1).max(200_000) }))
        .min(1)
        .max(maxChanges),
      /** Most for each change. */
      limit: z.number().int().min(1).max(20).default(3),
    }),
  ),
  /** Texts of a type of reasoning, the newest first. Records copied from another session are excluded. */
  'reasoning.find': call<ReasoningPage>('reads')(() =>
    z.object({
      reasoning: z.enum(thinkingTypes),
      /** Must be in the text as typed; any white space matches any other. */
      text: searchedText.optional(),
      /** Only in commits in which a tool was given this file. */
      file: z.string().min(1).max(4096).optional(),
      sessionId: id.optional(),
      project: z.string().max(4096).optional(),
      since: z.number().int().optional(),
      until: z.number().int().optional(),
      offset: z.number().int().min(0).max(900_000).default(0),
      limit: z.number().int().min(1).max(10_000).default(200),
    }),
  ),
} as const
