/** Commits that were made, not cut from a transcript, as the journal holds them. */
import { commitSubject, type CommitEntry } from './files/journal-entry.ts'
import type { Store } from './store.ts'

/** The entry of a made commit; undefined for any other. @throws StrataError journal-corrupt */
export const addedCommit = (store: Store, commitId: string): CommitEntry | undefined => {
  const entry = store.entry(commitSubject(commitId))
  return entry?.kind === 'commit' ? entry : undefined
}

/** Ids of all commits that were made, in the order of their entries. */
export const addedCommitIds = (store: Store): readonly string[] => {
  const prefix = commitSubject('')
  return store.subjects().flatMap((subject) => (subject.startsWith(prefix) ? [subject.slice(prefix.length)] : []))
}
