/** The tables of prices that hold for a store: its own prices.json first, then the one that comes with the program. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { builtInPrices } from '../../analytics/prices/built-in-prices.ts'
import { StrataError, systemCode, systemReason } from '../../model/failure.ts'
import { inputReasons, reportInput } from '../../model/input-reason.ts'
import { parseJsonFile } from './json-file.ts'
import { priceTable } from '../../model/price-table.ts'
import type { PriceTable } from '../../model/price-table.ts'

/** The file in which a user puts their prices. */
export const ownPricesPath = (storeDir: string): string => join(storeDir, 'prices.json')

const malformed = (path: string, reasons: readonly string[]): StrataError =>
  new StrataError('prices-malformed', `${path} is not a price table: ${reasons.join('; ')}`, { path, issues: reasons })

/** @throws StrataError prices-malformed */
const priceTableIn = (path: string, bytes: Uint8Array): PriceTable => {
  const json = parseJsonFile(bytes)
  if ('reason' in json) throw malformed(path, [json.line === undefined ? json.reason : `${json.reason} (line ${json.line})`])
  const parsed = priceTable.safeParse(json.value, reportInput)
  if (!parsed.success) throw malformed(path, inputReasons(parsed.error, 'the file'))
  return parsed.data
}

/** @throws StrataError prices-malformed */
const ownPrices = async (storeDir: string): Promise<PriceTable | undefined> => {
  const path = ownPricesPath(storeDir)
  let bytes: Uint8Array
  try {
    bytes = await readFile(path)
  } catch (cause) {
    if (systemCode(cause) === 'ENOENT') return undefined
    throw new StrataError('prices-malformed', `Cannot read ${path}: ${systemReason(cause)}`, { path }, cause)
  }
  return priceTableIn(path, bytes)
}

/** @throws StrataError prices-malformed */
export const priceTables = async (storeDir: string): Promise<readonly PriceTable[]> => {
  const own = await ownPrices(storeDir)
  return own === undefined ? [builtInPrices()] : [own, builtInPrices()]
}
