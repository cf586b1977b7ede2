/** Handlers of the calls about cost and prices. */
import type { HandlersOf } from '../../contract/calls.ts'
import type { costCalls } from '../../contract/cost.ts'
import type { HandlerParts } from '../kernel/engine-context.ts'
import { resolveOptionalSession } from '../commits/resolve-name.ts'
import { ownPricesPath, priceTables } from '../kernel/price-tables.ts'
import { listPrices } from './list-prices.ts'
import { showCost } from './show-cost.ts'

export const costHandlers = ({ context }: HandlerParts): HandlersOf<typeof costCalls> => ({
  'cost.show': async ({ by, sessionId, timeZone }) => {
    const { database, dir } = context.store
    return showCost(database, await priceTables(dir), { by, session: await resolveOptionalSession(database, sessionId), timeZone })
  },
  'prices.list': async () => {
    const { database, dir } = context.store
    return listPrices(database, await priceTables(dir), ownPricesPath(dir))
  },
})
