/** Counts and sizes of a store. */
import type { StoreView } from '../../contract/store.ts'
import { count } from '../../model/columns.ts'
import type { Store } from '../../store/store.ts'
import storeCounts from './store-counts.sql?raw'
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
  return { dir: store.dir, ...counts, ...(await store.sizes()), unshown: store.pendingCount, version: packageFile.version }
}
