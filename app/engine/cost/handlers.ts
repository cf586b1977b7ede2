/** Handlers of the calls about cost and prices. */
import type { HandlersOf } from '../../contract/calls.ts'
import type { costCalls, PricesView, PriceView } from '../../contract/cost.ts'
import type { HandlerParts } from '../kernel/engine-context.ts'
import { resolveOptionalSession } from '../commits/resolve-name.ts'
import { ownPricesPath, priceTables } from '../kernel/price-tables.ts'
import { showCost, unpricedModels } from './show-cost.ts'
import type { Tables } from '../../analytics/queries/run-query.ts'
import { builtInPrices } from '../../analytics/prices/built-in-prices.ts'
import type { PriceTable } from '../../model/price-table.ts'

const viewsOf = (table: PriceTable): readonly PriceView[] =>
  table.prices.map(({ until, source, ...price }) => {
    const named = table.sources[source]
    return {
      ...price,
      until: until ?? null,
      source: named?.title ?? source,
      url: named?.url ?? null,
      readOn: named?.read ?? null,
      isOwn: table !== builtInPrices(),
    }
  })

/** @param ownFile where a person's own prices go. */
const listPrices = async (tables: Tables, prices: readonly PriceTable[], ownFile: string): Promise<PricesView> => ({
  prices: prices.flatMap(viewsOf),
  webSearchUsdPerThousand: prices.find(({ webSearch }) => webSearch !== undefined)?.webSearch?.usdPerThousand ?? 0,
  ownFile,
  missing: await unpricedModels(tables, prices),
})

export const costHandlers = ({ context }: HandlerParts): HandlersOf<typeof costCalls> => ({
  'cost.show': async ({ by, sessionId, timeZone }) => {
    const { database, dir } = context.store
    return showCost(database, await priceTables(dir), { by, session: await resolveOptionalSession(database, sessionId), timeZone })
  },
  'prices.list': async () => {
    const { database, dir } = context.store
    return listPrices(database, await priceTables(dir), ownPricesPath(dir))
  },
})
