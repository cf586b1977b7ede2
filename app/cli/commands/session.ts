/** strata session state: what was in the context of a session, and what it had met. */
import { Command } from 'commander'
import { reportLacking } from '../report-unreadable.ts'
import { jsonText } from '../text/failure-text.ts'
import { stateTableText } from '../text/object-text.ts'
import type { DefineCommand, RunCommand } from './command.ts'
import { policyOf, policyOptions, type PolicyOptions } from './policy-options.ts'

const examples = `
Examples:
  strata session state 4f2a                       at the end of a session, as the client had it
  strata session state ctx-1a2b3c4d --policy default   what the default policy would leave in the context
  strata session state try-again                  on a fork, with what was activated and pinned there`

const stateCommand = (run: RunCommand): Command =>
  policyOptions(
    new Command('state')
      .description('Show which objects a session had met, and which were in its context')
      .argument('<commit>', 'commit, ref, fork or session'),
  )
    .addHelpText('after', examples)
    .action((at: string, options: PolicyOptions) =>
      run.withEngine(async (strata) => {
        const { ask, json, terminal } = strata
        const view = await ask('session.state', { at, ...policyOf(options) })
        await terminal.print(json ? jsonText(view) : stateTableText(view, terminal))
        return reportLacking(strata, at)
      }),
    )

export const sessionCommand: DefineCommand = (command, run) => command.addCommand(stateCommand(run))
