/** The prices that come with the program, from prices.json beside this module. */
import { priceTable } from '../../model/price-table.ts'
import type { PriceTable } from '../../model/price-table.ts'
import prices from './prices.json' with { type: 'json' }

export const builtInPrices: PriceTable = priceTable.parse(prices)
