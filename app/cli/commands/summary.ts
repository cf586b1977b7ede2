/** strata summary: what a commit is about, in the words of a person. */
import type { SummaryHistory } from '../../contract/summaries.ts'
import { StrataError } from '../../model/failure.ts'
import { namedOrCurrent } from '../current-commit.ts'
import { jsonText } from '../text/failure-text.ts'
import { notAvailable, timeText } from '../text/format.ts'
import { printableLine } from '../text/printable.ts'
import type { Terminal } from '../terminal.ts'
import type { DefineCommand } from './command.ts'

const historyText = ({ commitId, summary, byRule, written }: SummaryHistory, { colors }: Terminal): string => {
  const lines = written.map(({ text, at, by }) => {
    const who = by === null ? '' : ` by ${printableLine(by)}`
    return `  ${timeText(at)}${who}: ${text === '' ? 'reset to the rule’s summary' : printableLine(text)}`
  })
  const history = lines.length === 0 ? '  none' : lines.join('\n')
  return `${colors.yellow(commitId)} ${printableLine(summary)}\nby rule: ${printableLine(byRule) || notAvailable}\nwritten, oldest first:\n${history}\n`
}

interface Options {
  readonly reset?: boolean
  readonly by?: string
}

const examples = `
Examples:
  strata summary ctx-1a2b3c4d "the parser learns dates"
  strata summary ctx-1a2b3c4d           show the written summaries and the rule’s
  strata summary ctx-1a2b3c4d --reset   use the rule’s summary again; the history is kept`

export const summaryCommand: DefineCommand = (command, run) =>
  command
    .argument('<commit>', 'commit, ref or session, or current in a captured agent')
    .argument('[text]', 'new summary')
    .option('--reset', 'remove the written summary; the one by rule applies')
    .option('--by <who>', 'author of the summary')
    .addHelpText('after', examples)
    .action((commit: string, text: string | undefined, { reset, by }: Options) => {
      if (text !== undefined && reset === true) command.error('error: give a text or --reset, not both')
      return run.withEngine(async ({ ask, json, terminal }) => {
        const commitId = (await namedOrCurrent(commit)) ?? commit
        if (text?.trim() === '') throw new StrataError('invalid-input', 'The summary is empty: use --reset for the rule’s summary')
        const summary = reset === true ? '' : text
        const history =
          summary === undefined
            ? await ask('commit.summaries', { commitId })
            : await ask('commit.describe', { commitId, summary, ...(by === undefined ? {} : { by }) })
        await terminal.print(json ? jsonText(history) : historyText(history, terminal))
        return undefined
      })
    })
