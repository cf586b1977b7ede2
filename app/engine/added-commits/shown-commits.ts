/** Reads commits from the tables by their ids. */
import { pickColumns } from '../../model/columns.ts'
import { commitTable } from '../../model/rows/commit-row.ts'
import type { Store } from '../../store/store.ts'
import shownCommitsSql from './shown-commits.sql?raw'
import { describeEvents } from '../../chains/describe-events.ts'
import { artifactHash } from '../../model/ids.ts'
import { decodeCommit } from '../../store/files/commit-record.ts'
import type { NewJournalEntry } from '../../store/files/journal-entry.ts'
import type { RowUnit } from '../../store/tables/project-units.ts'
import setSummary from './set-summary.sql?raw'
import { eventsIn } from './added-rows.ts'

const columns = pickColumns(commitTable, 'commitId', 'recordHash', 'artifactHash', 'sessionId', 'chain')

/** Ids that the tables do not show are skipped. */
export const shownCommits = (store: Store, ids: readonly string[]) =>
  store.database.query(shownCommitsSql, columns, { ids: [...new Set(ids)] })

type NewSummary = Extract<NewJournalEntry, { readonly kind: 'summary' }>

/** Returns the summary in a commit's record; without one, a summary computed from its events. */
export const ruleSummary = async (store: Store, recordHash: string, artifact: string): Promise<string> => {
  const record = decodeCommit(await store.read(artifactHash(recordHash)))
  if (record.summary !== undefined) return record.summary
  return describeEvents(eventsIn(record.format, await store.read(artifactHash(artifact))) ?? []).summary
}

/** Returns the row changes for a written summary. An empty one was withdrawn: the tables then show the computed summary. */
export const summaryUnit = async (store: Store, entry: NewSummary): Promise<RowUnit> => {
  const unit = { journal: entry, replaces: undefined, rows: {} }
  const [shown] = entry.summary === '' ? await shownCommits(store, [entry.commit_id]) : []
  if (shown === undefined) return unit
  const summary = await ruleSummary(store, shown.recordHash, shown.artifactHash)
  return { ...unit, followUps: [{ sql: setSummary, parameters: { summary, commit: entry.commit_id } }] }
}
