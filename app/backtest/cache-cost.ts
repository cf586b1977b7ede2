/** What a context costs as the first request of a turn: what the prompt cache has of it is read, the rest is written. */
import { pricesOf } from '../model/prices-of-model.ts'
import type { ModelPrice, PriceTable } from '../model/price-table.ts'
import type { Part } from './shown.ts'

/** A reply, as far as prices and the cache need it. */
export interface Reply {
  /** Steps before it. */
  readonly step: number
  readonly model: string
  /** Milliseconds since 1970; null: not recorded. */
  readonly at: number | null
  /** Whether it wrote to the cache for an hour. */
  readonly keepsAnHour: boolean
}

const minute = 60_000

export const lifetimeOf = (reply: Reply | undefined): number => (reply?.keepsAnHour === true ? 60 : 5) * minute

/** Tokens of the parts with which both begin. @param appended keys of what followed the cached parts in later requests */
export const sharedTokens = (
  cached: readonly Part[],
  appended: (place: number) => Part['key'] | undefined,
  shown: readonly Part[],
): number => {
  let tokens = 0
  for (const [at, part] of shown.entries()) {
    if ((at < cached.length ? cached[at]?.key : appended(at - cached.length)) !== part.key) break
    tokens += part.tokens
  }
  return tokens
}

const isBetter = (one: ModelPrice, other: ModelPrice | undefined): boolean =>
  other === undefined || one.rank < other.rank || (one.rank === other.rank && one.overTokens >= other.overTokens)

/** Finds prices of a day. */
export class DatedPrices {
  readonly #tables: readonly PriceTable[]
  readonly #ofModel = new Map<string, readonly ModelPrice[]>()

  constructor(tables: readonly PriceTable[]) {
    this.#tables = tables
  }

  #prices(model: string): readonly ModelPrice[] {
    const known = this.#ofModel.get(model) ?? pricesOf(model, this.#tables)
    this.#ofModel.set(model, known)
    return known
  }

  #priceOf(model: string, at: number | null, tokens: number): ModelPrice | undefined {
    const day = new Date(at ?? 0).toISOString().slice(0, 10)
    const own = this.#prices(model).filter(
      ({ service, from, until, overTokens }) =>
        service === 'standard' && tokens >= overTokens && (from === undefined || from <= day) && (until === undefined || day < until),
    )
    return own.reduce<ModelPrice | undefined>((best, price) => (isBetter(price, best) ? price : best), undefined)
  }

  /** US dollars; null: no price is known. */
  usd(reply: Reply | undefined, at: number | null, tokens: { readonly read: number; readonly written: number }): number | null {
    const price = reply === undefined ? undefined : this.#priceOf(reply.model, at ?? reply.at, tokens.read + tokens.written)
    if (price === undefined) return null
    const write = reply?.keepsAnHour === true ? price.cacheWrite1h : price.cacheWrite5m
    return (tokens.read * price.cacheRead + tokens.written * write) / 1_000_000
  }
}
