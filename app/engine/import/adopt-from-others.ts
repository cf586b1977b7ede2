/** Gives sessions what other sessions' records say of them: titles, and the session they go on from. */
import { execute } from '../../store/query.ts'
import type { Store } from '../../store/store.ts'
import adoptParents from '../sql/adopt-parents.sql?raw'
import adoptTitles from '../sql/adopt-titles.sql?raw'

/** Depends on the rows of all sessions alone; run after every change of theirs. */
export const adoptFromOthers = (store: Store): Promise<void> =>
  store.database.transaction(async (connection) => {
    await execute(connection, adoptTitles)
    await execute(connection, adoptParents)
  })
