/** Brings the tables up to date with what the packs and the journal hold. */
import type { ReindexResult } from '../../contract/job-results.ts'
import type { SessionEntry } from '../../store/journal-entry.ts'
import type { RowUnit } from '../../store/project-units.ts'
import type { EngineContext } from '../engine-context.ts'
import type { JobProgress } from '../jobs.ts'
import { projectJournal } from './project-journal.ts'

/** Every journal entry that the tables do not show yet. @throws StrataError cancelled, artifact-corrupt */
export const projectPending = async (
  context: EngineContext,
  progress: JobProgress,
): Promise<{ readonly result: ReindexResult; readonly summary: string }> => {
  const startedAt = Date.now()
  const sessions: SessionEntry[] = []
  const others: RowUnit[] = []
  for (const subject of context.store.pending()) {
    const entry = context.store.entry(subject)
    if (entry?.kind === 'session') sessions.push(entry)
    else if (entry !== undefined) others.push({ journal: entry, replaces: undefined, rows: {} })
  }
  await projectJournal(context, sessions, progress)
  if (others.length > 0) await context.store.projectUnits(others)
  return { result: { sessions: sessions.length, ms: Date.now() - startedAt }, summary: `${sessions.length} sessions indexed` }
}
