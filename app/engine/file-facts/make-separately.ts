/** Facts about objects where one session cannot be read: it is reported, and those of the other sessions are made. */
import { StrataError } from '../../model/failure.ts'
import { problemActions } from '../../model/problem.ts'
import type { Store } from '../../store/store.ts'
import { execute } from '../../store/tables/query.ts'
import type { FileSystems } from '../file-systems/file-systems.ts'
import { makeObjectFacts, markMade, tablesOfSessions } from './make-object-facts.ts'
import reportUnread from './report-unread.sql?raw'

const code = 'files-not-read'

/**
 * Whether the content of a session can have caused the error. Errors of the system and of DuckDB are plain errors, and are not about the
 * session.
 */
const isOfContent = (thrown: unknown): thrown is Error =>
  !(thrown instanceof StrataError) && (thrown instanceof RangeError || thrown instanceof TypeError || thrown instanceof SyntaxError)

/** The session counts as read, without files, until the rules change. */
const report = (store: Store, systems: FileSystems, session: string, { message }: Error): Promise<void> =>
  store.database.transaction(async (connection) => {
    for (const table of [...tablesOfSessions, 'problems'])
      await execute(
        connection,
        `DELETE FROM ${table} WHERE session_id = $session::VARCHAR${table === 'problems' ? ` AND code = '${code}'` : ''}`,
        { session },
      )
    const reason = `Versions of files in this session are not available: ${message}`
    await execute(connection, reportUnread, { session, code, reason, action: problemActions[code] })
    await markMade(connection, systems, [session])
  })

/** @throws StrataError artifact-corrupt, disk-full, cancelled */
export const makeSeparately = async (
  store: Store,
  systems: FileSystems,
  wanted: readonly string[],
  pause: () => Promise<void>,
): Promise<void> => {
  try {
    await makeObjectFacts(store, systems, wanted, pause)
  } catch (thrown) {
    const [first, ...others] = wanted
    if (!isOfContent(thrown) || first === undefined) throw thrown
    if (others.length === 0) await report(store, systems, first, thrown)
    else for (const one of wanted) await makeSeparately(store, systems, [one], pause)
  }
}
