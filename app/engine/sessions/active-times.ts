/** How long the agents of sessions worked: from the facts where they are made. */
import { runQuery, type Tables } from '../../analytics/queries/run-query.ts'
import { activeTimeOf } from './show-timeline.ts'

interface Timed {
  readonly sessionId: string
  readonly durationMs: number | null
}

/** Up to this many sessions without facts, active times are computed from events; for more, a list would take too long. */
export const maxWithoutFacts = 3

/**
 * Active times in milliseconds by session. Sessions without times, or without facts so far, are missing.
 * @param sessions null: all sessions with facts
 */
export const activeTimes = async (tables: Tables, sessions: readonly Timed[] | null): Promise<ReadonlyMap<string, number>> => {
  const rows = await runQuery(tables, 'sessionActive', { sessions: sessions === null ? null : sessions.map(({ sessionId }) => sessionId) })
  const times = new Map(rows.map(({ sessionId, activeMs }) => [sessionId, activeMs]))
  const missing = (sessions ?? []).filter(({ sessionId, durationMs }) => durationMs !== null && !times.has(sessionId))
  if (missing.length > maxWithoutFacts) return times
  for (const { sessionId } of missing) times.set(sessionId, await activeTimeOf(tables, sessionId))
  return times
}
