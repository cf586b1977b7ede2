/** Sessions that were derived with what others hold: when those change, they may have to be derived again, though they share nothing any more. */
import { text } from '../../model/columns.ts'
import type { Store } from '../../store/store.ts'
import linkedSessions from './linked-sessions.sql?raw'
import { exportSubject } from '../../store/files/journal-entry.ts'
import type { DeriveInputs } from '../../transcripts/derive-task.ts'
import { execute } from '../../store/tables/query.ts'
import type { FollowUp } from '../../store/tables/project-units.ts'
import readMark from './settled-mark.sql?raw'
import writeMark from './set-settled-mark.sql?raw'

/** The sessions that the tables currently link with these sessions; the result may include these sessions. */
export const linkedWith = async (store: Store, sessions: readonly string[]): Promise<readonly string[]> => {
  const known = sessions.filter((id) => store.session(id) !== undefined)
  if (known.length === 0) return []
  const linked = await store.database.query(linkedSessions, { sessionId: text('session_id') }, { sessions: known })
  return linked.map(({ sessionId }) => sessionId)
}

/** Whether a session was derived with records that other sessions own, or with cuts where other sessions continue. */
export const isLinked = (store: Store, sessionId: string): boolean => {
  const { foreign, cuts } = inputsOf(store, sessionId)
  return foreign.length > 0 || cuts.length > 0
}

/** Uuid → commit; nothing for a session that was not exported from this store. */
export const exportedRecords = (store: Store, sessionId: string): ReadonlyMap<string, string> => {
  const entry = store.entry(exportSubject(sessionId))
  return new Map(entry?.kind === 'export' ? entry.uuids.map((uuid) => [uuid, entry.commit_id]) : [])
}

/** Nothing for a session that the store does not hold. */
export const inputsOf = (store: Store, sessionId: string): DeriveInputs => {
  const inputs = store.session(sessionId)?.inputs
  return {
    foreign: inputs?.foreign ?? [],
    cuts: inputs?.cuts ?? [],
    principal: inputs?.principal,
    granularity: inputs?.granularity,
    filesystems: inputs?.filesystems,
  }
}

/** False while some sessions still have to receive data from others. */
export const isSettled = async (store: Store): Promise<boolean> => {
  const [row] = await store.database.query(readMark, { value: text('value') })
  return row?.value !== 'no'
}

/**
 * What marks the sessions as settled or not. They are marked as not settled by the same commit as the first rows that change, and as settled
 * by the commit that shares between them. Rows that are lost before that are pending, so all is settled when the store is opened again.
 */
export const settledMark = (isSettled: boolean): FollowUp => ({ sql: writeMark, parameters: { value: isSettled ? 'yes' : 'no' } })

/** Marks the sessions as not settled before work whose first rows are written in more than one commit. */
export const unsettle = (store: Store): Promise<void> => {
  const { sql, parameters } = settledMark(false)
  return store.database.transaction((connection) => execute(connection, sql, parameters))
}
