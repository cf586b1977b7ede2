/** Prices of models: dated, with their source, and the names of models to which they apply. */
import { z } from 'zod'

const day = z.iso.date()

const usd = z.number().min(0).max(100_000)

/** Prices in US dollars for a million tokens. The first price of a model holds before its day as well: there was no other. */
const price = z
  .strictObject({
    /** Names without date, provider or version, as modelKey gives them. */
    models: z.array(z.string().min(1)).min(1).readonly(),
    /** First day, UTC. */
    from: day,
    /** The day after the last, UTC. */
    until: day.optional(),
    /** The price applies to prompts of more than this many tokens, cached ones included. */
    overTokens: z.number().int().min(0).default(0),
    /** Speed or tier of the service when it is not the standard one. */
    service: z.string().min(1).default('standard'),
    input: usd,
    output: usd,
    cacheWrite5m: usd,
    cacheWrite1h: usd,
    cacheRead: usd,
    /** Name of a source, or where the price is from in words. */
    source: z.string().min(1),
  })
  .readonly()

export const priceTable = z
  .strictObject({
    sources: z
      .record(z.string(), z.strictObject({ title: z.string(), url: z.url(), read: day }).readonly())
      .default({})
      .readonly(),
    prices: z.array(price).readonly(),
    webSearch: z
      .strictObject({ usdPerThousand: usd, source: z.string().min(1) })
      .readonly()
      .optional(),
  })
  .readonly()

export type PriceTable = z.infer<typeof priceTable>

export type Price = z.infer<typeof price>

/** A price as one model is charged: `from` is undefined for the first one. */
export interface ModelPrice extends Omit<Price, 'from' | 'until'> {
  readonly from: string | undefined
  readonly until: string | undefined
  /** Prices of the first table win. */
  readonly rank: number
}
