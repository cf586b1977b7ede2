/** The task that derives a session again from what the store holds of it, with the ids its commits have. */
import { shortestId } from '../../chains/commit-id.ts'
import type { Correction } from '../../model/correction.ts'
import type { SessionEntry } from '../../store/files/journal-entry.ts'
import type { Store } from '../../store/store.ts'
import { lastVersions, type DeriveTask } from '../../transcripts/derive-task.ts'
import { heldOf, sourceFiles } from './derive-inputs.ts'
import { sourcesIn } from './known-sources.ts'
import { inOrder } from './plan-import.ts'
import type { PlannedSource } from './plan-import.ts'
import { inputsOf } from './linked-sessions.ts'

const planned = (entry: SessionEntry): readonly PlannedSource[] =>
  inOrder(lastVersions(sourcesIn(entry)).map((known) => ({ kind: 'stored', known })))

/** Ids that were lengthened are lengthened again: their shorter forms belong to others. */
const takenIds = (entry: SessionEntry): readonly string[] =>
  entry.commits.flatMap(([id]) => {
    const taken: string[] = []
    for (let length = shortestId; length < id.length; length += 2) taken.push(id.slice(0, length))
    return taken
  })

/** @param scratch folder in which its sources are put together, and what it gives may wait. */
export const storedTask = async (
  store: Store,
  entry: SessionEntry,
  scratch: string,
  corrections: readonly Correction[],
  known: DeriveTask['known'],
): Promise<DeriveTask> => ({
  sessionId: entry.session_id,
  sources: await sourceFiles(store, planned(entry), scratch),
  inputs: inputsOf(store, entry.session_id),
  takenIds: takenIds(entry),
  corrections,
  held: heldOf(store, entry.session_id),
  known,
  scratch,
})
