/** Fills the tables from what the packs and the journal hold: after a crash, after a change of the rules, or from nothing. */
import type { SessionEntry } from '../../store/journal-entry.ts'
import type { DeriveTask } from '../derive/derive-task.ts'
import type { DeriveOutcome } from '../derive/worker-pool.ts'
import { correctionsOf } from '../corrections.ts'
import type { EngineContext } from '../engine-context.ts'
import type { JobProgress } from '../jobs.ts'
import { hidingMade, writeSessions } from '../made/held-commits.ts'
import { withScratch } from '../stored-bytes.ts'
import { storedTask } from './stored-task.ts'
import { unitOf } from './unit-writer.ts'

const sameChains = (entry: SessionEntry, outcome: Extract<DeriveOutcome, { readonly kind: 'derived' }>): boolean => {
  const { commits, refs } = outcome.session
  const before = JSON.stringify([entry.commits, entry.refs.map((ref) => [ref.name, ref.commit_id])])
  return before === JSON.stringify([commits, refs.map((ref) => [ref.name, ref.commitId])])
}

/** Projects one batch at a time, so that memory stays bounded and progress is kept. */
const batchSessions = 50

type Derived = Extract<DeriveOutcome, { readonly kind: 'derived' }>

/**
 * Derives a batch without archiving it again; gives what came out, session by session.
 * @throws StrataError cancelled
 */
const deriveBatch = async (
  context: EngineContext,
  batch: readonly SessionEntry[],
  scratch: string,
  progress: JobProgress,
): Promise<readonly Derived[]> => {
  const waiting = [...batch]
  const corrections = correctionsOf(context.store)
  const next = async (): Promise<DeriveTask | undefined> => {
    const entry = waiting.shift()
    if (entry === undefined) return undefined
    return storedTask(context.store, entry, scratch, corrections, 'all')
  }
  const derived: Derived[] = []
  for await (const outcome of context.pool.derive(next, (bytes) => progress.advance(bytes), progress.signal)) {
    if (outcome.kind === 'failed') throw new Error(`session ${outcome.task.sessionId} could not be derived: ${outcome.message}`)
    derived.push(outcome)
  }
  progress.checkpoint()
  return derived
}

/** Sessions whose chains the rules cut otherwise now: they are archived anew, and their refs move. */
const archiveAgain = async (context: EngineContext, moved: readonly Derived[]): Promise<void> => {
  for (const { task } of moved) {
    const again: DeriveTask = { ...task, known: [], takenIds: [] }
    const derived = await context.pool.deriveOne(again)
    await writeSessions(context.store, [unitOf(context.store, { derived, task: again })])
  }
}

/**
 * Derives the given sessions from the stored bytes and writes their rows. When the rules have changed since, their refs move as in an import.
 * @returns the sessions whose refs moved
 * @throws StrataError cancelled, artifact-corrupt; what was projected before stays.
 */
export const projectJournal = async (
  context: EngineContext,
  entries: readonly SessionEntry[],
  progress: JobProgress,
): Promise<ReadonlySet<string>> => {
  const bytesOf = (entry: SessionEntry): number => entry.sources.reduce((sum, source) => sum + source.bytes, 0)
  progress.phase(
    'Rebuilding the index',
    'bytes',
    entries.reduce((sum, entry) => sum + bytesOf(entry), 0),
  )
  const entryOf = new Map(entries.map((entry) => [entry.session_id, entry]))
  const movedIds = new Set<string>()
  for (let from = 0; from < entries.length; from += batchSessions) {
    progress.checkpoint()
    const batch = entries.slice(from, from + batchSessions)
    await withScratch(context.store.dir, async (scratch) => {
      const derived = await deriveBatch(context, batch, scratch, progress)
      const isSame = (one: Derived): boolean => {
        const entry = entryOf.get(one.session.sessionId)
        return entry !== undefined && sameChains(entry, one)
      }
      const units = derived.filter(isSame).map(({ session, task }) => unitOf(context.store, { derived: session, task }))
      await context.store.projectUnits(units.map((unit) => hidingMade(context.store, unit)))
      const moved = derived.filter((one) => !isSame(one))
      for (const { session } of moved) movedIds.add(session.sessionId)
      await archiveAgain(context, moved)
    })
    context.changed(batch.map((entry) => entry.session_id))
  }
  return movedIds
}
