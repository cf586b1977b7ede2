/** Remembers, across a crash, whether sessions that share records still have to be joined. */
import { text } from '../../store/columns.ts'
import { execute } from '../../store/query.ts'
import type { Store } from '../../store/store.ts'
import readMark from '../sql/settled-mark.sql?raw'
import writeMark from '../sql/set-settled-mark.sql?raw'

/** False from before an import writes its first session until all families are joined. */
export const isSettled = async (store: Store): Promise<boolean> => {
  const [row] = await store.database.query(readMark, { value: text('value') })
  return row?.value !== 'no'
}

export const markSettled = (store: Store, settled: boolean): Promise<void> =>
  store.database.transaction((connection) => execute(connection, writeMark, { value: settled ? 'yes' : 'no' }))
