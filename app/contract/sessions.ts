/** Sessions and the list of them. */
import { z } from 'zod'
import type { ExactCount } from '../model/exact-count.ts'
import { sessionStatuses, type SessionStatus, type Standing } from '../model/session-status.ts'
import { call, id } from './call.ts'

export const sessionSorts = [
  'lastAt',
  'firstAt',
  'durationMs',
  'humanPrompts',
  'responses',
  'toolCalls',
  'compactions',
  'bytes',
  'title',
  'project',
  'outputTokens',
] as const

const name = z.string().max(4096)

/** Milliseconds since 1970. */
const instant = z.number().int()

export interface SessionView {
  readonly sessionId: string
  readonly project: string
  readonly folder: string
  readonly cwd: string | null
  readonly gitBranch: string | null
  readonly clientVersion: string | null
  readonly template: string
  readonly title: string
  readonly titleSource: string
  readonly kind: string
  readonly outcome: string
  /** Who has the word after its last record. */
  readonly standing: Standing
  /** How it stood when it was asked for. */
  readonly status: SessionStatus
  readonly tipCommitId: string | null
  readonly parentSessionId: string | null
  readonly firstAt: number | null
  readonly lastAt: number | null
  readonly durationMs: number | null
  readonly records: number
  readonly malformedLines: number
  readonly bytes: number
  readonly humanPrompts: number
  readonly commands: number
  readonly responses: number
  readonly thinkingBlocks: number
  readonly toolCalls: number
  readonly toolErrors: number
  readonly compactions: number
  readonly subAgents: number
  readonly errors: number
  readonly commits: number
  readonly models: readonly string[]
  /** Tokens count each reply once. One that stands in several sessions, not marked as a copy, counts for that in which it stood first. */
  readonly inputTokens: ExactCount | null
  readonly outputTokens: ExactCount | null
  readonly cacheReadTokens: ExactCount | null
  readonly cacheWriteTokens: ExactCount | null
  /** Replies whose output tokens are fewer than the model wrote: outputTokens is too small. */
  readonly understatedReplies: number
}

export interface SessionsPage {
  readonly rows: readonly SessionView[]
  /** Rows that match the filter, and how many of each kind are folded away. */
  readonly total: number
  readonly folded: { readonly oneShot: number; readonly warmUp: number; readonly empty: number }
  /** How many sessions each choice of a filter would give, by what the other filters leave. */
  readonly projects: readonly { readonly project: string; readonly sessions: number }[]
  readonly models: readonly { readonly model: string; readonly sessions: number }[]
  readonly outcomes: readonly { readonly outcome: string; readonly sessions: number }[]
  readonly statuses: Readonly<Record<SessionStatus, number>>
}

/** A tool and how many sessions called it. */
export interface SessionTool {
  readonly tool: string
  readonly sessions: number
}

export const sessionsCalls = {
  'sessions.list': call<SessionsPage>('reads')(
    z.object({
      offset: z.number().int().min(0).default(0),
      limit: z.number().int().min(1).max(100_000).default(1000),
      sort: z.enum(sessionSorts).default('lastAt'),
      descending: z.boolean().default(true),
      project: name.optional(),
      status: z.enum(sessionStatuses).optional(),
      /** One of the models that answered in it. */
      model: name.optional(),
      outcome: name.optional(),
      /** A tool that its main chain or one of its sub-agents called. */
      tool: name.optional(),
      /** It was still going on then. */
      since: instant.optional(),
      /** It had begun before. */
      until: instant.optional(),
      hasCompactions: z.boolean().default(false),
      hasSubAgents: z.boolean().default(false),
      /** Every word must occur in the title, project, id, branch or a prompt. */
      text: z.string().max(1000).optional(),
      /** Folded kinds (one_shot, warm_up, empty) are left out unless asked for, or running or waiting now. */
      everything: z.boolean().default(false),
    }),
  ),
  /** Tools that were called, those of most sessions first. */
  'sessions.tools': call<readonly SessionTool[]>('reads')(z.object({})),
  'session.show': call<SessionView>('reads')(z.object({ sessionId: id })),
} as const
