/** strata summary: what a commit is about, in the words of a person. */
import { Command } from 'commander'
import type { SummaryHistory } from '../../contract/summaries.ts'
import { StrataError } from '../../model/failure.ts'
import { namedOrCurrent } from '../current-commit.ts'
import { jsonText } from '../text/failure-text.ts'
import { notAvailable, timeText } from '../text/format.ts'
import { printableLine } from '../text/printable.ts'
import type { Terminal } from '../terminal.ts'
import type { RunCommand } from './command.ts'

const historyText = ({ commitId, summary, byRule, written }: SummaryHistory, { colors }: Terminal): string => {
  const lines = written.map(({ text, at, by }) => {
    const who = by === null ? '' : ` by ${printableLine(by)}`
    return `  ${timeText(at)}${who}: ${text === '' ? 'the rule’s again' : printableLine(text)}`
  })
  const history = lines.length === 0 ? '  nobody wrote one' : lines.join('\n')
  return `${colors.yellow(commitId)} ${printableLine(summary)}\nby rule: ${printableLine(byRule) || notAvailable}\nwritten, oldest first:\n${history}\n`
}

interface Options {
  readonly reset?: boolean
  readonly by?: string
}

const examples = `
Examples:
  strata summary ctx-1a2b3c4d "the parser learns dates"
  strata summary ctx-1a2b3c4d           what was written, and what the rule says
  strata summary ctx-1a2b3c4d --reset   the rule’s again; what was written is kept`

export const summaryCommand = (run: RunCommand): Command =>
  new Command('summary')
    .description('say what a commit is about, or see what was said of it')
    .argument('<commit>', 'a commit, a ref or a session; within a captured agent also current: what it knows now')
    .argument('[text]', 'its summary from now on')
    .option('--reset', 'take what was written back: the rule’s summary again')
    .option('--by <who>', 'who says so')
    .addHelpText('after', examples)
    .action((commit: string, text: string | undefined, { reset, by }: Options) =>
      run.withEngine(async ({ ask, json, terminal }) => {
        const commitId = (await namedOrCurrent(commit)) ?? commit
        if (text?.trim() === '') throw new StrataError('invalid-input', 'The summary is empty: --reset gives the rule’s again')
        if (text !== undefined && reset === true) throw new StrataError('invalid-input', 'Give a text or --reset, not both')
        const summary = reset === true ? '' : text
        const history =
          summary === undefined
            ? await ask('commit.summaries', { commitId })
            : await ask('commit.describe', { commitId, summary, ...(by === undefined ? {} : { by }) })
        await terminal.print(json ? jsonText(history) : historyText(history, terminal))
        return undefined
      }),
    )
