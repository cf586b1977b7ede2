/** What a request to a model costs, by the tables of prices. */
import { pricesOf, type ModelPrice, type PriceTable } from '../../model/price-table.ts'

export interface Tokens {
  readonly input: number
  readonly output: number
}

/** US dollars for one request. */
export type Priced = (tokens: Tokens) => number

const holdsOn = (day: string, { from, until, service }: ModelPrice): boolean =>
  service === 'standard' && (from === undefined || from <= day) && (until === undefined || day < until)

/** Tables of lower rank win; within one, the newest price, and that for prompts of so many tokens. */
const firstFor = (prices: readonly ModelPrice[], input: number): ModelPrice | undefined =>
  prices
    .filter(({ overTokens }) => overTokens === 0 || input > overTokens)
    .sort((a, b) => a.rank - b.rank || (b.from ?? '').localeCompare(a.from ?? '') || b.overTokens - a.overTokens)[0]

/** @returns undefined when no table has a price of the model on that day (YYYY-MM-DD, UTC). */
export const modelPrice = (model: string, day: string, tables: readonly PriceTable[]): Priced | undefined => {
  const prices = pricesOf(model, tables).filter((price) => holdsOn(day, price))
  if (firstFor(prices, 0) === undefined) return undefined
  return ({ input, output }) => {
    const price = firstFor(prices, input)
    return price === undefined ? 0 : (input * price.input + output * price.output) / 1_000_000
  }
}
