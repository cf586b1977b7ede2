/** The prices that come with the program, from prices.json beside this module. */
import { priceTable } from '../../model/price-table.ts'
import type { PriceTable } from '../../model/price-table.ts'
import prices from './prices.json' with { type: 'json' }

let table: PriceTable | undefined

/** Always the same object; it is checked when it is first asked for. */
export const builtInPrices = (): PriceTable => (table ??= priceTable.parse(prices))
