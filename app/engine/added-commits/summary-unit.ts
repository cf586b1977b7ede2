/** What the tables are to show of a summary that was written, or taken back. */
import { describeEvents } from '../../chains/describe-events.ts'
import { artifactHash } from '../../model/ids.ts'
import { decodeCommit } from '../../store/files/commit-record.ts'
import type { NewJournalEntry } from '../../store/files/journal-entry.ts'
import type { RowUnit } from '../../store/tables/project-units.ts'
import type { Store } from '../../store/store.ts'
import setSummary from './set-summary.sql?raw'
import { eventsIn } from './made-rows.ts'
import { shownCommits } from './shown-commits.ts'

type NewSummary = Extract<NewJournalEntry, { readonly kind: 'summary' }>

/** What a commit's record says, else what its events say. */
export const ruleSummary = async (store: Store, recordHash: string, artifact: string): Promise<string> => {
  const record = decodeCommit(await store.read(artifactHash(recordHash)))
  if (record.summary !== undefined) return record.summary
  return describeEvents(eventsIn(record.format, await store.read(artifactHash(artifact))) ?? []).summary
}

/** What the tables are to show of a written summary: when it was taken back, that of the rule. */
export const summaryUnit = async (store: Store, entry: NewSummary): Promise<RowUnit> => {
  const unit = { journal: entry, replaces: undefined, rows: {} }
  const [shown] = entry.summary === '' ? await shownCommits(store, [entry.commit_id]) : []
  if (shown === undefined) return unit
  const summary = await ruleSummary(store, shown.recordHash, shown.artifactHash)
  return { ...unit, followUps: [{ sql: setSummary, parameters: { summary, commit: entry.commit_id } }] }
}
