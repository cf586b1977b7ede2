/** A garbage collection, which also erases what is left of removed sessions; and what completes a removal that was ended. */
import type { Erasure, GcResult } from '../../contract/gc.ts'
import { StrataError } from '../../model/failure.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import type { JobProgress } from '../kernel/job.ts'
import { beginErasing, eraseRemoved, giveUpErasing, hideRemoved, removalsOf } from '../removal/erasure.ts'
import { collectGarbage } from './collect-garbage.ts'

export interface CollectionParts {
  /** Replaces the tables with a copy of what they contain, without what was deleted from them. */
  readonly rewriteTables: () => Promise<void>
}

/** @throws StrataError artifact-corrupt, journal-corrupt, disk-full, cancelled */
export const runCollection = async (
  context: EngineContext,
  { dryRun, keepDays }: { readonly dryRun: boolean; readonly keepDays: number },
  progress: JobProgress,
  { rewriteTables }: CollectionParts,
): Promise<GcResult> => {
  const startedAt = Date.now()
  const { sessions, packEnd } = removalsOf(context.store)
  const isErasing = sessions > 0
  if (isErasing && !dryRun) await beginErasing(context.store, keepDays)
  const erasedTo = isErasing ? packEnd : undefined
  const { damagedPacks, ...collected } = await collectGarbage(context.store, { dryRun, keepDays, erasedTo }, progress)
  const planned: Erasure = { sessions, isDone: false, damagedPacks: [], setAside: [] }
  if (!isErasing || dryRun) return { ...collected, erasure: isErasing ? planned : null }
  progress.phase('Erasing removed sessions', 'files', undefined)
  const isDone = damagedPacks.length === 0
  const setAside = await eraseRemoved(context, isDone, rewriteTables)
  return { ...collected, erasure: { sessions, isDone, damagedPacks, setAside }, ms: Date.now() - startedAt }
}

/**
 * Completes what a program that was ended had begun. What cannot be completed waits for the next collection, so that the store can be
 * used meanwhile.
 * @throws StrataError cancelled
 */
export const completeRemovals = async (context: EngineContext, progress: JobProgress, parts: CollectionParts): Promise<void> => {
  const { store } = context
  progress.phase('Completing the removal of sessions', 'sessions', undefined)
  await hideRemoved(context)
  const { keepDays, erased, last } = removalsOf(store)
  if (keepDays === undefined || erased >= last) return
  try {
    await runCollection(context, { dryRun: false, keepDays }, progress, parts)
  } catch (thrown) {
    if (!(thrown instanceof StrataError) || thrown.code === 'cancelled') throw thrown
    await giveUpErasing(context.store)
  }
}
