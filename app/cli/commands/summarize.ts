/** strata summarize: asks a model for summaries of the commits that have no written summary. */
import { type Command, Option } from 'commander'
import type { CallInput } from '../../contract/calls.ts'
import type { SummariesResult } from '../../contract/summaries.ts'
import { isAgreed } from '../confirm-sending.ts'
import { exitCodes } from '../exit-codes.ts'
import { jsonText } from '../text/failure-text.ts'
import type { Strata } from '../run-with-engine.ts'
import { outlookText, summariesText } from '../text/summaries-text.ts'
import { positiveNumber, wholeNumber, type DefineCommand } from './command.ts'

interface Options {
  readonly all?: boolean
  readonly model?: string
  readonly limit?: number
  readonly dryRun?: boolean
  readonly batch?: number
  readonly wait: boolean
  readonly now?: boolean
  readonly atOnce?: number
  readonly maxCost?: number
  readonly timeout?: number
  readonly yes?: boolean
}

const notes = `
This command sends conversations to a service, as strata compact does, and it asks first. It sends the texts of the commits, shortened and
redacted, to api.anthropic.com or to ANTHROPIC_BASE_URL. The API key comes from ANTHROPIC_API_KEY or from settings.json in the folder of
the store. Commits are sent in batches, which cost half; the results arrive within a day, usually within an hour. After an interrupt or
--no-wait, run the command again to fetch the results; nothing is sent twice. See docs/summaries.md.
Exit codes: 0 all written, or stopped at --max-cost; 1 refused by the API, or no key; 2 not confirmed; 3 some commits have no summary.`

const inputOf = (
  name: string | undefined,
  { model, limit, batch, wait, now, atOnce, maxCost, timeout }: Options,
): CallInput<'summaries.start'> => ({
  ...(name === undefined ? {} : { of: name }),
  ...(model === undefined ? {} : { model }),
  ...(limit === undefined ? {} : { limit }),
  ...(batch === undefined ? {} : { batchSize: batch }),
  ...(atOnce === undefined ? {} : { atOnce }),
  wait,
  inBatches: now !== true,
  ...(maxCost === undefined ? {} : { maxCostUsd: maxCost }),
  ...(timeout === undefined ? {} : { timeoutMs: Math.ceil(timeout * 1000) }),
})

const run = async ({ ask, finish }: Strata, input: CallInput<'summaries.start'>): Promise<SummariesResult> =>
  (await finish(() => ask('summaries.start', input))).result

const exitCodeOf = ({ stopped, problems }: SummariesResult): number | undefined => {
  if (stopped === 'refused') return exitCodes.failure
  return problems.length > 0 ? exitCodes.faults : undefined
}

const summarize = async (strata: Strata, name: string | undefined, options: Options): Promise<number | undefined> => {
  const { terminal, json } = strata
  const input = inputOf(name, options)
  const outlook = await run(strata, { ...input, dryRun: true, needKey: options.dryRun !== true })
  if (options.dryRun === true) {
    await terminal.print(json ? jsonText(outlook) : outlookText(outlook, 'would'))
    return undefined
  }
  terminal.printError(outlookText(outlook, 'will'))
  if (outlook.commits === 0 && outlook.awaited === 0) {
    if (json) await terminal.print(jsonText({ ...outlook, dryRun: false }))
    return exitCodeOf(outlook)
  }
  // Fetching answers sends nothing that the user has not agreed to already.
  if (outlook.commits > 0 && !(await isAgreed(strata, 'Send them? [y/N] ', options.yes === true))) return exitCodes.usage
  // No more than was said: others may have added commits meanwhile.
  const result = await run(strata, { ...input, limit: outlook.commits })
  await terminal.print(json ? jsonText(result) : summariesText(result))
  return exitCodeOf(result)
}

export const summarizeCommand: DefineCommand = (command, runCommand) =>
  command
    .argument('[name]', 'commit with its ancestors, ref or session (default: all)')
    .addOption(new Option('--all', 'all commits (default without a name)'))
    .option('--model <name>', 'model (default: claude-haiku-4-5)')
    .option('--limit <n>', 'maximum number of commits, newest first', wholeNumber)
    .option('-n, --dry-run', 'estimate the cost and send nothing')
    .option('--batch <n>', 'maximum number of commits in one batch (default: 500)', wholeNumber)
    .option('--no-wait', 'do not wait for results; the next run fetches them')
    .option('--now', 'immediate results at full price, without batches')
    .option('--at-once <n>', 'with --now: parallel requests, 1 to 32 (default: 4)', wholeNumber)
    .option('--max-cost <usd>', 'maximum cost in US dollars', positiveNumber)
    .option('--timeout <seconds>', 'maximum time for one request (default: 60)', positiveNumber)
    .option('-y, --yes', 'do not ask for confirmation')
    .addHelpText('after', notes)
    .action((name: string | undefined, options: Options, command: Command) => {
      if (name !== undefined && options.all === true) command.error('error: give a name or --all, not both', { exitCode: exitCodes.usage })
      return runCommand.withEngine((strata) => summarize(strata, name, options))
    })
