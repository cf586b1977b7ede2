/** The cost of a request to a model, by the tables of prices. */
import { pricesOf } from '../../model/prices-of-model.ts'
import type { ModelPrice, PriceTable } from '../../model/price-table.ts'

export interface Tokens {
  readonly input: number
  readonly output: number
}

/** US dollars for one request. */
export type Priced = (tokens: Tokens) => number

export type Service = 'standard' | 'batch'

/** Batches cost half of what requests by themselves do (Anthropic, “Pricing”, as published in September 2026). */
const batchShare = 0.5

const holdsOn = (day: string, wanted: Service, { from, until, service }: ModelPrice): boolean =>
  service === wanted && (from === undefined || from <= day) && (until === undefined || day < until)

/** Tables of lower rank win; within one, the newest price, and the price for prompts of this many tokens. */
const firstFor = (prices: readonly ModelPrice[], input: number): ModelPrice | undefined =>
  prices
    .filter(({ overTokens }) => overTokens === 0 || input > overTokens)
    .sort((a, b) => a.rank - b.rank || (b.from ?? '').localeCompare(a.from ?? '') || b.overTokens - a.overTokens)[0]

/**
 * A table may have prices for batches.
 * @returns undefined when no table has a price of the model on that day (YYYY-MM-DD, UTC).
 */
export const modelPrice = (model: string, day: string, tables: readonly PriceTable[], service: Service): Priced | undefined => {
  const prices = pricesOf(model, tables).filter((price) => holdsOn(day, service, price))
  if (service === 'batch' && prices.length === 0) {
    const alone = modelPrice(model, day, tables, 'standard')
    return alone === undefined ? undefined : (tokens) => batchShare * alone(tokens)
  }
  if (firstFor(prices, 0) === undefined) return undefined
  return ({ input, output }) => {
    const price = firstFor(prices, input)
    return price === undefined ? 0 : (input * price.input + output * price.output) / 1_000_000
  }
}

/** Bytes of a token, as English and code mostly have them, and what no text goes below by much. */
const defaultBytes = 3.5
const minBytes = 1.5
/** Bytes of a request beside its instruction and its text. */
const framing = 60

const tokensOf = (instruction: string, text: string, bytes: number): number =>
  Math.ceil((Buffer.byteLength(text) + Buffer.byteLength(instruction) + framing) / bytes)

/** Expected tokens of a request. @param output tokens of a usual answer */
export const estimatedTokens = (instruction: string, text: string, output: number): Tokens => ({
  input: tokensOf(instruction, text, defaultBytes),
  output,
})

/** Maximum tokens of a request. @param output tokens of the longest answer */
export const maxTokensOf = (instruction: string, text: string, output: number): Tokens => ({
  input: tokensOf(instruction, text, minBytes),
  output,
})
