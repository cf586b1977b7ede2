/** The items of compactions, as a derived table. */
import type { Derived, Given } from '../../derived/derived.ts'
import type { EngineContext } from '../../kernel/engine-context.ts'
import { batchesOf, fromArtifacts } from '../../derived/from-artifacts.ts'
import { makeItemsSeparately } from './make-items-separately.ts'
import { compactionTables, forgetCompactionItems, sessionsWithoutItems, type CompactedSession } from './make-compaction-items.ts'

export const derivedCompactionItems = (context: Pick<EngineContext, 'store'>): Derived<CompactedSession, Given> => ({
  tables: compactionTables,
  ...fromArtifacts,
  schedule: { delayMs: 8000, waitsForRest: true, share: 1 / 20 },
  phase: 'Reading what compactions replaced',
  summaryOf: (sessions) => `Compactions of ${sessions} sessions read`,
  given: () => Promise.resolve({ mark: '' }),
  missing: async () => {
    const sessions = await sessionsWithoutItems(context.store)
    return sessions.length === 0 ? undefined : sessions
  },
  batches: batchesOf(8 * 1024 * 1024),
  make: (batch, _given, { pause }) => makeItemsSeparately(context.store, batch, pause),
  forget: () => forgetCompactionItems(context.store),
})
