/** Sessions and the list of them. */
import { z } from 'zod'
import type { Row } from '../model/columns.ts'
import type { sessionColumns } from '../model/rows/session-row.ts'
import { sessionStatuses, type SessionStatus, type Standing } from '../model/session-status.ts'
import { sessionEndings, type Ended, type SessionEnding } from '../model/session-ending.ts'
import { call, id } from './call.ts'

export const sessionSorts = [
  'lastAt',
  'firstAt',
  'durationMs',
  'activeMs',
  'humanPrompts',
  'responses',
  'toolCalls',
  'compactions',
  'bytes',
  'title',
  'project',
  'outputTokens',
  'usd',
  'ending',
] as const

const name = z.string().max(4096)

/** Milliseconds since 1970. */
const instant = z.number().int()

export interface SessionView extends Omit<Row<typeof sessionColumns>, 'standing'> {
  readonly standing: Standing
  /** When it was asked for; it is never stored. */
  readonly status: SessionStatus
  /** Milliseconds in which at least one of its agents works; null: no time is recorded, or it is not counted yet. */
  readonly activeMs: number | null
  /** How it ended, as far as it shows; null: it is not counted yet. */
  readonly ended: Ended | null
}

export interface SessionsPage {
  readonly rows: readonly SessionView[]
  /** Rows that match the filter, and how many of each kind are folded away. */
  readonly total: number
  readonly folded: { readonly oneShot: number; readonly warmUp: number; readonly empty: number }
  /** How many sessions each choice of a filter would give, by what the other filters leave; empty when `counts` is false. */
  readonly projects: readonly { readonly project: string; readonly sessions: number }[]
  readonly models: readonly { readonly model: string; readonly sessions: number }[]
  readonly outcomes: readonly { readonly outcome: string; readonly sessions: number }[]
  /** Empty, too, when the endings of some are not counted yet. */
  readonly endings: readonly { readonly ending: SessionEnding; readonly sessions: number }[]
  readonly statuses: Readonly<Record<SessionStatus, number>>
  /** Parts of the text that were ignored, as sentences. */
  readonly hints: readonly string[]
}

/** A tool and how many sessions called it. */
export interface SessionTool {
  readonly tool: string
  readonly sessions: number
}

export const sessionsCalls = {
  'sessions.list': call<SessionsPage>('reads')(() =>
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
      /** As its client wrote, else by the last event of its main chain. */
      ending: z.enum(sessionEndings).optional(),
      /** In the words of the client, such as bg. */
      sessionKind: name.optional(),
      /** A tool that its main chain or one of its sub-agents called. */
      tool: name.optional(),
      /** The session had not ended at this time. */
      since: instant.optional(),
      /** It had begun before. */
      until: instant.optional(),
      hasCompactions: z.boolean().default(false),
      hasSubAgents: z.boolean().default(false),
      /** In the grammar of docs/search.md: its words must occur in the title, project, id, branch or a prompt, in other words too. */
      text: z.string().max(1000).optional(),
      /** Folded kinds (one_shot, warm_up, empty) are excluded unless this is set, or unless they are running or waiting now. */
      everything: z.boolean().default(false),
      /** Whether the sessions of each project, model and outcome are counted. */
      counts: z.boolean().default(true),
      /** Whether active times that are not counted yet are waited for, where that takes no longer than some seconds. */
      waits: z.boolean().default(false),
    }),
  ),
  /** Tools that were called, those of most sessions first. */
  'sessions.tools': call<readonly SessionTool[]>('reads')(() => z.object({})),
  'session.show': call<SessionView>('reads')(() => z.object({ sessionId: id })),
} as const
