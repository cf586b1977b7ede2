/** Counts of records, events and tokens. */
import { z } from 'zod'
import type { ExactCount } from '../model/exact-count.ts'
import { call, id, nothing } from './call.ts'

export interface LedgerRow {
  readonly class: string
  readonly records: number
}

export interface StatsView {
  readonly sessions: number
  readonly firstAt: number | null
  readonly lastAt: number | null
  readonly naiveUserRecords: number
  readonly reference: readonly LedgerRow[]
  readonly finer: readonly LedgerRow[]
  readonly humanPrompts: number
  readonly responses: number
  readonly toolCalls: number
  readonly responsesPerPrompt: number | null
  readonly toolCallsPerPrompt: number | null
  readonly outputCharsPerInputChar: number | null
  /** Milliseconds in which at least one agent of a session worked, and the length of the sessions; null: no time is recorded. */
  readonly activeMs: number | null
  readonly durationMs: number | null
  readonly compactions: number
  readonly sessionsWithCompaction: number
  readonly maxCompactionsInASession: number
  /** Each reply once. A reply in several groups, not marked as a copy, counts for the group that had it first. */
  readonly tokens: readonly {
    readonly model: string
    readonly replies: number
    readonly inputTokens: ExactCount | null
    readonly outputTokens: ExactCount | null
    readonly cacheReadTokens: ExactCount | null
    readonly cacheWriteTokens: ExactCount | null
    /** Replies whose output tokens are fewer than the model wrote. */
    readonly understatedReplies: number
  }[]
  /** `refusals`: by a person, a rule or a hook; `interruptions`: a person stopped the call; `cancelled`: the client did before it ran. */
  readonly tools: readonly {
    readonly tool: string
    readonly calls: number
    readonly errors: number
    readonly refusals: number
    readonly interruptions: number
    readonly cancelled: number
  }[]
}

/** One group of stats --by: a session, project or source file with its own figures. */
export interface StatsGroup {
  readonly group: string
  readonly stats: StatsView
}

export const statsCalls = {
  'session.stats': call<StatsView>('reads')(() => z.object({ sessionId: id })),
  'stats.show': call<StatsView>('reads')(() => nothing),
  'stats.by': call<readonly StatsGroup[]>('reads')(() => z.object({ by: z.enum(['source', 'session', 'project']) })),
  'stats.reference': call<{ readonly totals: unknown }>('reads')(() => z.object({ sessionId: id.optional() })),
  'stats.referenceBy': call<readonly { readonly group: string; readonly totals: unknown }[]>('reads')(() =>
    z.object({ by: z.enum(['source', 'session', 'project']) }),
  ),
} as const
