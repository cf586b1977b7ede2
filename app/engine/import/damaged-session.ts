/** Sessions that cannot be rebuilt from the packs are reported as problems; all other work continues. */
import type { Problem } from '../../model/problem.ts'
import { appendRows } from '../../store/tables/append-rows.ts'
import { text } from '../../model/columns.ts'
import type { SessionEntry } from '../../store/files/journal-entry.ts'
import type { RowUnit } from '../../store/tables/project-units.ts'
import { execute } from '../../store/tables/query.ts'
import type { Store } from '../../store/store.ts'
import type { TableRow } from '../../store/tables/tables.ts'
import { problemRow } from '../../transcripts/derive-rows.ts'
import forgetDamage from './forget-damage.sql?raw'
import sessionsWithRows from './sessions-with-rows.sql?raw'

const problemsOf = (entry: SessionEntry, problem: Problem): readonly TableRow<'problems'>[] =>
  entry.sources.map(({ source_id: sourceId, file }) => problemRow({ sourceId, file }, entry.session_id, problem))

/** Table rows of a damaged session: they show the problem. The journal, which lists its files, does not change. */
export const damagedUnit = (entry: SessionEntry, problem: Problem): RowUnit => ({
  journal: entry,
  replaces: { sessionId: entry.session_id },
  rows: { problems: problemsOf(entry, problem) },
})

/** Reports that a record of sessions that share records cannot be read: shared tokens may be counted in each session. */
export const reportUnjoined = async (store: Store, family: readonly string[], damage: string): Promise<void> => {
  // A session that could not be rebuilt is already reported.
  const shown = await store.database.query(sessionsWithRows, { sessionId: text('session_id') }, { sessions: family })
  const sessions = shown.map(({ sessionId }) => sessionId)
  const entries = sessions.flatMap((id) => store.session(id) ?? [])
  const reason = `records shared with other sessions may be counted in each of them: ${damage}`
  await store.database.transaction(async (connection) => {
    await execute(connection, forgetDamage, { sessions })
    const problems = entries.flatMap((entry) => problemsOf(entry, { code: 'damaged-pack', reason }))
    await appendRows(connection, 'problems', problems)
  })
}
