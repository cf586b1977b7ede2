/** strata cost: what sessions cost, by model, day, project, session or commit, and how that is known. */
import { costGroupings } from '../../contract/cost.ts'
import type { CostGrouping } from '../../contract/cost.ts'
import { costText } from '../text/cost-text.ts'
import { jsonText } from '../text/failure-text.ts'
import { reportUnreadable } from '../report-unreadable.ts'
import type { DefineCommand } from './command.ts'
import { choiceOption } from '../choices.ts'

interface Options {
  readonly session?: string
  readonly by: CostGrouping
  readonly timeZone?: string
}

export const costCommand: DefineCommand = (command, run) =>
  command
    .option('--session <id>', 'session to include')
    .addOption(choiceOption('--by <group>', 'one row for each', costGroupings).default('all'))
    .option('--time-zone <name>', 'time zone of days (default: that of this machine)')
    .action((options: Options) =>
      run.withEngine(async (strata) => {
        const { ask, json, terminal } = strata
        const view = await ask('cost.show', {
          by: options.by,
          ...(options.session === undefined ? {} : { sessionId: options.session }),
          ...(options.timeZone === undefined ? {} : { timeZone: options.timeZone }),
        })
        await terminal.print(json ? jsonText(view) : costText(view, terminal))
        return options.session === undefined ? reportUnreadable(strata) : undefined
      }),
    )
