/** Fills the tables from what the packs and the journal hold: after a crash, after a change of the rules, or from nothing. */
import { damageOf } from '../../model/failure.ts'
import type { SessionEntry } from '../../store/files/journal-entry.ts'
import type { RowUnit } from '../../store/tables/project-units.ts'
import { lastVersions, type DeriveTask } from '../../transcripts/derive-task.ts'
import type { DeriveOutcome } from '../kernel/worker-pool.ts'
import { correctionsOf } from '../kernel/corrections.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import type { JobProgress } from '../kernel/job.ts'
import { hidingAdded, writeSessions } from '../added-commits/retained-commits.ts'
import { withScratch } from '../kernel/stored-bytes.ts'
import { damagedUnit } from './damaged-session.ts'
import { storedTask } from './stored-task.ts'
import { unitOf } from './session-batch-writer.ts'
import { whyNotImported } from './unreadable-files.ts'

const sameChains = (entry: SessionEntry, outcome: Extract<DeriveOutcome, { readonly kind: 'derived' }>): boolean => {
  const { commits, refs } = outcome.session
  const before = JSON.stringify([entry.commits, entry.refs.map((ref) => [ref.name, ref.commit_id])])
  return before === JSON.stringify([commits, refs.map((ref) => [ref.name, ref.commitId])])
}

/** Projects one batch at a time, so that memory stays bounded and progress is kept. */
const batchSessions = 50

type Derived = Extract<DeriveOutcome, { readonly kind: 'derived' }>

interface Batch {
  readonly derived: readonly Derived[]
  /** Table rows of the sessions that cannot be derived. */
  readonly damaged: readonly RowUnit[]
}

/**
 * Derives a batch without archiving it again; gives what came out, session by session.
 * @throws StrataError cancelled
 */
const deriveBatch = async (
  context: EngineContext,
  batch: readonly SessionEntry[],
  scratch: string,
  progress: JobProgress,
): Promise<Batch> => {
  const waiting = [...batch]
  const entryOf = new Map(batch.map((entry) => [entry.session_id, entry]))
  const damaged: RowUnit[] = []
  const corrections = correctionsOf(context.store)
  const next = async (): Promise<DeriveTask | undefined> => {
    const entry = waiting.shift()
    if (entry === undefined) return undefined
    try {
      return await storedTask(context.store, entry, scratch, corrections, 'all')
    } catch (thrown) {
      const reason = damageOf(thrown)
      if (reason === undefined) throw thrown
      damaged.push(damagedUnit(entry, { code: 'damaged-pack', reason }))
      return next()
    }
  }
  const derived: Derived[] = []
  for await (const outcome of context.pool.derive(next, (bytes) => progress.advance(bytes), progress.signal)) {
    const entry = entryOf.get(outcome.task.sessionId)
    if (outcome.kind === 'derived') derived.push(outcome)
    else if (entry !== undefined) {
      const { problem: code, reason } = whyNotImported(outcome.code, outcome.message)
      damaged.push(damagedUnit(entry, { code, reason }))
    }
  }
  progress.checkpoint()
  return { derived, damaged }
}

/** Sessions that the current rules cut in another way: they are archived again, and their refs move. */
const archiveAgain = async (context: EngineContext, moved: readonly Derived[]): Promise<void> => {
  for (const { task } of moved) {
    const again: DeriveTask = { ...task, known: [], takenIds: [] }
    const derived = await context.pool.deriveOne(again)
    await writeSessions(context.store, [unitOf(context.store, { derived, task: again })])
  }
}

export interface Projected {
  /** Sessions whose refs moved. */
  readonly moved: ReadonlySet<string>
  /** How many sessions could not be derived. */
  readonly damaged: number
}

/**
 * Derives the given sessions from the stored bytes and writes their rows. When the rules have changed since, their refs move as in an import.
 * A session that cannot be derived is shown as a problem.
 * @throws StrataError cancelled; what was projected before stays.
 */
export const projectJournal = async (
  context: EngineContext,
  entries: readonly SessionEntry[],
  progress: JobProgress,
): Promise<Projected> => {
  const bytesOf = (entry: SessionEntry): number => lastVersions(entry.sources).reduce((sum, { bytes }) => sum + bytes, 0)
  progress.phase(
    'Rebuilding the index',
    'bytes',
    entries.reduce((sum, entry) => sum + bytesOf(entry), 0),
  )
  const entryOf = new Map(entries.map((entry) => [entry.session_id, entry]))
  const movedIds = new Set<string>()
  let damagedSessions = 0
  for (let from = 0; from < entries.length; from += batchSessions) {
    progress.checkpoint()
    const batch = entries.slice(from, from + batchSessions)
    await withScratch(context.store.scratch, async (scratch) => {
      const { derived, damaged } = await deriveBatch(context, batch, scratch, progress)
      damagedSessions += damaged.length
      const isSame = (one: Derived): boolean => {
        const entry = entryOf.get(one.session.sessionId)
        return entry !== undefined && sameChains(entry, one)
      }
      const units = derived.filter(isSame).map(({ session, task }) => unitOf(context.store, { derived: session, task }))
      await context.store.projectUnits([...units.map((unit) => hidingAdded(context.store, unit)), ...damaged])
      const moved = derived.filter((one) => !isSame(one))
      for (const { session } of moved) movedIds.add(session.sessionId)
      await archiveAgain(context, moved)
    })
    context.changed(batch.map((entry) => entry.session_id))
  }
  return { moved: movedIds, damaged: damagedSessions }
}
