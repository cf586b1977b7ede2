/** Counts and sizes of a store. */
import type { StoreView } from '../../contract/store.ts'
import { count } from '../../model/columns.ts'
import { addedCommitIds } from '../../store/added-commits.ts'
import type { Store } from '../../store/store.ts'
import storeCounts from './store-counts.sql?raw'
import { unreadableSessions } from './unreadable-sessions.ts'
import packageFile from '../../../package.json' with { type: 'json' }

const columns = {
  sessions: count('sessions'),
  commits: count('commits'),
  records: count('records'),
  problems: count('problems'),
  sources: count('sources'),
  rawBytes: count('raw_bytes'),
} as const

/** Sessions and commits that the journal has and the tables cannot show, as their packs are missing or damaged. */
const unreadable = async (store: Store, commits: number): Promise<StoreView['unreadable']> => {
  const { length: sessions } = await unreadableSessions(store)
  // Where there are others, some were replaced by those of transcripts.
  return { sessions, commits: commits === 0 ? addedCommitIds(store).length : 0 }
}

export const showStore = async (store: Store): Promise<StoreView> => {
  const [counts] = await store.database.query(storeCounts, columns)
  if (counts === undefined) throw new Error('counting gives one row')
  const [sizes, missing] = [await store.sizes(), await unreadable(store, counts.commits)]
  return { dir: store.dir, ...counts, ...sizes, unshown: store.pendingCount, unreadable: missing, version: packageFile.version }
}
