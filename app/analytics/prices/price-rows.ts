/** Prices as parameters of metrics and facts: a JSON list, a row for each price of a model. */
import { pricesOf } from '../../model/prices-of-model.ts'
import type { PriceTable } from '../../model/price-table.ts'

export const priceRows = (models: readonly string[], tables: readonly PriceTable[]): string =>
  JSON.stringify(
    models.flatMap((model) =>
      pricesOf(model, tables).map((price) => ({
        model,
        rank: price.rank,
        from_at: price.from === undefined ? null : `${price.from}T00:00:00Z`,
        until_at: price.until === undefined ? null : `${price.until}T00:00:00Z`,
        over_tokens: price.overTokens,
        service: price.service,
        input: price.input,
        output: price.output,
        cache_write_5m: price.cacheWrite5m,
        cache_write_1h: price.cacheWrite1h,
        cache_read: price.cacheRead,
      })),
    ),
  )

/** Price of 1,000 web searches, US dollars. */
export const searchUsd = (tables: readonly PriceTable[]): number =>
  tables.find(({ webSearch }) => webSearch !== undefined)?.webSearch?.usdPerThousand ?? 0
