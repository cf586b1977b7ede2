/** strata cost: what sessions cost, by model, day, project or session, and how that is known. */
import { Command, Option } from 'commander'
import { costGroupings } from '../../contract/cost.ts'
import type { CostGrouping } from '../../contract/cost.ts'
import { costText } from '../text/cost-text.ts'
import { jsonText } from '../text/failure-text.ts'
import type { RunCommand } from './command.ts'

interface Options {
  readonly session?: string
  readonly by: CostGrouping
  readonly timeZone?: string
}

export const costCommand = (run: RunCommand): Command =>
  new Command('cost')
    .description("what sessions cost: by the client's own account, by the records, else by the table of prices")
    .option('--session <id>', 'of one session')
    .addOption(new Option('--by <group>', 'of each model, day, project or session').choices(costGroupings).default('all'))
    .option('--time-zone <name>', 'zone that days are of, such as Europe/Berlin; that of this machine when left out')
    .action((options: Options) =>
      run.withEngine(async ({ ask, json, terminal }) => {
        const view = await ask('cost.show', {
          by: options.by,
          ...(options.session === undefined ? {} : { sessionId: options.session }),
          ...(options.timeZone === undefined ? {} : { timeZone: options.timeZone }),
        })
        await terminal.print(json ? jsonText(view) : costText(view, terminal))
        return undefined
      }),
    )
