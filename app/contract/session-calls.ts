/** Calls for the list of sessions and what it can be restricted by. */
import { z } from 'zod'
import { sessionStatuses } from '../model/session-status.ts'
import { call } from './call.ts'
import type { SessionsPage, SessionTool } from './session-views.ts'

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

export const sessionCalls = {
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
}
