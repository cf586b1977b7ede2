/** strata history, merge-base, diff, resolve: how commits hang together. */
import { Command } from 'commander'
import type { ComparedSide, ComparisonView, CommitView } from '../../contract/commits.ts'
import { exitCodes } from '../exit-codes.ts'
import { jsonText } from '../text/failure-text.ts'
import { countText, plural } from '../text/format.ts'
import { logLine } from '../text/log-line.ts'
import { parseTime } from '../text/parse-time.ts'
import type { Strata } from '../run-with-engine.ts'
import { printableLine } from '../text/printable.ts'
import type { Terminal } from '../terminal.ts'
import { wholeNumber, type RunCommand } from './command.ts'

const linesOf = (commits: readonly CommitView[], terminal: Terminal, indent = 0): string =>
  commits.map((commit) => `${' '.repeat(indent)}${logLine(commit, terminal, indent)}\n`).join('')

const commitHint = 'a commit, a ref or a session; the beginning of an id is enough'

export const historyCommand = (run: RunCommand): Command =>
  new Command('history')
    .description('the chain of a commit: itself, its parent, and so on to the root')
    .argument('<commit>', commitHint)
    .option('--depth <n>', 'at most so many', wholeNumber)
    .addHelpText('after', '\nExample:\n  strata history ctx-1a2b3c4d --depth 10')
    .action((commit: string, { depth }: { readonly depth?: number }) =>
      run.withEngine(async ({ ask, json, terminal }) => {
        const history = await ask('commit.history', { commitId: commit, ...(depth === undefined ? {} : { depth }) })
        await terminal.print(json ? jsonText(history) : linesOf(history.commits, terminal))
        if (!json && history.missingParent !== null && history.commits.length === history.total)
          terminal.printError(`The chain goes on at ${printableLine(history.missingParent)}, which this store does not have.\n`)
        return undefined
      }),
    )

export const mergeBaseCommand = (run: RunCommand): Command =>
  new Command('merge-base')
    .description('the newest commit that two chains have in common')
    .argument('<left>', commitHint)
    .argument('<right>', commitHint)
    .addHelpText('after', '\nExample:\n  strata merge-base try-again session/4f2a1b3c\n\nExit code 1 when they have none.')
    .action((left: string, right: string) =>
      run.withEngine(async ({ ask, json, terminal }) => {
        const view = await ask('commit.mergeBase', { left, right })
        if (json) await terminal.print(jsonText(view))
        else if (view.mergeBase !== null) await terminal.print(linesOf([view.mergeBase], terminal))
        else terminal.printError('The two have no commit in common.\n')
        return view.mergeBase === null ? exitCodes.failure : undefined
      }),
    )

const shownItems = 20

const listed = (title: string, items: readonly string[]): string => {
  if (items.length === 0) return ''
  const more = items.length > shownItems ? `    and ${countText(items.length - shownItems)} more\n` : ''
  return `  ${title}\n${items
    .slice(0, shownItems)
    .map((item) => `    ${printableLine(item)}\n`)
    .join('')}${more}`
}

const sideText = (mark: string, name: string, side: ComparedSide, terminal: Terminal): string => {
  const { commits, humanPrompts, commands, responses, toolCalls, errors, files, prompts } = side
  const counts = [
    plural(commits.length, 'commit'),
    plural(humanPrompts, 'prompt'),
    plural(commands, 'command'),
    plural(responses, 'response'),
    plural(toolCalls, 'tool call'),
    plural(errors, 'error'),
  ].join(', ')
  const asked = prompts.map(({ prompt }) => prompt.trim().split('\n', 1)[0] ?? '')
  const shown = linesOf(commits.slice(0, shownItems), terminal, 4)
  const more = commits.length > shownItems ? `    and ${countText(commits.length - shownItems)} more\n` : ''
  return `${mark} ${name} alone: ${counts}\n${shown}${more}${listed('asked there alone:', asked)}${listed('files named there alone:', files)}`
}

const comparisonText = (view: ComparisonView, terminal: Terminal): string => {
  const { mergeBase, common, left, right } = view
  const base =
    mergeBase === null
      ? 'The two have no commit in common.\n'
      : `in common: ${plural(common, 'commit')}, up to\n${linesOf([mergeBase], terminal, 4)}`
  return `${base}${sideText('<', left, view.onlyLeft, terminal)}${sideText('>', right, view.onlyRight, terminal)}`
}

export const diffCommand = (run: RunCommand): Command =>
  new Command('diff')
    .description('what one commit knows that another does not')
    .argument('<left>', commitHint)
    .argument('<right>', commitHint)
    .addHelpText('after', '\nExample:\n  strata diff try-again session/4f2a1b3c')
    .action((left: string, right: string) =>
      run.withEngine(async ({ ask, json, terminal }) => {
        const view = await ask('commit.compare', { left, right })
        await terminal.print(json ? jsonText(view) : comparisonText(view, terminal))
        return undefined
      }),
    )

interface ResolveOptions {
  readonly project?: string
  readonly session?: string
}

const noneText = (principal: string | undefined, { project, session }: ResolveOptions): string => {
  const whose = [principal, project, session].filter((name) => name !== undefined)
  const hint =
    principal !== undefined && !principal.startsWith('@') ? ' A principal looks like @gardener:home; a folder is given with --project.' : ''
  return `No commit of ${whose.map(printableLine).join(', ')} was made at or before that time.${hint}\n`
}

const resolveText = async (
  { ask, json, terminal }: Strata,
  names: readonly string[],
  options: ResolveOptions,
): Promise<number | undefined> => {
  const [principal, time = ''] = names.length === 1 ? [undefined, names[0]] : names
  const { at, note } = parseTime(time)
  if (note !== '') terminal.printError(note)
  const commit = await ask('commit.resolve', {
    at,
    ...(principal === undefined ? {} : { principal }),
    ...(options.project === undefined ? {} : { project: options.project }),
    ...(options.session === undefined ? {} : { sessionId: options.session }),
  })
  if (json) await terminal.print(jsonText({ commit }))
  else if (commit === null) terminal.printError(noneText(principal, options))
  else await terminal.print(linesOf([commit], terminal))
  return commit === null ? exitCodes.failure : undefined
}

const resolveExamples = `
Examples:
  strata resolve @gardener:home 2026-01-31T10:00:00+01:00
  strata resolve --project /home/me/garden 2026-01-31T09:00:00Z
  strata resolve --session 4f2a "2026-01-31 10:00"      local time; the zone is said

Exit code 1 when there is none.`

export const resolveCommand = (run: RunCommand): Command =>
  new Command('resolve')
    .description('the last commit of a principal, a project or a session at or before a time')
    .usage('[options] [principal] <time>')
    .argument('<names...>', 'who ran the agent, unless --project or --session says whose it is; then the time')
    .option('--project <folder>', 'of the sessions of a project')
    .option('--session <id>', 'of one session')
    .addHelpText('after', resolveExamples)
    .action((names: readonly string[], options: ResolveOptions) => run.withEngine((strata) => resolveText(strata, names, options)))
