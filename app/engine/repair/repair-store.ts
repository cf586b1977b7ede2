/**
 * Repairs a store whose packs are damaged. What can be made again is made from the packs and from the transcripts that still exist. Then
 * new packs replace the damaged ones, whose files are kept. What is lost is noted in the journal and reported.
 */
import { countOf } from '../../model/format/count.ts'
import type { ReindexResult, RepairResult } from '../../contract/repair.ts'
import { damageOf } from '../../model/failure.ts'
import type { SessionEntry } from '../../store/files/journal-entry.ts'
import type { Store } from '../../store/store.ts'
import { exists } from '../../store/files/store-folder.ts'
import { correctionsOf } from '../kernel/corrections.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { runImport } from '../import/run-import.ts'
import { storedTask } from '../import/stored-task.ts'
import { unitOf } from '../import/session-batch-writer.ts'
import type { JobProgress, Outcome } from '../kernel/job.ts'
import { writeSessions } from '../added-commits/retained-commits.ts'
import { withScratch } from '../kernel/stored-bytes.ts'
import { findLosses, type EntryLosses } from './find-losses.ts'

const sessionsIn = (losses: readonly EntryLosses[], areFilesLost: boolean): readonly SessionEntry[] =>
  losses.flatMap(({ entry, files }) => (entry.kind === 'session' && files.length > 0 === areFilesLost ? [entry] : []))

/** Writes commits again whose session can be read: their records and contents follow from it. */
const archiveAgain = async (context: EngineContext, entries: readonly SessionEntry[], progress: JobProgress): Promise<void> => {
  progress.phase('Writing commits again', 'sessions', entries.length)
  for (const entry of entries) {
    progress.checkpoint()
    await withScratch(context.store.scratch, async (scratch) => {
      try {
        const task = { ...(await storedTask(context.store, entry, scratch, correctionsOf(context.store), 'all')), known: [] }
        const derived = await context.pool.deriveOne(task)
        await writeSessions(context.store, [unitOf(context.store, { derived, task })])
      } catch (thrown) {
        // It stays lost, and is reported.
        if (damageOf(thrown) === undefined) throw thrown
      }
    })
    progress.advance(1)
  }
}

/** Folders from which sessions were imported and that still exist. */
const foldersOf = async (entries: readonly SessionEntry[]): Promise<readonly string[]> => {
  const roots = [...new Set(entries.flatMap(({ sources }) => sources.map(({ root }) => root)))]
  const found: string[] = []
  for (const root of roots) if (await exists(root)) found.push(root)
  return found
}

/** Makes again what can be made again. Gives what is still lost. */
const recover = async (context: EngineContext, losses: readonly EntryLosses[], progress: JobProgress): Promise<readonly EntryLosses[]> => {
  if (losses.length === 0) return losses
  await archiveAgain(context, sessionsIn(losses, false), progress)
  const paths = await foldersOf(sessionsIn(losses, true))
  if (paths.length > 0) await runImport(context, { paths, dryRun: false, principal: undefined }, progress)
  return findLosses(context.store, progress)
}

/**
 * Replaces the damaged packs with new ones, and notes in the journal what is lost.
 * @throws StrataError journal-corrupt, disk-full, cancelled
 */
export const replaceDamagedPacks = async (
  store: Store,
  losses: readonly EntryLosses[],
  progress: JobProgress,
): Promise<RepairResult['packs']> => {
  const lost = losses.flatMap((one) => one.lost.map(({ ref }) => ref))
  const { packBytes } = await store.sizes()
  progress.phase('Replacing damaged packs', 'bytes', packBytes)
  let seen = 0
  const onProgress = (done: number): void => {
    progress.advance(done - seen)
    seen = done
  }
  return store.replaceDamaged({ lost: [...new Set(lost)].sort(), signal: progress.signal, onProgress })
}

const summaryOf = ({ packs, lost }: RepairResult): string => {
  const replaced = `${countOf(packs.length, 'damaged pack')} replaced`
  return lost.length === 0 ? `${replaced}, nothing is lost` : `${replaced}, ${lost.length} artifacts are lost`
}

/**
 * @param rebuildTables fills the tables again: only then they say what cannot be read
 * @throws StrataError journal-corrupt, disk-full, cancelled; what was done before stays done
 */
export const repairStore = async (
  context: EngineContext,
  rebuildTables: (progress: JobProgress) => Promise<Outcome<ReindexResult>>,
  progress: JobProgress,
): Promise<Outcome<RepairResult>> => {
  const startedAt = Date.now()
  const { salvaged } = (await rebuildTables(progress)).result
  const losses = await recover(context, await findLosses(context.store, progress), progress)
  const packs = await replaceDamagedPacks(context.store, losses, progress)
  context.changed([])
  const result: RepairResult = { packs, lost: losses.flatMap((one) => one.lost), salvaged, ms: Date.now() - startedAt }
  return { result, summary: summaryOf(result) }
}
