/** Sessions that the journal has and the tables cannot show, as their packs are missing or damaged. */
import { text } from '../../model/columns.ts'
import type { Store } from '../../store/store.ts'
import sessionsWithoutRows from './sessions-without-rows.sql?raw'

/** Their ids. */
export const unreadableSessions = async (store: Store): Promise<readonly string[]> => {
  const rows = await store.database.query(sessionsWithoutRows, { sessionId: text('session_id') })
  return rows.map(({ sessionId }) => sessionId).filter((sessionId) => store.session(sessionId) !== undefined)
}
