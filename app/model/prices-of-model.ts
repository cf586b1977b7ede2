/** Finds the prices of a model in tables of prices. */
import type { ModelPrice, Price, PriceTable } from './price-table.ts'

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

const isEarlier = (a: Price, b: Price): boolean => a.from < b.from && a.service === b.service && a.overTokens === b.overTokens

/** Every price of a model, in the order of the tables. */
export const pricesOf = (id: string, tables: readonly PriceTable[]): readonly ModelPrice[] => {
  const key = modelKey(id)
  return tables.flatMap(({ prices }, rank) => {
    const own = prices.filter(({ models }) => models.includes(key))
    return own.map((one) => ({ ...one, from: own.some((other) => isEarlier(other, one)) ? one.from : undefined, until: one.until, rank }))
  })
}
