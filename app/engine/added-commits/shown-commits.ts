/** What the tables show of some commits, by their ids. */
import { text } from '../../store/tables/columns.ts'
import type { Store } from '../../store/store.ts'
import shownCommitsSql from './shown-commits.sql?raw'

const columns = {
  commitId: text('commit_id'),
  recordHash: text('record_hash'),
  artifactHash: text('artifact_hash'),
  sessionId: text('session_id'),
  chain: text('chain'),
} as const

/** Ids that the tables do not show are left out. */
export const shownCommits = (store: Store, ids: readonly string[]) =>
  store.database.query(shownCommitsSql, columns, { ids: [...new Set(ids)] })
