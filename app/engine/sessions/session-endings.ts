/** How sessions ended, from the facts where they are made. */
import { runQuery, type Tables } from '../../analytics/queries/run-query.ts'
import { endingMoment, endingRules, sessionEndings, type Ended } from '../../model/session-ending.ts'

/**
 * By session; sessions without facts so far are missing.
 * @param sessions null: all sessions with facts
 */
export const endingsOf = async (tables: Tables, sessions: readonly string[] | null): Promise<ReadonlyMap<string, Ended>> => {
  const rows = await runQuery(tables, 'sessionEndings', { sessions, now_ms: endingMoment(Date.now()) })
  const endings = new Map<string, Ended>()
  for (const row of rows) {
    const ending = sessionEndings.find((each) => each === row.ending)
    const rule = endingRules.find((each) => each === row.rule)
    if (ending !== undefined && rule !== undefined) endings.set(row.sessionId, { ending, rule })
  }
  return endings
}
