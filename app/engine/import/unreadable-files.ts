/** Files and folders that an import could not read: kept in the journal, so that they are shown until an import can. */
import { problemActions } from '../../model/problem.ts'
import type { ProblemCode } from '../../model/problem.ts'
import type { Store } from '../../store/store.ts'
import { sourceIdOf } from './plan-import.ts'

export interface UnreadableFile {
  readonly source_id: string
  readonly file: string
  readonly code: string
  readonly reason: string
  readonly action: string
}

export const notRead = (path: string, file: string, code: ProblemCode, reason: string): UnreadableFile => ({
  source_id: sourceIdOf(path),
  file,
  code,
  reason,
  action: problemActions[code],
})

/** Replaces the list when it has changed. */
export const writeUnreadable = async (store: Store, files: readonly UnreadableFile[]): Promise<void> => {
  const before = store.entry('unreadable')
  const known = before?.kind === 'unreadable' ? before.files : []
  if (JSON.stringify(known) === JSON.stringify(files)) return
  await store.writeUnits([{ entries: [], journal: { kind: 'unreadable', files }, replaces: undefined, rows: {} }])
}
