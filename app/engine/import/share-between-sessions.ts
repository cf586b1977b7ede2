/** Updates sessions from the records of other sessions: titles, the session that they continue, notes of the client, and shared tokens. */
import { text } from '../../model/columns.ts'
import { execute, query } from '../../store/tables/query.ts'
import type { Store } from '../../store/store.ts'
import { settledMark } from './linked-sessions.ts'
import adoptContinuations from './adopt-continuations.sql?raw'
import adoptNotes from './adopt-notes.sql?raw'
import adoptParents from './adopt-parents.sql?raw'
import adoptTitles from './adopt-titles.sql?raw'
import adoptTokens from './adopt-tokens.sql?raw'
import sessionsWithSharedReplies from './sessions-with-shared-replies.sql?raw'
import writeMark from './set-shared-replies-mark.sql?raw'
import readMark from './shared-replies-mark.sql?raw'

type Connection = Parameters<typeof execute>[0]
type Changed = readonly { readonly sessionId: string }[]

const changedColumns = { sessionId: text('session_id') } as const

const sharedBefore = async (connection: Connection): Promise<readonly string[]> => {
  const [row] = await query(connection, readMark, { value: text('value') })
  return row === undefined ? [] : (JSON.parse(row.value) as readonly string[])
}

/** A reply in several sessions counts for one of them. Sessions that shared a reply before may no longer share it. */
const shareTokens = async (connection: Connection, changed: ReadonlySet<string> | undefined): Promise<Changed> => {
  const before = await sharedBefore(connection)
  const from = changed === undefined ? null : [...changed, ...before]
  const found = await query(connection, sessionsWithSharedReplies, changedColumns, { sessions: from })
  const sharing = found.map(({ sessionId }) => sessionId)
  const sessions = [...new Set([...before, ...sharing])]
  if (sessions.length === 0) return []
  const adopted = await query(connection, adoptTokens, changedColumns, { sessions })
  await execute(connection, writeMark, { value: JSON.stringify(sharing) })
  return adopted
}

/**
 * Depends on the rows of all sessions alone; run after every change of theirs. Gives the sessions that are shown otherwise now.
 * @param changed sessions whose rows were written since; undefined: any.
 * @param isSettled whether all sessions are settled then
 */
export const shareBetweenSessions = async (
  store: Store,
  changed: ReadonlySet<string> | undefined,
  isSettled: boolean,
): Promise<ReadonlySet<string>> => {
  const adopted: { readonly sessionId: string }[] = []
  await store.database.transaction(async (connection) => {
    adopted.push(...(await query(connection, adoptTitles, changedColumns)))
    adopted.push(...(await query(connection, adoptParents, changedColumns)))
    const noted = { sessions: changed === undefined ? null : [...changed] }
    adopted.push(...(await query(connection, adoptNotes, changedColumns, noted)))
    adopted.push(...(await query(connection, adoptContinuations, changedColumns)))
    adopted.push(...(await shareTokens(connection, changed)))
    const { sql, parameters } = settledMark(isSettled)
    await execute(connection, sql, parameters)
  })
  return new Set(adopted.map(({ sessionId }) => sessionId))
}
