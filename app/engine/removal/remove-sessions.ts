/**
 * Removes sessions from the store. One batch of the journal ends their entries; the tables follow, and sessions that shared records with
 * them are joined again as if the removed ones had never been imported. Their artifacts are unused from then on.
 */
import { existsSync } from 'node:fs'
import type { RemovalResult, RemovedSession, SessionHold } from '../../contract/removal.ts'
import { count, text } from '../../model/columns.ts'
import { StrataError } from '../../model/failure.ts'
import { countOf } from '../../model/format/count.ts'
import { carried } from '../../store/files/holdings.ts'
import type { NewJournalEntry, SessionEntry } from '../../store/files/journal-entry.ts'
import type { RowUnit } from '../../store/tables/project-units.ts'
import type { Store } from '../../store/store.ts'
import { rowUnits } from '../added-commits/row-units.ts'
import { resolveSession } from '../commits/resolve-name.ts'
import { lastVersions } from '../../transcripts/derive-task.ts'
import { joinSessions } from '../import/join-sessions.ts'
import { isSettled, linkedWith, unsettle } from '../import/linked-sessions.ts'
import { projectPending } from '../import/project-pending.ts'
import { removedUnit } from '../import/removed-sessions.ts'
import { shareBetweenSessions } from '../import/share-between-sessions.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import type { JobProgress, Outcome } from '../kernel/job.ts'
import { withScratch } from '../kernel/stored-bytes.ts'
import { withWriteLock } from '../kernel/write-lock.ts'
import { hideRemoved } from './erasure.ts'
import { continuing } from './continuing-sessions.ts'
import removedRows from './removed-rows.sql?raw'
import { endingWith, filesLeft, type Ending, type FoundHold } from './removed-subjects.ts'

interface Input {
  readonly sessions: readonly string[]
  readonly dryRun: boolean
  readonly force: boolean
}

/** @throws StrataError not-found, ambiguous-id, invalid-input */
const entriesOf = async (store: Store, names: readonly string[]): Promise<readonly SessionEntry[]> => {
  const found = new Map<string, SessionEntry>()
  for (const name of names) {
    const entry = store.session(name) ?? store.session(await resolveSession(store.database, name))
    if (entry === undefined)
      throw new StrataError('invalid-input', `Cannot remove ${name}: it was captured or made, not imported`, { session: name })
    found.set(entry.session_id, entry)
  }
  return [...found.values()]
}

const continuedBy = async (store: Store, sessions: readonly string[]): Promise<readonly FoundHold[]> => {
  const going = new Set(sessions)
  const others = (await continuing(store, sessions)).filter(({ sessionId }) => !going.has(sessionId))
  return others.map(({ heldId, sessionId }) => ({ what: 'session', id: sessionId, sessionId: heldId }))
}

interface Plan {
  readonly entries: readonly SessionEntry[]
  readonly ending: Ending
  readonly shown: readonly RemovedSession[]
  readonly holds: readonly FoundHold[]
}

const planOf = async (store: Store, names: readonly string[]): Promise<Plan> => {
  const entries = await entriesOf(store, names)
  const ids = entries.map(({ session_id: id }) => id)
  const ending = endingWith(store, entries)
  const holds = [...ending.holds, ...(await continuedBy(store, ids))]
  const columns = { sessionId: text('session_id'), title: text('title'), records: count('records') }
  const rows = new Map((await store.database.query(removedRows, columns, { sessions: ids })).map((row) => [row.sessionId, row]))
  const shown = entries.map(({ session_id: sessionId, sources, commits }): RemovedSession => {
    const files = lastVersions(sources)
    const own = holds.filter((hold) => hold.sessionId === sessionId)
    return {
      sessionId,
      title: rows.get(sessionId)?.title ?? sessionId,
      files: files.length,
      bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
      filesOnDisk: files.filter(({ path }) => existsSync(path)).length,
      commits: commits.length,
      records: rows.get(sessionId)?.records ?? 0,
      notes: ending.notes.get(sessionId) ?? 0,
      holds: own.map(({ what, id }): SessionHold => ({ what, id })),
    }
  })
  return { entries, ending, shown, holds }
}

const refusalOf = ({ holds }: Plan, force: boolean): RemovalResult['refusal'] => {
  if (holds.some(({ what }) => what === 'commit')) return 'needed'
  return holds.length > 0 && !force ? 'held' : null
}

const plainUnit = (journal: NewJournalEntry): RowUnit => ({ journal, replaces: undefined, rows: {} })

/** All entries are written together or not at all; until the tables show them they are pending. */
const write = async (store: Store, { entries, ending }: Plan): Promise<void> => {
  const at = new Date().toISOString()
  const units: RowUnit[] = [
    ...ending.subjects.map((of) => removedUnit({ kind: 'removed', of, removed_at: at })),
    ...ending.refs.map((name) => plainUnit({ kind: 'ref', name, commit_id: null })),
    ...ending.pins.map((id) => plainUnit({ kind: 'pin', commit_id: id, pinned: false, pinned_at: at })),
  ]
  const unreadable = filesLeft(store, entries)
  if (unreadable !== undefined) units.push(plainUnit(unreadable))
  await store.accept([...units.map(({ journal }) => journal), ...ending.shown.map(carried)])
  await store.projectUnits(units)
  if (ending.shown.length > 0) await store.projectUnits(await rowUnits(store, ending.shown))
}

const carryOut = async (context: EngineContext, plan: Plan, progress: JobProgress): Promise<void> => {
  const { store } = context
  const ids = plan.entries.map(({ session_id: id }) => id)
  progress.phase('Removing sessions', 'sessions', ids.length)
  const wasSettled = await isSettled(store)
  const removed = new Set(ids)
  const linked = (await linkedWith(store, ids)).filter((id) => !removed.has(id))
  await unsettle(store)
  await write(store, plan)
  progress.advance(ids.length)
  const changed = wasSettled ? new Set(linked) : undefined
  const joined = await withScratch(store.scratch, (scratch) => joinSessions(context, changed, scratch, progress))
  await shareBetweenSessions(store, changed && new Set([...changed, ...joined]), true)
  await store.database.checkpoint()
}

/**
 * @throws StrataError not-found, ambiguous-id, invalid-input, disk-full, cancelled; sessions that were removed stay removed.
 */
export const removeSessions = async (context: EngineContext, input: Input, progress: JobProgress): Promise<Outcome<RemovalResult>> => {
  const startedAt = Date.now()
  const { store } = context
  if (store.pendingCount > 0) await projectPending(context, progress)
  const plan = await withWriteLock(store, () => planOf(store, input.sessions))
  const refusal = refusalOf(plan, input.force)
  const isRemoved = refusal === null && !input.dryRun
  progress.checkpoint()
  if (isRemoved) await carryOut(context, plan, progress)
  if (isRemoved) {
    context.changed([])
    await hideRemoved(context)
  }
  const removed = isRemoved ? plan.entries.length : 0
  const result: RemovalResult = { dryRun: input.dryRun, sessions: plan.shown, refusal, removed, ms: Date.now() - startedAt }
  return {
    result,
    summary: refusal === null ? `${countOf(plan.entries.length, 'session')} ${input.dryRun ? 'to remove' : 'removed'}` : 'Nothing removed',
  }
}
