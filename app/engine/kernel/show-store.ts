/** Counts and sizes of a store. */
import type { StoreView } from '../../contract/store.ts'
import { count } from '../../model/columns.ts'
import type { Store } from '../../store/store.ts'
import storeCounts from './store-counts.sql?raw'
import { unreadableIn } from './unreadable-sessions.ts'
import packageFile from '../../../package.json' with { type: 'json' }

const columns = {
  sessions: count('sessions'),
  commits: count('commits'),
  records: count('records'),
  problems: count('problems'),
  sources: count('sources'),
  rawBytes: count('raw_bytes'),
} as const

export const showStore = async (store: Store): Promise<StoreView> => {
  const [counts] = await store.database.query(storeCounts, columns)
  if (counts === undefined) throw new Error('counting gives one row')
  const [sizes, missing] = [await store.sizes(), await unreadableIn(store)]
  return { dir: store.dir, ...counts, ...sizes, unshown: store.pendingCount, unreadable: missing, version: packageFile.version }
}
