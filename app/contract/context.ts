/** How large the context of a session was. */
import { z } from 'zod'
import type { ContextOwner } from '../model/context-owner.ts'
import type { ExactCount } from '../model/exact-count.ts'
import type { RequestMarks } from '../model/request-marks.ts'
import type { GoneReason, RequestPartKind } from '../model/request-part.ts'
import type { Proof } from '../model/objects/proof.ts'
import { allRows, call, id } from './call.ts'
import type { RecordName } from './objects.ts'

export interface ContextReply {
  readonly at: number | null
  readonly model: string
  /** Input, cache read and cache write together. */
  readonly tokens: ExactCount
  readonly inputTokens: ExactCount | null
  readonly cacheReadTokens: ExactCount | null
  readonly cacheWriteTokens: ExactCount | null
  readonly outputTokens: ExactCount | null
}

export interface ContextCompaction {
  readonly at: number | null
  readonly trigger: string | null
  readonly preTokens: number | null
  /** As the client reports it. The client excludes what every request carries, so the next reply reports more. */
  readonly postTokens: number | null
  /** Context of the first reply after it; null: none with usage follows. */
  readonly nextTokens: ExactCount | null
  readonly commitId: string | null
}

/** Main chain or sub-agent: its replies and compactions in the order of time. */
export interface ContextChain {
  readonly chain: string
  readonly replies: readonly ContextReply[]
  readonly compactions: readonly ContextCompaction[]
  /** null: no usage is recorded. */
  readonly largest: ExactCount | null
  readonly last: ExactCount | null
}

export interface ContextView {
  readonly sessionId: string
  /** The main chain first. */
  readonly chains: readonly ContextChain[]
  /** Why the sizes cannot be known; null: they can. */
  readonly unknownBecause: string | null
}

/** One thing that a request contained. */
export interface RequestPart extends RequestMarks {
  /** In the order in which the model read them, from 1. */
  readonly place: number
  readonly kind: RequestPartKind
  /** 1: system prompt and tools; 2: history; 3: what came after the last reply. */
  readonly layer: 1 | 2 | 3
  readonly owner: ContextOwner
  /** The beginning of the text, or what the call is about. */
  readonly about: string | null
  readonly tool: string | null
  readonly path: string | null
  /** Object of the session index: a call, the system prompt; null: it is none. */
  readonly objectId: string | null
  /** Prompts of a person since. */
  readonly age: number
  /** UTF-16 code units; null: it is not recorded, or a picture. */
  readonly chars: number | null
  /** Estimates that add up to the tokens of the request; null: these are not known. */
  readonly tokens: number | null
  /** A compaction kept it word for word. */
  readonly isPreserved: boolean
  /** Commit of its record, possibly of a session that this one continues; null: no record contains it. */
  readonly commitId: string | null
  readonly sourceId: string | null
  readonly line: number | null
  /** Number of the line in the file, and of the record among those on it, from 1. */
  readonly fileLine: number | null
  readonly ofLine: number | null
}

/** What the conversation had contained and the request did not. */
export interface GonePart {
  readonly reason: GoneReason
  readonly kind: RequestPartKind
  readonly owner: ContextOwner | null
  readonly about: string | null
  readonly items: number
  readonly chars: number
  readonly commitId: string | null
  readonly sourceId: string | null
  readonly line: number | null
  readonly fileLine: number | null
  readonly ofLine: number | null
}

/** What is gone of one kind for one reason. */
export interface GoneSum {
  readonly reason: GoneReason
  readonly kind: RequestPartKind
  readonly items: number
  readonly chars: number
}

/** Some of the parts of a request together. */
export interface PartsSum {
  readonly items: number
  readonly chars: number
  readonly tokens: number | null
}

export interface OwnerShare extends PartsSum {
  readonly owner: ContextOwner
}

export interface KindShare extends PartsSum {
  readonly kind: RequestPartKind
}

/** Sums over the parts with a mark (`RequestMarks`). */
export interface MarkedParts {
  /** Every part with the same text as one before it, or that reads a file again. */
  readonly repeated: PartsSum
  /** The repeated parts with the same text. */
  readonly sameText: PartsSum
  /** The repeated parts that read a file again. */
  readonly sameFile: PartsSum
  /** What nothing refers to any more from the reply on, a guess. */
  readonly unreferred: PartsSum
  /** All parts for which that was judged. */
  readonly judged: PartsSum
  /** Replies of the chain after this one, in which names were looked for too. */
  readonly laterReplies: number
}

/** A request beside what the client recorded of it. */
export interface RecordedComparison {
  /** Blocks that the client sent, as far as its records show them. */
  readonly blocks: number
  /** Blocks among them that are items of the request. */
  readonly equal: number
  /** Equal blocks that are at another place among the items. */
  readonly moved: number
  readonly differing: readonly { readonly kind: string; readonly about: string }[]
  /** Items that the client's record does not contain. */
  readonly notRecorded: number
  /** Messages of the history that it sent, without those of the role system. */
  readonly messages: number
  /** Messages among them that an export for messages contains, byte for byte. */
  readonly exported: number
  /** The messages that are assembled of the same conversation, beside the blocks that the client sent. */
  readonly assembled: {
    readonly equal: number
    readonly moved: number
    readonly differing: RecordedComparison['differing']
    /** Assembled blocks that the client did not send. */
    readonly notSent: number
  }
}

/** What the request behind a reply contained, in the order in which the model read it. */
export interface RequestView {
  readonly sessionId: string
  readonly chain: string
  readonly reply: {
    /** Among the replies with usage of its chain, from 1; null: it has no usage. */
    readonly number: number | null
    /** Replies with usage of its chain. */
    readonly replies: number
    /** No reply begins in the commit that was asked for: it is the last one before it. */
    readonly isEarlier: boolean
    readonly at: number | null
    readonly model: string
    readonly commitId: string | null
    readonly sourceId: string
    readonly line: number
    readonly fileLine: number
    readonly ofLine: number
  }
  /** Input, cache read and cache write together, as recorded; null: see `unknownBecause`. */
  readonly tokens: number | null
  readonly inputTokens: ExactCount | null
  readonly cacheReadTokens: ExactCount | null
  readonly cacheWriteTokens: ExactCount | null
  readonly unknownBecause: string | null
  /** Tokens that the model can read; null: not known. */
  readonly window: number | null
  /** What the estimate of each item was multiplied by, so that all add up to the recorded tokens; null: nothing is scaled. */
  readonly scale: number | null
  /** Whether records contain the system prompt and the tools, and whether they are those of this very request. */
  readonly head: { readonly system: boolean; readonly tools: boolean; readonly isOfRequest: boolean }
  readonly parts: readonly RequestPart[]
  /** All parts, also those that `largest` excludes. */
  readonly all: PartsSum
  readonly kinds: readonly KindShare[]
  readonly owners: readonly OwnerShare[]
  readonly marked: MarkedParts
  readonly gone: readonly GonePart[]
  /** Everything that is gone, also what `largest` excludes. */
  readonly allGone: readonly GoneSum[]
  readonly microcompactions: number
  /** Microcompactions that do not name what they cleared: these outputs count as present. */
  readonly unnamedMicrocompactions: number
  /** Its last compaction; null: there is none before it. */
  readonly compactedAt: string | null
  /** Null: the client recorded nothing of this request. */
  readonly recorded: RecordedComparison | null
}

/** What defines the agent of a commit. */
export interface AgentDefinitionView {
  readonly commitId: string
  /** Type of the sub-agent, or template of a captured agent; null: it has none. */
  readonly name: string | null
  /** Its file; the line with which the client listed it; the system prompt of a main agent. Null: not recorded. */
  readonly from: 'file' | 'listing' | 'system_prompt' | null
  readonly path: string | null
  /** As the client listed it. */
  readonly line: string | null
  /** Whether it comes with the client; null: not recorded. */
  readonly isBuiltIn: boolean | null
  /** SHA-256 of the file, the line or the system prompt. */
  readonly version: string | null
  readonly proof: Proof | null
  /** The record that shows the file. */
  readonly record: RecordName | null
  /** Null: the version is known. */
  readonly unknownBecause: string | null
}

const replyAt = z.union([z.string().min(1).max(400), z.object({ sourceId: id, line: z.number().int().min(1) })])

export const contextCalls = {
  'session.context': call<ContextView>('reads')(() => z.object({ sessionId: id })),
} as const

export const requestCalls = {
  /** A sub-agent was started with the definition that was recorded last before. */
  'agent.definition': call<AgentDefinitionView>('reads', allRows)(() => z.object({ commitId: id })),
  /**
   * `at`: last, the number of a reply with usage of the chain (main unless it is named), a commit, or the place of a record of a reply.
   * `largest`: maximum number of parts, and of parts that are gone, the largest of them; no maximum unless it is given. Sums are always of all.
   * `named`: whether parts are looked for in the rest of the chain; if not, `namedAgain` is null and `laterReplies` 0.
   */
  'context.request': call<RequestView>('reads')(() =>
    z.object({
      sessionId: id,
      at: replyAt.default('last'),
      chain: id.optional(),
      largest: z.number().int().min(0).max(20_000).optional(),
      named: z.boolean().default(true),
    }),
  ),
} as const
