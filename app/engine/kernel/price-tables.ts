/** The tables of prices that hold for a store: its own prices.json first, then the one that comes with the program. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { builtInPrices } from '../../analytics/prices/built-in-prices.ts'
import { StrataError, systemCode } from '../../model/failure.ts'
import { priceTable } from '../../model/price-table.ts'
import type { PriceTable } from '../../model/price-table.ts'

/** The file in which a user puts their prices. */
export const ownPricesPath = (storeDir: string): string => join(storeDir, 'prices.json')

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** @throws StrataError prices-malformed */
const ownPrices = async (storeDir: string): Promise<PriceTable | undefined> => {
  const path = ownPricesPath(storeDir)
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (cause) {
    if (systemCode(cause) === 'ENOENT') return undefined
    throw new StrataError('prices-malformed', `Cannot read ${path}`, { path }, cause)
  }
  const parsed = priceTable.safeParse(parseJson(text))
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'the file'}: ${issue.message}`)
  throw new StrataError('prices-malformed', `${path}: ${issues.join('; ')}`, { path, issues })
}

/** @throws StrataError prices-malformed */
export const priceTables = async (storeDir: string): Promise<readonly PriceTable[]> => {
  const own = await ownPrices(storeDir)
  return own === undefined ? [builtInPrices] : [own, builtInPrices]
}
