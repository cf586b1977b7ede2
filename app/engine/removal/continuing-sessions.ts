/** Sessions that continue others: they need their commits. */
import { text, type Row } from '../../model/columns.ts'
import type { Store } from '../../store/store.ts'
import { addedSessionPrefix } from '../../model/session-name.ts'
import continuingSessions from './continuing-sessions.sql?raw'

const columns = { heldId: text('held_id'), sessionId: text('session_id') } as const

/** Pairs of a session and one that continues it, also when both are given. Made commits are found in the journal. */
export const continuing = async (store: Store, sessions: readonly string[]): Promise<readonly Row<typeof columns>[]> => {
  const rows = await store.database.query(continuingSessions, columns, { sessions: [...sessions] })
  return rows.filter(({ sessionId }) => !sessionId.startsWith(addedSessionPrefix))
}
