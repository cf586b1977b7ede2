/** Handlers of the calls that count records, events and tokens. */
import type { HandlersOf } from '../../contract/calls.ts'
import type { statsCalls } from '../../contract/stats.ts'
import type { DerivedTables } from '../derived/derived-tables.ts'
import { shortRecords } from '../facts/derived-facts.ts'
import { resolveOptionalSession } from '../commits/resolve-name.ts'
import type { HandlerParts } from '../kernel/engine-context.ts'
import { referenceTotals, referenceTotalsBy } from './reference-totals.ts'
import { showStats, statsBy, type StatsSource } from './show-stats.ts'

interface StatsParts extends HandlerParts {
  readonly derived: DerivedTables
}

export const statsHandlers = ({ context, derived }: StatsParts): HandlersOf<typeof statsCalls> => {
  const session = (name: string | undefined): Promise<string | null> => resolveOptionalSession(context.store.database, name)
  const source = async (): Promise<StatsSource> => ({ tables: context.store.database, hasFacts: await derived.isMade('facts') })
  const timed = async (): Promise<StatsSource> => {
    await derived.ensureShort('facts', shortRecords)
    return source()
  }
  return {
    'session.stats': async ({ sessionId }) => showStats(await source(), await session(sessionId)),
    'stats.show': async () => showStats(await timed(), null),
    'stats.by': async ({ by }) => statsBy(await timed(), by),
    'stats.reference': async ({ sessionId }) => referenceTotals(context.store.database, await session(sessionId)),
    'stats.referenceBy': ({ by }) => referenceTotalsBy(context.store.database, by),
  }
}
