/** Items of compactions where those of one session take too much memory or time: it is marked, and those of the other sessions are made. */
import { StrataError } from '../../../model/failure.ts'
import { mayNeedMemory } from '../../../store/tables/database-limits.ts'
import type { Store } from '../../../store/store.ts'
import { makeCompactionItems, reportTooLarge, type CompactedSession } from './make-compaction-items.ts'

const isTooLarge = (thrown: unknown): boolean =>
  thrown instanceof StrataError ? thrown.code === 'sql-too-long' : thrown instanceof RangeError || mayNeedMemory(thrown)

/** @throws StrataError artifact-corrupt, disk-full, cancelled */
const makeOrReport = async (store: Store, session: CompactedSession, pause: () => Promise<void>): Promise<void> => {
  try {
    await store.database.amply(() => makeCompactionItems(store, [session], pause))
  } catch (thrown) {
    if (!isTooLarge(thrown)) throw thrown
    await reportTooLarge(store, session)
  }
}

/** @throws StrataError artifact-corrupt, disk-full, cancelled */
export const makeItemsSeparately = async (store: Store, batch: readonly CompactedSession[], pause: () => Promise<void>): Promise<void> => {
  try {
    await makeCompactionItems(store, batch, pause)
  } catch (thrown) {
    if (!isTooLarge(thrown)) throw thrown
    for (const session of batch) await makeOrReport(store, session, pause)
  }
}
