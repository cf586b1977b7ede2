/** strata remove: removes sessions from the store, after it said what that means. */
import type { RemovalResult } from '../../contract/removal.ts'
import { exitCodes } from '../exit-codes.ts'
import { jsonText } from '../text/failure-text.ts'
import { removalText } from '../text/removal-text.ts'
import type { DefineCommand } from './command.ts'

interface Options {
  readonly yes?: boolean
  readonly dryRun?: boolean
  readonly force?: boolean
}

export const removeCommand: DefineCommand = (command, run) =>
  command
    .argument('<session...>', 'sessions, or unique prefixes of their ids')
    .option('--yes', 'remove them; without it they are only listed')
    .option('--dry-run', 'preview only, even with --yes')
    .option('--force', 'remove their names and pins too')
    .action((sessions: readonly string[], { yes, dryRun, force }: Options) =>
      run.withEngine(async ({ ask, finish, json, terminal }) => {
        const input = { sessions: [...sessions], dryRun: yes !== true || dryRun === true, force: force === true }
        const result: RemovalResult = (await finish(() => ask('removal.start', input))).result
        await terminal.print(json ? jsonText(result) : removalText(result, terminal))
        return result.refusal === null ? undefined : exitCodes.faults
      }),
    )
