/** What was decided, dropped and weighed. */
import { z } from 'zod'
import { type EventStatus, eventStatuses, type Origin, type ReasonEdge, type ThinkingType, thinkingTypes } from '../model/reasoning.ts'
import { searchedText } from '../model/searched-text.ts'
import { allRows, call, id } from './call.ts'

/** A record, and where it is read in the conversation of its session. */
export interface ShowingRecord {
  readonly sourceId: string
  readonly line: number
  readonly fileLine: number
  readonly sessionId: string
  readonly commitId: string | null
}

/** A thought, a response or words of a person that are taken for a type of reasoning. */
export interface ReasoningHit {
  readonly eventId: string
  readonly type: ThinkingType
  /** Type by its words, where a person corrected it; null: the type is that. */
  readonly typeByRule: ThinkingType | null
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
  /** The record that shows the status; null: none does. */
  readonly shownBy: ShowingRecord | null
  /** Files that the calls after it were given. */
  readonly files: readonly string[]
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

/** A text whose type a person corrected. */
export interface TypeCorrection {
  readonly eventId: string
  readonly type: ThinkingType
  readonly typeByRule: ThinkingType
  readonly reason: string | null
  readonly correctedAt: number
  /** False: the text is no longer there, or the rules find another type in it; the correction changes nothing. */
  readonly applies: boolean
  /** The sentence that shows the type by rule; '' where the correction does not apply. */
  readonly summary: string
  readonly sessionId: string
  readonly title: string
}

/** A session with texts that a model was not asked about. */
export interface UnguessedSession {
  readonly sessionId: string
  readonly title: string
  readonly texts: number
  /** Characters that would be sent. */
  readonly chars: number
}

/** A thought or a response, without secrets, as a model is given it. */
export interface TextToGuess {
  readonly sourceId: string
  readonly line: number
  readonly block: number
  /** MD5 of the whole text: it is the same text where its place has changed. */
  readonly textHash: string
  readonly text: string
}

/** A session or a file, and how much was decided, dropped and weighed in it. */
export interface ReasonGroup {
  /** Id of the session, or path of the file. */
  readonly key: string
  /** Title of the session, or path of the file. */
  readonly name: string
  /** The project of a session; '' for a file, which may belong to several. */
  readonly project: string
  readonly decisions: number
  readonly rejections: number
  readonly tradeoffs: number
  /** Number of texts that have the requested type; by default the sum of the three. */
  readonly texts: number
  readonly lastAt: number | null
}

export interface ReasonGroups {
  readonly rows: readonly ReasonGroup[]
  readonly total: number
}

/** A decision, a rejection or a trade-off in a graph. */
export interface GraphReason {
  readonly eventId: string
  readonly type: ThinkingType
  readonly status: EventStatus
  readonly summary: string
  readonly sessionId: string
  readonly title: string
  readonly occurredAt: number | null
}

/** The decisions that one builds on, conflicts with and replaces, in the sessions of its repository. */
export interface ReasonGraph {
  /** In the order of time, that which was asked for included; empty: it is no decision, rejection or trade-off, is not known, or is cut off. */
  readonly nodes: readonly GraphReason[]
  /** Between these nodes. */
  readonly edges: readonly ReasonEdge[]
  /** Further ones that are as near, which are not shown. */
  readonly others: number
  /** Its repository has more decisions than are compared: those before the newest ones are not linked. */
  readonly isCut: boolean
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

/** What was tried: a call that failed, an edit that did not last, an option that was dropped, a decision that was taken back. */
export const attemptKinds = [
  'failed call',
  'failed command',
  'replaced or undone edit',
  'rejection',
  'reverted decision',
  'contradicted decision',
] as const
export type AttemptKind = (typeof attemptKinds)[number]

/** Something that was tried for a file and did not work. */
export interface Attempt {
  readonly kind: AttemptKind
  /** The tool, or where the words are from. */
  readonly by: string
  /** The call or the sentence, on one line. */
  readonly what: string
  readonly path: string
  readonly sessionId: string
  readonly title: string
  readonly commitId: string | null
  readonly occurredAt: number | null
  /** The record of the call or the words. */
  readonly sourceId: string
  readonly line: number
  readonly fileLine: number
  readonly ofLine: number
}

export interface AttemptsView {
  /** The newest first. */
  readonly rows: readonly Attempt[]
  readonly total: number
}

/** A place at which a person said it. */
export interface SaidPlace {
  readonly sessionId: string
  readonly title: string
  readonly sourceId: string
  readonly line: number
  readonly fileLine: number
  readonly ofLine: number
  readonly occurredAt: number | null
  readonly commitId: string | null
  readonly text: string
}

/** What people said in several sessions, in nearly the same words. */
export interface RepeatedInstruction {
  /** Its newest wording. */
  readonly text: string
  readonly times: number
  readonly sessions: number
  /** One for each session, the newest first. */
  readonly places: readonly SaidPlace[]
}

export interface RepeatedView {
  readonly rows: readonly RepeatedInstruction[]
  /** Prompts that were compared: the newest. */
  readonly compared: number
  readonly prompts: number
}

/** A model, as a person names it. */
const model = () => ({ model: z.string().min(1).max(200), modelVersion: z.string().max(200).default('') })

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
      /** Default: decisions, rejections and trade-offs. */
      reasoning: z.enum(thinkingTypes).optional(),
      status: z.enum(eventStatuses).optional(),
      /** Only the event with this id. */
      eventId: id.optional(),
      /** Only those about this file, as `files` names it. */
      about: z.string().min(1).max(4096).optional(),
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
  /**
   * Gives a text the type that a person says it has, in place of that by its words; `raw`: none of the others. Null: the type by its words
   * again. Answers with the text as it is then; null: the store no longer contains it.
   */
  'reasoning.correct': call<ReasoningHit | null>('repeatable')(() =>
    z.object({
      /** Its id, or the beginning of it. */
      eventId: id,
      type: z.enum(thinkingTypes).nullable(),
      reason: z.string().max(1000).optional(),
    }),
  ),
  /** Corrected texts, the last corrected first. */
  'reasoning.corrections': call<readonly TypeCorrection[]>('reads')(() => z.object({ sessionId: id.optional() })),
  /** Sessions with texts that a model was not asked about, the newest first. */
  'reasoning.unguessed': call<readonly UnguessedSession[]>('reads')(() => z.object({ ...model(), sessionId: id.optional() })),
  /** The first such texts of a session, as many as one request has. */
  'reasoning.textsToGuess': call<readonly TextToGuess[]>('reads')(() => z.object({ ...model(), sessionId: id })),
  /** Stores what a model takes texts of a session for, in place of what it took them for before. */
  'reasoning.storeGuesses': call<{ readonly stored: number }>('repeatable')(() =>
    z.object({
      ...model(),
      sessionId: id,
      guesses: z
        .array(
          z.object({
            sourceId: id,
            line: z.number().int().min(1),
            block: z.number().int().min(0),
            textHash: z.string().regex(/^[0-9a-f]{32}$/),
            type: z.enum(thinkingTypes),
            summary: z.string().max(200),
          }),
        )
        .min(1)
        .max(10_000),
    }),
  ),
  /** What was tried for a file and failed, was undone, dropped or taken back. */
  'reasoning.attempts': call<AttemptsView>('reads')(() =>
    z.object({
      /** Its path, or how this ends. */
      file: z.string().min(1).max(4096),
      limit: z.number().int().min(1).max(1000).default(50),
    }),
  ),
  /** Sentences of people that come again in several sessions. */
  'reasoning.repeated': call<RepeatedView>('reads')(() =>
    z.object({
      /** Least number of sessions. */
      sessions: z.number().int().min(2).max(1000).default(3),
      project: z.string().max(4096).optional(),
      limit: z.number().int().min(1).max(1000).default(30),
    }),
  ),
  /** What a decision builds on, is against and replaces, and what does so with it, two steps far. */
  'reasoning.graph': call<ReasonGraph>(
    'reads',
    allRows,
  )(() => z.object({ eventId: id, limit: z.number().int().min(2).max(200).default(24) })),
  /** Sessions that have texts of a type of reasoning, or files that these are about; the newest text first. */
  'reasoning.groups': call<ReasonGroups>('reads')(() =>
    z.object({
      by: z.enum(['session', 'file']),
      /** Default: decisions, rejections and trade-offs. */
      reasoning: z.enum(thinkingTypes).optional(),
      status: z.enum(eventStatuses).optional(),
      /** Must be in the title or the path. */
      text: z.string().max(4096).optional(),
      offset: z.number().int().min(0).max(900_000).default(0),
      limit: z.number().int().min(1).max(10_000).default(200),
    }),
  ),
} as const
