/** strata compact: a model writes a summary that replaces the conversation before it. */
import type { CallInput } from '../../contract/calls.ts'
import type { CompactResult } from '../../contract/compact.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Strata } from '../run-with-engine.ts'
import { compactOutlookText, compactedText } from '../text/compact-text.ts'
import { jsonText } from '../text/failure-text.ts'
import { isAgreed } from '../confirm-sending.ts'
import { positiveNumber, type DefineCommand } from './command.ts'

interface Options {
  readonly model?: string
  readonly stop?: string
  readonly onto?: string
  readonly maxCost?: number
  readonly timeout?: number
  readonly dryRun?: boolean
  readonly yes?: boolean
}

const notes = `
The command sends the conversation, shortened and redacted, to api.anthropic.com or to ANTHROPIC_BASE_URL, and asks first. The API key comes
from ANTHROPIC_API_KEY or from settings.json in the folder of the store. The new commit is a compaction: a conversation that continues from
it begins with the summary. Existing commits do not change. To compare a summary with what the agent used later, run
strata ask compaction-survival --commit ID.

Examples:
  strata compact 4f2a --model claude-opus-4-8     the whole chain of a session, also across earlier compactions
  strata compact try-again --onto try-again       a fork, which moves to the new commit`

const inputOf = (name: string, { model, stop, onto, maxCost, timeout }: Options): CallInput<'compact.start'> => ({
  commitId: name,
  ...(model === undefined ? {} : { model }),
  ...(stop === undefined ? {} : { stop }),
  ...(onto === undefined ? {} : { onto }),
  ...(maxCost === undefined ? {} : { maxCostUsd: maxCost }),
  ...(timeout === undefined ? {} : { timeoutMs: Math.ceil(timeout * 1000) }),
})

const run = async ({ ask, finish }: Strata, input: CallInput<'compact.start'>): Promise<CompactResult> =>
  (await finish(() => ask('compact.start', input))).result

const compact = async (strata: Strata, name: string, options: Options): Promise<number | undefined> => {
  const { terminal, json } = strata
  const input = inputOf(name, options)
  const outlook = await run(strata, { ...input, dryRun: true })
  if (options.dryRun === true) {
    await terminal.print(json ? jsonText(outlook) : compactOutlookText(outlook, 'would'))
    return undefined
  }
  terminal.printError(compactOutlookText(outlook, 'will'))
  if (!(await isAgreed(strata, 'Send it? [y/N] ', options.yes === true))) return exitCodes.usage
  // The commit that was shown, also when the name moved meanwhile.
  const result = await run(strata, { ...input, commitId: outlook.parent })
  await terminal.print(json ? jsonText(result) : compactedText(result))
  return undefined
}

export const compactCommand: DefineCommand = (command, runCommand) =>
  command
    .argument('<name>', 'commit, ref or session; a unique id prefix is enough')
    .option('--model <name>', 'model (default: claude-sonnet-4-6)')
    .option('--stop <where>', 'first commit: root (default), compaction, or an id')
    .option('--onto <fork>', 'fork to move to the new commit')
    .option('--max-cost <usd>', 'maximum cost in US dollars', positiveNumber)
    .option('--timeout <seconds>', 'maximum time for the request (default: 600)', positiveNumber)
    .option('-n, --dry-run', 'estimate the cost and send nothing')
    .option('-y, --yes', 'do not ask for confirmation')
    .addHelpText('after', notes)
    .action((name: string, options: Options) => runCommand.withEngine((strata) => compact(strata, name, options)))
