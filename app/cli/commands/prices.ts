/** strata prices: what models cost, from when on, and where that is from. */
import { pricesText } from '../text/cost-text.ts'
import { jsonText } from '../text/failure-text.ts'
import type { DefineCommand } from './command.ts'

export const pricesCommand: DefineCommand = (command, run) =>
  command.action(() =>
    run.withEngine(async ({ ask, json, terminal }) => {
      const view = await ask('prices.list', {})
      await terminal.print(json ? jsonText(view) : pricesText(view, terminal))
      return undefined
    }, 'create'),
  )
