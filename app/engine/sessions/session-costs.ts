/** What sessions cost, by which a list of them can be sorted. */
import { createHash } from 'node:crypto'
import type { PriceTable } from '../../model/price-table.ts'
import type { Database } from '../../store/tables/database.ts'
import { showCost } from '../cost/show-cost.ts'
import type { AnswerCache } from '../kernel/answer-cache.ts'

/** Known costs in US dollars by session. Each page of a list asks: they are computed once until tables or prices change. */
export const sessionCosts = (
  database: Database,
  known: AnswerCache,
  prices: readonly PriceTable[],
): Promise<ReadonlyMap<string, number | null>> => {
  const key = createHash('sha256').update(JSON.stringify(prices)).digest('hex')
  return known.of(database, `costs of sessions ${key}`, async () => {
    const { groups } = await showCost(database, prices, { by: 'session', session: null, timeZone: undefined })
    return new Map(groups.map(({ group, usd }) => [group, usd]))
  })
}
