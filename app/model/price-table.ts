/** What models cost: dated prices with their source, and which of them are meant by the name of a model. */
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
    /** For prompts of more than so many tokens, cached ones included. */
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

const prefix = /^(?:.*[./:])?(?=claude-)/
const endings = [/\[[^\]]*\]$/, /@.*$/, /:\d+$/, /-v\d+$/, /-latest$/, /-\d{8}$/]

/**
 * The name that all forms of a model's id share: dated ids and aliases, and those of Bedrock and Vertex.
 * Short names such as `opus` stay as they are: they mean another model every year.
 */
export const modelKey = (id: string): string => {
  const plain = id.trim().toLowerCase().replace(prefix, '')
  if (!plain.startsWith('claude-')) return plain
  return endings.reduce((name, ending) => name.replace(ending, ''), plain).replaceAll('.', '-')
}

/** A price as one model is charged: `from` is undefined for the first one. */
export interface ModelPrice extends Omit<Price, 'from' | 'until'> {
  readonly from: string | undefined
  readonly until: string | undefined
  /** Prices of the first table win. */
  readonly rank: number
}

const isEarlier = (a: Price, b: Price): boolean => a.from < b.from && a.service === b.service && a.overTokens === b.overTokens

/** Every price of a model, in the order of the tables. */
export const pricesOf = (id: string, tables: readonly PriceTable[]): readonly ModelPrice[] => {
  const key = modelKey(id)
  return tables.flatMap(({ prices }, rank) => {
    const own = prices.filter(({ models }) => models.includes(key))
    return own.map((one) => ({ ...one, from: own.some((other) => isEarlier(other, one)) ? one.from : undefined, until: one.until, rank }))
  })
}
