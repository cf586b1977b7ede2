/** strata repeated: what people say again and again. */
import type { RepeatedInstruction } from '../../contract/reasoning.ts'
import { countOf } from '../../model/format/count.ts'
import { jsonText } from '../text/failure-text.ts'
import { recordText } from '../text/file-text.ts'
import { countText, timeText } from '../text/format.ts'
import { printableLine } from '../text/printable.ts'
import { reportUnreadable } from '../report-unreadable.ts'
import type { Terminal } from '../terminal.ts'
import { wholeNumber, type DefineCommand } from './command.ts'

const notes = `
Lists sentences of prompts that come in several sessions: what may belong in CLAUDE.md. Two sentences are the same where at least 60 % of all
their words, without endings and common words, are in both. Commands, hand-overs, notifications and other texts of the client do not count,
nor do prompts above 2,000 characters. See docs/reasoning.md.

Examples:
  strata repeated
  strata repeated --sessions 5 --project ~/code/harbour --json`

interface Options {
  readonly sessions?: number
  readonly project?: string
  readonly number?: number
}

const maxShown = 3

const repeatedText = ({ text, times, sessions, places }: RepeatedInstruction, { colors }: Terminal): string => {
  const rows = places
    .slice(0, maxShown)
    .map(
      ({ commitId, sessionId, occurredAt, text: said, ...record }) =>
        `    ${colors.yellow(commitId ?? sessionId)}  ${colors.dim(timeText(occurredAt))}  ${printableLine(said)}  ${colors.dim(recordText(record))}\n`,
    )
  return `${colors.bold(printableLine(text))}  ${countOf(times, 'time')} in ${countOf(sessions, 'session')}\n${rows.join('')}`
}

export const repeatedCommand: DefineCommand = (command, run) =>
  command
    .option('--sessions <n>', 'least number of sessions (default: 3)', wholeNumber)
    .option('--project <project>', 'sessions of this project')
    .option('-n, --number <n>', 'maximum number (default: 30)', wholeNumber)
    .addHelpText('after', notes)
    .action(({ sessions, project, number }: Options) =>
      run.withEngine(async (strata) => {
        const { ask, json, terminal } = strata
        const found = await ask('reasoning.repeated', {
          ...(sessions === undefined ? {} : { sessions }),
          ...(project === undefined ? {} : { project }),
          ...(number === undefined ? {} : { limit: number }),
        })
        await terminal.print(
          json
            ? jsonText(found)
            : found.rows.length === 0
              ? 'Nothing is said again.\n'
              : found.rows.map((one) => repeatedText(one, terminal)).join(''),
        )
        const { compared, prompts } = found
        if (compared < prompts && !json)
          terminal.printError(`strata: the newest ${countText(compared)} of ${countText(prompts)} prompts were compared\n`)
        return reportUnreadable(strata)
      }),
    )
