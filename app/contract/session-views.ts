/** What the list of sessions answers. */
import type { SessionStatus } from '../model/session-status.ts'
import type { SessionView } from './views.ts'

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
