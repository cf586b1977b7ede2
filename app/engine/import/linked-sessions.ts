/** Sessions that were derived with what others hold: when those change, they may have to be derived again, though they share nothing any more. */
import { text } from '../../store/tables/columns.ts'
import type { Store } from '../../store/store.ts'
import linkedSessions from './linked-sessions.sql?raw'
import { inputsOf } from './session-inputs.ts'

/** Those that the tables link with these sessions as they are now; these may be among them. */
export const linkedWith = async (store: Store, sessions: readonly string[]): Promise<readonly string[]> => {
  const known = sessions.filter((id) => store.session(id) !== undefined)
  if (known.length === 0) return []
  const linked = await store.database.query(linkedSessions, { sessionId: text('session_id') }, { sessions: known })
  return linked.map(({ sessionId }) => sessionId)
}

/** Whether a session was derived as if others held some of its records, or went on from it. */
export const isLinked = (store: Store, sessionId: string): boolean => {
  const { foreign, cuts } = inputsOf(store, sessionId)
  return foreign.length > 0 || cuts.length > 0
}
