/** Brings the tables up to date with what the packs and the journal hold. */
import type { ReindexResult } from '../../contract/repair.ts'
import type { SessionEntry } from '../../store/files/journal-entry.ts'
import { sessionsOf } from './correct-record.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import type { JobProgress } from '../kernel/job.ts'
import { findLost } from '../added-commits/retained-commits.ts'
import { rowUnits } from '../added-commits/row-units.ts'
import type { Store } from '../../store/store.ts'
import { withScratch } from '../kernel/stored-bytes.ts'
import { shareBetweenSessions } from './share-between-sessions.ts'
import { projectJournal } from './project-journal.ts'
import { removedUnit } from './removed-sessions.ts'
import { isSettled, unsettle } from './linked-sessions.ts'
import { joinSessions } from './join-sessions.ts'

/** This many commits are projected at a time, so that memory stays bounded. */
const batchEntries = 200

/** Removals come first: what is joined afterwards is joined without the rows of removed sessions. */
const projectRemoved = async ({ store }: EngineContext): Promise<void> => {
  const entries = store.pending().flatMap((subject) => store.entry(subject) ?? [])
  const units = entries.flatMap((entry) => (entry.kind === 'removed' ? [removedUnit(entry)] : []))
  if (units.length > 0) await store.projectUnits(units)
}

/** Made commits and what persons set, in the order in which they came: both stand on what the sessions' rows say. */
const projectOthers = async ({ store, changed }: EngineContext, progress: JobProgress): Promise<void> => {
  const left = store.pending().filter((subject) => store.entry(subject)?.kind !== 'session')
  for (let from = 0; from < left.length; from += batchEntries) {
    progress.checkpoint()
    const entries = left.slice(from, from + batchEntries).flatMap((subject) => store.entry(subject) ?? [])
    await store.projectUnits(await rowUnits(store, entries))
  }
  await findLost(store)
  if (left.length > 0) changed([])
}

/** Sessions without rows in the tables, and sessions with a record that was corrected elsewhere. */
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

/** Sessions as they are written, then what they take from each other: of all of them when they are all new, or when something was left to settle. */
const projectSessions = async (
  context: EngineContext,
  sessions: readonly SessionEntry[],
  wasSettled: boolean,
  progress: JobProgress,
): Promise<number> => {
  const { moved, damaged } = await projectJournal(context, sessions, progress)
  const areAll = sessions.length === context.store.sessionIds().length
  const changed = areAll || !wasSettled ? undefined : moved
  await withScratch(context.store.scratch, (scratch) => joinSessions(context, changed, scratch, progress))
  return damaged
}

/**
 * Every journal entry that the tables do not show yet, and what was left to settle.
 * @param from `other-store`: the entries came from a store whose sessions are settled; else they may be what an import left when it ended
 * before its time.
 * @throws StrataError cancelled
 */
export const projectPending = async (
  context: EngineContext,
  progress: JobProgress,
  from?: 'other-store',
): Promise<{ readonly result: ReindexResult; readonly summary: string }> => {
  const startedAt = Date.now()
  const { store } = context
  await projectRemoved(context)
  const sessions = await pendingSessions(context)
  const areSettled = from === 'other-store' || sessions.length === 0
  const wasSettled = areSettled && (await isSettled(store))
  await unsettle(store)
  const damaged = await projectSessions(context, sessions, wasSettled, progress)
  await projectOthers(context, progress)
  await shareBetweenSessions(store, undefined, true)
  await store.database.checkpoint()
  context.changed([])
  const indexed = sessions.length - damaged
  const left = damaged === 0 ? '' : `, ${damaged} could not be rebuilt: see the problems`
  return { result: { sessions: indexed, damaged, ms: Date.now() - startedAt }, summary: `${indexed} sessions indexed${left}` }
}

/** Whether there is something to bring up to date when a store was opened. */
export const isBehind = async (store: Store): Promise<boolean> => store.pendingCount > 0 || !(await isSettled(store))
