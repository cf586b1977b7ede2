/** The prices that hold for a store, with their sources, and the models that have none. */
import type { Tables } from '../../analytics/queries/run-query.ts'
import { builtInPrices } from '../../analytics/prices/built-in-prices.ts'
import type { PricesView, PriceView } from '../../contract/cost.ts'
import type { PriceTable } from '../../model/price-table.ts'
import { unpricedModels } from './show-cost.ts'

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
export const listPrices = async (tables: Tables, prices: readonly PriceTable[], ownFile: string): Promise<PricesView> => ({
  prices: prices.flatMap(viewsOf),
  webSearchUsdPerThousand: prices.find(({ webSearch }) => webSearch !== undefined)?.webSearch?.usdPerThousand ?? 0,
  ownFile,
  missing: await unpricedModels(tables, prices),
})
