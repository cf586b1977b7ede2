/** Sessions that cannot be rebuilt from what the packs hold of them: they are told as a problem, and everything else goes on. */
import type { Problem } from '../../model/problem.ts'
import type { SessionEntry } from '../../store/journal-entry.ts'
import type { RowUnit } from '../../store/project-units.ts'
import { problemRow } from '../derive/derive-rows.ts'

/** What the tables show of such a session: what is wrong. The journal stays as it is, and says which files it has. */
export const damagedUnit = (entry: SessionEntry, problem: Problem): RowUnit => ({
  journal: entry,
  replaces: { sessionId: entry.session_id },
  rows: { problems: entry.sources.map(({ source_id: sourceId, file }) => problemRow({ sourceId, file }, entry.session_id, problem)) },
})
