/** Removes what nothing needs from the packs, or says what that would be. */
import type { GcResult } from '../../contract/gc.ts'
import type { Store } from '../../store/store.ts'
import type { JobProgress } from '../kernel/job.ts'
import { findGarbage, type Garbage } from './find-garbage.ts'

/** @throws StrataError artifact-corrupt, journal-corrupt, disk-full, cancelled */
export const collectGarbage = async (
  store: Store,
  { dryRun, keepDays }: { readonly dryRun: boolean; readonly keepDays: number },
  progress: JobProgress,
): Promise<GcResult> => {
  const startedAt = Date.now()
  const { packBytes: packBytesBefore } = await store.sizes()
  progress.phase('Looking for what nothing needs', 'entries', undefined)
  let found: Garbage | undefined
  const find = async (): Promise<ReadonlySet<string>> => {
    found = await findGarbage(store, keepDays, () => {
      progress.checkpoint()
      progress.advance(1)
    })
    return found.hashes
  }
  if (dryRun) await find()
  else {
    let seen = 0
    const onProgress = (done: number): void => {
      if (seen === 0) progress.phase('Copying what is needed', 'bytes', packBytesBefore)
      progress.advance(done - seen)
      seen = done
    }
    await store.collect(find, { onProgress, signal: progress.signal })
  }
  if (found === undefined) throw new Error('garbage is always looked for')
  const packBytesAfter = dryRun ? null : (await store.sizes()).packBytes
  return { dryRun, keepDays, rows: found.rows, young: found.young, packBytesBefore, packBytesAfter, ms: Date.now() - startedAt }
}
