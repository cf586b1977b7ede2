/** Brings the tables up to date with what the packs and the journal hold. */
import type { ReindexResult } from '../../contract/job-results.ts'
import type { SessionEntry } from '../../store/journal-entry.ts'
import { sessionsOf } from '../correct-record.ts'
import type { EngineContext } from '../engine-context.ts'
import type { JobProgress } from '../jobs.ts'
import { findLost } from '../made/held-commits.ts'
import { rowUnits } from '../made/row-units.ts'
import { adoptFromOthers } from './adopt-from-others.ts'
import { projectJournal } from './project-journal.ts'

/** Commits are brought in so many at a time, so that memory stays bounded. */
const batchEntries = 200

/** Made commits and what persons set, in the order in which they came: both stand on what the sessions' rows say. */
const projectOthers = async ({ store, changed }: EngineContext, progress: JobProgress): Promise<void> => {
  const left = store.pending().filter((subject) => store.entry(subject)?.kind !== 'session')
  for (let from = 0; from < left.length; from += batchEntries) {
    progress.checkpoint()
    const entries = left.slice(from, from + batchEntries).flatMap((subject) => store.entry(subject) ?? [])
    await store.projectUnits(await rowUnits(store, entries))
  }
  await findLost(store)
  if (left.length === 0) return
  await adoptFromOthers(store, new Set())
  changed([])
}

/** Sessions whose rows are not there yet, and those of which a record was corrected elsewhere. */
const pendingSessions = async (context: EngineContext): Promise<readonly SessionEntry[]> => {
  const { store } = context
  const ids = new Set<string>()
  for (const subject of store.pending()) {
    const entry = store.entry(subject)
    if (entry?.kind === 'session') ids.add(entry.session_id)
    else if (entry?.kind === 'class') for (const id of await sessionsOf(context, entry)) ids.add(id)
  }
  return [...ids].flatMap((id) => store.session(id) ?? [])
}

/** Every journal entry that the tables do not show yet. @throws StrataError cancelled, artifact-corrupt */
export const projectPending = async (
  context: EngineContext,
  progress: JobProgress,
): Promise<{ readonly result: ReindexResult; readonly summary: string }> => {
  const startedAt = Date.now()
  const sessions = await pendingSessions(context)
  await projectJournal(context, sessions, progress)
  await projectOthers(context, progress)
  return { result: { sessions: sessions.length, ms: Date.now() - startedAt }, summary: `${sessions.length} sessions indexed` }
}
