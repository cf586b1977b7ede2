/** The order of an import: the conversations that were written last come first, each with the sessions that continue it. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { agentCalled } from '../../../importer/agents.ts'
import { groupBy, type PlannedSession } from './plan-import.ts'

/** Files looked at before others have their turn: about 5 ms. */
const filesAtOnce = 64

interface Dated {
  readonly session: PlannedSession
  /** Sessions with the same one belong together. */
  readonly family: string
  /** Milliseconds since 1970. */
  readonly lastAt: number
}

const dated = (session: PlannedSession): Dated => {
  const ends = session.sources.flatMap((planned) =>
    planned.kind === 'disk' && planned.source.role === 'session'
      ? [agentCalled(planned.source.agent).files.endsOf(planned.source.readFrom)]
      : [],
  )
  const times = ends.flatMap(({ lastAt }) => lastAt ?? [])
  return {
    session,
    family: ends.find(({ firstUuid }) => firstUuid !== undefined)?.firstUuid ?? session.sessionId,
    lastAt: times.length === 0 ? Number(session.newestNs / 1_000_000n) : Math.max(...times),
  }
}

const later = (a: Dated, b: Dated): number => {
  if (a.lastAt !== b.lastAt) return b.lastAt - a.lastAt
  if (a.session.newestNs !== b.session.newestNs) return a.session.newestNs > b.session.newestNs ? -1 : 1
  return a.session.sessionId < b.session.sessionId ? -1 : 1
}

/**
 * Sorts sessions by their last record; modification times decide where records have none, since copying files changes them. The result of an
 * import does not depend on the order.
 */
export const newestFirst = async (sessions: readonly PlannedSession[]): Promise<readonly PlannedSession[]> => {
  if (sessions.length < 2) return sessions
  const all: Dated[] = []
  for (const session of sessions) {
    if (all.length % filesAtOnce === filesAtOnce - 1) await nextTurn()
    all.push(dated(session))
  }
  const families = groupBy(all.sort(later), ({ family }) => family)
  return [...families.values()].flat().map(({ session }) => session)
}
