/** Remembers, across a crash, whether what sessions give each other is in the tables: shared records, titles, parents and tokens. */
import { text } from '../../store/tables/columns.ts'
import { execute } from '../../store/tables/query.ts'
import type { Store } from '../../store/store.ts'
import readMark from './settled-mark.sql?raw'
import writeMark from './set-settled-mark.sql?raw'

/** False from before something is written of which sessions take from each other until they have taken it. */
export const isSettled = async (store: Store): Promise<boolean> => {
  const [row] = await store.database.query(readMark, { value: text('value') })
  return row?.value !== 'no'
}

const mark = (store: Store, settled: boolean): Promise<void> =>
  store.database.transaction((connection) => execute(connection, writeMark, { value: settled ? 'yes' : 'no' }))

/**
 * Runs what writes sessions and then settles them. When it does not end, all sessions are settled when the store is opened again.
 * @param settles whether the work, when it is told that something was left to settle before, settles all sessions or only what it wrote
 * @param work writes nothing before `marked`
 */
export const settling = async <T>(
  store: Store,
  settles: 'all' | 'own',
  work: (wasSettled: boolean, marked: Promise<void>) => Promise<T>,
): Promise<T> => {
  const wasSettled = await isSettled(store)
  const marked = mark(store, false)
  // Whoever waits for it hears of a failure.
  marked.catch(() => undefined)
  const result = await work(wasSettled, marked)
  await marked
  await mark(store, wasSettled || settles === 'all')
  return result
}
