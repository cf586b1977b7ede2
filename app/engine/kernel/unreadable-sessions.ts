/** Sessions and commits of the journal that the tables cannot show, as their packs are missing or damaged. */
import type { StoreView } from '../../contract/store.ts'
import { count, text } from '../../model/columns.ts'
import { addedCommitIds } from '../../store/added-commits.ts'
import type { Store } from '../../store/store.ts'
import commitCount from './commit-count.sql?raw'
import sessionsWithoutRows from './sessions-without-rows.sql?raw'

/** Ids of sessions. */
export const unreadableSessions = async (store: Store): Promise<readonly string[]> => {
  const rows = await store.database.query(sessionsWithoutRows, { sessionId: text('session_id') })
  return rows.map(({ sessionId }) => sessionId).filter((sessionId) => store.session(sessionId) !== undefined)
}

/** Added commits that no table shows. Where the tables have others, some were replaced by those of transcripts. */
const unreadableCommits = async (store: Store): Promise<number> => {
  const { length: added } = addedCommitIds(store)
  if (added === 0) return 0
  const [row] = await store.database.query(commitCount, { commits: count('commits') })
  return row?.commits === 0 ? added : 0
}

export const unreadableIn = async (store: Store): Promise<StoreView['unreadable']> => {
  const { length: sessions } = await unreadableSessions(store)
  return { sessions, commits: await unreadableCommits(store) }
}
