/** What replies used of the prompt cache, as a derived table. */
import {
  cacheTables,
  forgetCacheUses,
  makeCacheUses,
  sessionsWithoutCacheUses,
  type CachedSession,
} from '../../analytics/facts/make-cache-uses.ts'
import type { Derived, Given } from '../derived/derived.ts'
import { batchesOf } from '../derived/from-artifacts.ts'
import type { EngineContext } from '../kernel/engine-context.ts'

/** Sizes are replies. */
export const derivedCacheUses = (context: Pick<EngineContext, 'store'>): Derived<CachedSession, Given> => ({
  tables: cacheTables,
  after: ['facts', 'prefixes'],
  schedule: { delayMs: 9000, waitsForRest: true, share: 1 / 20 },
  maxSilent: { asked: 200_000, idle: 2_000_000 },
  phase: 'Comparing replies with the prompt cache',
  summaryOf: (sessions) => `Replies of ${sessions} sessions compared`,
  maxAttempts: 3,
  runsWithJobs: true,
  yieldsToImports: true,
  given: () => Promise.resolve({ mark: '' }),
  missing: async () => {
    const sessions = await sessionsWithoutCacheUses(context.store.database)
    return sessions.length === 0 ? undefined : sessions
  },
  // A window function holds all replies of a batch.
  batches: batchesOf(200_000),
  make: (batch) => makeCacheUses(context.store.database, batch),
  forget: () => forgetCacheUses(context.store.database),
})
