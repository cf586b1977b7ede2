/** strata problems: lists malformed input, its place, and what to do. */
import type { ProblemsPage, ProblemView } from '../../contract/problems.ts'
import { problemCodes, type ProblemCode } from '../../model/problem.ts'
import { jsonText } from '../text/failure-text.ts'
import { countText } from '../text/format.ts'
import { countOf } from '../../model/format/count.ts'
import { printTable } from '../text/print-table.ts'
import { printableLine } from '../text/printable.ts'
import type { Terminal } from '../terminal.ts'
import { wholeNumber, type DefineCommand } from './command.ts'
import { choiceOption } from '../choices.ts'

interface Options {
  readonly session?: string
  readonly code?: ProblemCode
  readonly number?: number
}

const pageSize = 100_000

const placeText = ({ file, line }: ProblemView): string => printableLine(line === null ? file : `${file}:${line}`)

const byteText = ({ byteOffset, byteLength }: ProblemView): string =>
  byteOffset === null ? 'whole file' : `${countText(byteOffset)} +${countText(byteLength)}`

/** Problems as a table; below it how many there are of each kind and what to do about them. */
export const problemsText = (page: ProblemsPage, { colors, width }: Terminal, isFiltered = false): string => {
  if (page.total === 0) return isFiltered ? 'No matches. Omit --code or --session to list all problems.\n' : 'No problems.\n'
  const table = printTable(
    [
      { title: 'PROBLEM', paint: colors.yellow },
      { title: 'BYTES', align: 'right', dropped: 1, paint: colors.dim },
      { title: 'REASON' },
      { title: 'WHERE', paint: colors.cyan, flexible: 'start' },
    ],
    page.rows.map((problem) => [problem.code, byteText(problem), printableLine(problem.reason), placeText(problem)]),
    width,
    colors.bold,
  )
  const actions = new Map(page.rows.map((problem) => [problem.code, problem.action]))
  const summary = page.byCode
    .filter(({ code }) => actions.has(code))
    .map(({ code, count }) => `${colors.yellow(code)}: ${countText(count)}. ${printableLine(actions.get(code) ?? '')}\n`)
  const shown = page.rows.length === page.total ? '' : `${countText(page.rows.length)} of ${countOf(page.total, 'problem')} shown.\n`
  return `${table}\n${summary.join('')}${shown}`
}

export const problemsCommand: DefineCommand = (command, run) =>
  command
    .option('--session <id>', 'session to include')
    .addOption(choiceOption('--code <code>', 'problem code to include', problemCodes))
    .option('-n, --number <n>', 'maximum number of problems', wholeNumber)
    .action((options: Options) =>
      run.withEngine(async ({ ask, json, terminal }) => {
        const page = await ask('problems.list', {
          limit: options.number ?? pageSize,
          ...(options.session === undefined ? {} : { sessionId: options.session }),
          ...(options.code === undefined ? {} : { code: options.code }),
        })
        const { rows, ...rest } = page
        await terminal.print(
          json
            ? jsonText({ problems: rows, ...rest })
            : problemsText(page, terminal, options.code !== undefined || options.session !== undefined),
        )
        return undefined
      }),
    )
