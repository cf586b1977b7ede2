/** Sessions that began as an export: which of their records stand for the commit that they go on from. */
import { exportSubject } from '../../store/files/journal-entry.ts'
import type { Store } from '../../store/store.ts'

/** Uuid → commit; nothing for a session that was not exported from this store. */
export const exportedRecords = (store: Store, sessionId: string): ReadonlyMap<string, string> => {
  const entry = store.entry(exportSubject(sessionId))
  return new Map(entry?.kind === 'export' ? entry.uuids.map((uuid) => [uuid, entry.commit_id]) : [])
}
