/** Gives sessions what other sessions' records say of them: titles, the session they go on from, and which tokens are theirs. */
import { text } from '../../store/columns.ts'
import { execute, query } from '../../store/query.ts'
import type { Store } from '../../store/store.ts'
import adoptParents from '../sql/adopt-parents.sql?raw'
import adoptTitles from '../sql/adopt-titles.sql?raw'
import adoptTokens from '../sql/adopt-tokens.sql?raw'
import sessionsWithSharedReplies from '../sql/sessions-with-shared-replies.sql?raw'
import writeMark from '../sql/set-shared-replies-mark.sql?raw'
import readMark from '../sql/shared-replies-mark.sql?raw'

type Connection = Parameters<typeof execute>[0]

const sharedBefore = async (connection: Connection): Promise<readonly string[]> => {
  const [row] = await query(connection, readMark, { value: text('value') })
  return row === undefined ? [] : (JSON.parse(row.value) as readonly string[])
}

/** A reply that stands in several sessions counts for one of them. Sessions that shared one before may do so no more. */
const shareTokens = async (connection: Connection, changed: ReadonlySet<string> | undefined): Promise<void> => {
  const before = await sharedBefore(connection)
  const from = changed === undefined ? null : [...changed, ...before]
  const found = await query(connection, sessionsWithSharedReplies, { sessionId: text('session_id') }, { sessions: from })
  const sharing = found.map(({ sessionId }) => sessionId)
  const sessions = [...new Set([...before, ...sharing])]
  if (sessions.length === 0) return
  await execute(connection, adoptTokens, { sessions })
  await execute(connection, writeMark, { value: JSON.stringify(sharing) })
}

/**
 * Depends on the rows of all sessions alone; run after every change of theirs.
 * @param changed sessions whose rows were written since; undefined: any.
 */
export const adoptFromOthers = (store: Store, changed: ReadonlySet<string> | undefined): Promise<void> =>
  store.database.transaction(async (connection) => {
    await execute(connection, adoptTitles)
    await execute(connection, adoptParents)
    await shareTokens(connection, changed)
  })
