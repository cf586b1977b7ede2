/** The facts that metrics read, and the storage that commits use, as derived tables. */
import {
  arePricedWith,
  countStorage,
  factBatches,
  factTables,
  forgetIfAllIsLeftOver,
  isStorageCounted,
  makeFacts,
  priceFacts,
  sessionsWithoutFacts,
  storageTables,
  type NewSession,
} from '../../analytics/facts/make-facts.ts'
import type { PriceTable } from '../../model/price-table.ts'
import type { Derived, Given } from '../derived/derived.ts'
import type { Pace } from '../derived/schedule.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { priceTables } from '../kernel/price-tables.ts'

/** A running session changes every few seconds. A line that is appended meanwhile waits for a batch, or until the storage is counted. */
const pace: Pace = { delayMs: 3000, waitsForRest: true, share: 1 / 20 }

/** Maximum number of records or events for whose facts a list of sessions waits: about four seconds of work. */
export const shortRecords = 100_000

/** What is left of removed sessions is deleted with the next batch. */
const forget = (): Promise<void> => Promise.resolve()

type Context = Pick<EngineContext, 'store'>
type Prices = Given & { readonly prices: readonly PriceTable[] }

/** @param madeWhileIdle called with the number of sessions whose facts were made while nothing waited for them */
export const derivedFacts = (context: Context, madeWhileIdle: (sessions: number) => void): Derived<NewSession, Prices> => ({
  tables: factTables,
  schedule: pace,
  // Records, or events where these are more.
  maxSilent: { asked: 8_000, idle: 30_000 },
  phase: 'Counting for metrics',
  summaryOf: (sessions) => `${sessions} sessions counted`,
  maxAttempts: 3,
  runsWithJobs: true,
  yieldsToImports: true,
  given: async () => {
    const prices = await priceTables(context.store.dir)
    return { mark: JSON.stringify(prices), prices }
  },
  missing: async ({ prices }) => {
    const { database } = context.store
    const sessions = await sessionsWithoutFacts(database)
    return sessions.length > 0 || !(await arePricedWith(database, prices)) ? sessions : undefined
  },
  batches: factBatches,
  begin: () => forgetIfAllIsLeftOver(context.store.database),
  make: (batch, { prices }, { mayContinue }) => makeFacts(context.store.database, batch, prices, mayContinue),
  end: async ({ prices }) => {
    if (!(await arePricedWith(context.store.database, prices))) await priceFacts(context.store.database, prices)
  },
  madeWhileIdle,
  forget,
})

/** Storage is counted for the whole store in one step. */
export const derivedStorage = (context: Context): Derived<never, Given> => ({
  tables: storageTables,
  schedule: pace,
  maxSilent: { asked: 0, idle: 0 },
  phase: 'Counting storage',
  summaryOf: () => 'Storage counted',
  maxAttempts: 1,
  runsWithJobs: true,
  yieldsToImports: false,
  given: () => Promise.resolve({ mark: '' }),
  missing: async () => ((await isStorageCounted(context.store.database)) ? undefined : []),
  batches: () => [],
  make: forget,
  end: () => countStorage(context.store.database),
  forget,
})
