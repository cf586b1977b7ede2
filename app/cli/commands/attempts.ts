/** strata attempts: what was tried for a file and did not work. */
import { resolve } from 'node:path'
import type { Attempt, AttemptsView } from '../../contract/reasoning.ts'
import { countOf } from '../../model/format/count.ts'
import { jsonText } from '../text/failure-text.ts'
import { recordText } from '../text/file-text.ts'
import { countText, timeText } from '../text/format.ts'
import { printableLine } from '../text/printable.ts'
import { reportUnreadable } from '../report-unreadable.ts'
import type { Terminal } from '../terminal.ts'
import { wholeNumber, type DefineCommand } from './command.ts'

const notes = `
Lists, newest first, the calls and commands that failed for a file, edits of which no line was left at the end of their session, what was
rejected, and decisions that were reverted or contradicted: each with its commit and record. --for lists them for the three files that a
prompt is likely about, as strata recall ranks them. See docs/reasoning.md.

Examples:
  strata attempts src/parser.ts
  strata attempts --for "make the parser faster" --json`

interface Options {
  readonly for?: string
  readonly number?: number
}

const attemptText = ({ kind, by, what, commitId, sessionId, occurredAt, ...record }: Attempt, { colors }: Terminal): string =>
  `${colors.yellow(commitId ?? sessionId)}  ${colors.dim(timeText(occurredAt))}  ${colors.cyan(`${kind} (${by})`)}  ${printableLine(what)}  ${colors.dim(recordText(record))}\n`

const attemptsText = (file: string, { rows, total }: AttemptsView, terminal: Terminal): string => {
  if (total === 0) return `${printableLine(file)}: nothing that failed is recorded.\n`
  const more = rows.length < total ? `; showing the newest ${countText(rows.length)} (--number)` : ''
  return `${printableLine(file)}: ${countOf(total, 'attempt')}${more}\n${rows.map((row) => attemptText(row, terminal)).join('')}`
}

/** Files of a prompt that are listed. */
const maxFiles = 3

export const attemptsCommand: DefineCommand = (command, run) =>
  command
    .argument('[file]', 'path of a file, or how it ends')
    .option('--for <prompt>', 'files that a prompt is likely about')
    .option('-n, --number <n>', 'maximum number of attempts of a file', wholeNumber)
    .addHelpText('after', notes)
    .action((given: string | undefined, { for: prompt, number }: Options) => {
      if ((given === undefined) === (prompt === undefined)) command.error('error: give a file, or --for and a prompt')
      return run.withEngine(async (strata) => {
        const { ask, json, terminal } = strata
        const files =
          given === undefined
            ? (await ask('recall.ask', { prompt: prompt ?? '', cwd: resolve('.'), everywhere: true })).files.slice(0, maxFiles)
            : [given]
        const found: { readonly file: string; readonly view: AttemptsView }[] = []
        for (const file of files)
          found.push({ file, view: await ask('reasoning.attempts', { file, ...(number === undefined ? {} : { limit: number }) }) })
        if (json) await terminal.print(jsonText(found.map(({ file, view }) => ({ file, ...view }))))
        else if (found.length === 0) await terminal.print('No file is likely.\n')
        else await terminal.print(found.map(({ file, view }) => attemptsText(file, view, terminal)).join('\n'))
        return reportUnreadable(strata)
      })
    })
