/** strata summarize: asks a model for summaries of the commits that nobody has written one of. */
import { Command, Option } from 'commander'
import type { CallInput } from '../../contract/calls.ts'
import type { SummariesResult } from '../../contract/summaries.ts'
import { exitCodes } from '../exit-codes.ts'
import { jsonText } from '../text/failure-text.ts'
import type { Strata } from '../run-with-engine.ts'
import { outlookText, summariesText } from '../text/summaries-text.ts'
import { positiveNumber, wholeNumber, type RunCommand } from './command.ts'

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
Only this command, and only after a yes, sends anything anywhere: the words of the commits, shortened, without what looks like a secret,
to api.anthropic.com or where ANTHROPIC_BASE_URL says. The API key is in ANTHROPIC_API_KEY, or where settings.json beside the store says.
Commits are sent in batches, which cost half and are answered within a day, mostly within an hour. Interrupt it, or say --no-wait, and run
it again later: answers to what was sent are fetched, nothing is sent twice. See docs/summaries.md.
Exit codes: 0 all written, or stopped at --max-cost; 1 the API refused, or no key; 2 not confirmed; 3 some commits have none.`

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

/** Whether to go on: said beforehand, or by whoever sits there. */
const isAgreed = async ({ terminal }: Strata, yes: boolean): Promise<boolean> => {
  if (yes) return true
  const isThere = terminal.confirm !== undefined
  if (isThere && (await terminal.confirm('Send them? [y/N] '))) return true
  terminal.printError(`Nothing was sent${isThere ? '' : ': nobody is there to ask. Say --yes to send without a question'}.\n`)
  return false
}

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
  // To fetch answers nothing is sent that somebody has not agreed to already.
  if (outlook.commits > 0 && !(await isAgreed(strata, options.yes === true))) return exitCodes.usage
  // No more than was said: others may have added commits meanwhile.
  const result = await run(strata, { ...input, limit: outlook.commits })
  await terminal.print(json ? jsonText(result) : summariesText(result))
  return exitCodeOf(result)
}

export const summarizeCommand = (runCommand: RunCommand): Command =>
  new Command('summarize')
    .alias('summarise')
    .description('ask a model for a summary of every commit that nobody has written one of')
    .argument('[name]', 'a commit with all it goes on from, a ref or a session; left out: every commit')
    .addOption(new Option('--all', 'every commit, as without a name'))
    .option('--model <name>', 'the model to ask (default: claude-haiku-4-5)')
    .option('--limit <n>', 'only the newest so many', wholeNumber)
    .option('-n, --dry-run', 'only say what would be sent and about what it would cost')
    .option('--batch <n>', 'commits in one batch at most (default: 500)', wholeNumber)
    .option('--no-wait', 'send, and fetch the answers when it is run again')
    .option('--now', 'one by one instead of in batches: answers come at once, at the full price')
    .option('--at-once <n>', 'with --now: how many are asked for at the same time, 1 to 32 (default: 4)', wholeNumber)
    .option('--max-cost <usd>', 'stop before more than so many US dollars are spent', positiveNumber)
    .option('--timeout <seconds>', 'how long to wait for one answer (default: 60)', positiveNumber)
    .option('-y, --yes', 'send without a question')
    .addHelpText('after', notes)
    .action((name: string | undefined, options: Options, command: Command) => {
      if (name !== undefined && options.all === true) command.error('error: give a name or --all, not both', { exitCode: exitCodes.usage })
      return runCommand.withEngine((strata) => summarize(strata, name, options))
    })
