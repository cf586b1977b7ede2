/** Sessions that a person removed: imports pass them over, and the tables do not show them. */
import type { TranscriptFile } from '../../model/transcript-file.ts'
import { leftOverFacts } from '../../analytics/facts/make-facts.ts'
import { removedSubject, sessionSubject, type JournalEntry } from '../../store/files/journal-entry.ts'
import type { Connection } from '../../store/tables/database.ts'
import { execute } from '../../store/tables/query.ts'
import type { RowUnit } from '../../store/tables/project-units.ts'
import type { Store } from '../../store/store.ts'
import { sessionOf } from './plan-import.ts'
import forgetCommits from './forget-commits.sql?raw'
import forgetSummaries from './forget-summaries.sql?raw'

const removedSessionPrefix = removedSubject(sessionSubject(''))

/** Ids of the sessions that were removed and not imported again. */
const removedSessions = (subjects: readonly string[]): ReadonlySet<string> =>
  new Set(subjects.flatMap((subject) => (subject.startsWith(removedSessionPrefix) ? [subject.slice(removedSessionPrefix.length)] : [])))

/** Files of sessions that were not removed. */
export const withoutRemoved = (store: Store, files: readonly TranscriptFile[]): readonly TranscriptFile[] => {
  const removed = removedSessions(store.subjects())
  return removed.size === 0 ? files : files.filter((file) => !removed.has(sessionOf(file)))
}

type RemovedEntry = Omit<Extract<JournalEntry, { readonly kind: 'removed' }>, 'seq' | 'pack_end' | 'subject' | 'at' | 'batch'>

/** The subject of what an entry removes: its kind and its name. */
const partsOf = (of: string): readonly [string, string] => {
  const at = of.indexOf(' ')
  return [of.slice(0, at), of.slice(at + 1)]
}

/** The table rows that a removal changes. */
export const removedUnit = (journal: RemovedEntry): RowUnit => {
  const [kind, name] = partsOf(journal.of)
  const unit = { journal, replaces: undefined, rows: {} }
  if (kind === 'summary') return { ...unit, followUps: [{ sql: forgetSummaries, parameters: { commit: name } }] }
  if (kind !== 'session') return unit
  const commits = { sql: forgetCommits, parameters: { session: name } }
  const facts = leftOverFacts.map((sql) => ({ sql, parameters: {} }))
  return { ...unit, replaces: { sessionId: name, isRemoved: true }, followUps: [commits, ...facts] }
}

/** Deletes facts of sessions that have none any more. */
export const forgetStaleFacts = async (connection: Connection): Promise<void> => {
  for (const sql of leftOverFacts) await execute(connection, sql)
}
