/** strata prices: what models cost, from when on, and where that is from. */
import { Command } from 'commander'
import { pricesText } from '../text/cost-text.ts'
import { jsonText } from '../text/failure-text.ts'
import type { RunCommand } from './command.ts'

export const pricesCommand = (run: RunCommand): Command =>
  new Command('prices').description('List the prices used to compute costs, with dates and sources').action(() =>
    run.withEngine(async ({ ask, json, terminal }) => {
      const view = await ask('prices.list', {})
      await terminal.print(json ? jsonText(view) : pricesText(view, terminal))
      return undefined
    }, 'create'),
  )
