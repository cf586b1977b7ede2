/** strata history, merge-base, diff, resolve: how commits hang together. */
import type { ComparedSide, ComparisonView, CommitView } from '../../contract/commits.ts'
import { exitCodes } from '../exit-codes.ts'
import { jsonText } from '../text/failure-text.ts'
import { countText } from '../text/format.ts'
import { countOf } from '../../model/format/count.ts'
import { logLine } from '../text/log-line.ts'
import { parseTime } from '../text/parse-time.ts'
import type { Strata } from '../run-with-engine.ts'
import { printableLine } from '../text/printable.ts'
import type { Terminal } from '../terminal.ts'
import { wholeNumber, type DefineCommand } from './command.ts'

const linesOf = (commits: readonly CommitView[], terminal: Terminal, indent = 0): string =>
  commits.map((commit) => `${' '.repeat(indent)}${logLine(commit, terminal, indent)}\n`).join('')

const commitHint = 'commit, ref or session; a unique id prefix is enough'

export const historyCommand: DefineCommand = (command, run) =>
  command
    .argument('<commit>', commitHint)
    .option('--depth <n>', 'maximum number of commits', wholeNumber)
    .addHelpText('after', '\nExample:\n  strata history ctx-1a2b3c4d --depth 10')
    .action((commit: string, { depth }: { readonly depth?: number }) =>
      run.withEngine(async ({ ask, json, terminal }) => {
        const history = await ask('commit.history', { commitId: commit, ...(depth === undefined ? {} : { depth }) })
        await terminal.print(json ? jsonText(history) : linesOf(history.commits, terminal))
        if (!json && history.missingParent !== null && history.commits.length === history.total)
          terminal.printError(`The chain continues at ${printableLine(history.missingParent)}, which this store does not contain.\n`)
        return undefined
      }),
    )

export const mergeBaseCommand: DefineCommand = (command, run) =>
  command
    .argument('<left>', commitHint)
    .argument('<right>', commitHint)
    .addHelpText('after', '\nExample:\n  strata merge-base try-again session/4f2a1b3c\n\nExit code 1 if they have none.')
    .action((left: string, right: string) =>
      run.withEngine(async ({ ask, json, terminal }) => {
        const view = await ask('commit.mergeBase', { left, right })
        if (json) await terminal.print(jsonText(view))
        else if (view.mergeBase !== null) await terminal.print(linesOf([view.mergeBase], terminal))
        else terminal.printError('No common ancestor.\n')
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
    countOf(commits.length, 'commit'),
    countOf(humanPrompts, 'prompt'),
    countOf(commands, 'command'),
    countOf(responses, 'response'),
    countOf(toolCalls, 'tool call'),
    countOf(errors, 'error'),
  ].join(', ')
  const asked = prompts.map(({ prompt }) => prompt.trim().split('\n', 1)[0] ?? '')
  const shown = linesOf(commits.slice(0, shownItems), terminal, 4)
  const more = commits.length > shownItems ? `    and ${countText(commits.length - shownItems)} more\n` : ''
  return `${mark} only in ${name}: ${counts}\n${shown}${more}${listed('prompts only there:', asked)}${listed('files only there:', files)}`
}

const comparisonText = (view: ComparisonView, terminal: Terminal): string => {
  const { mergeBase, common, left, right } = view
  const base =
    mergeBase === null ? 'No common ancestor.\n' : `${countOf(common, 'common commit')}, up to\n${linesOf([mergeBase], terminal, 4)}`
  return `${base}${sideText('<', left, view.onlyLeft, terminal)}${sideText('>', right, view.onlyRight, terminal)}`
}

export const diffCommand: DefineCommand = (command, run) =>
  command
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
  const names = [principal, project, session].filter((name) => name !== undefined)
  const hint =
    principal !== undefined && !principal.startsWith('@') ? ' A principal has the form @gardener:home; use --project for a folder.' : ''
  return `No commit of ${names.map(printableLine).join(', ')} at or before that time.${hint}\n`
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
  strata resolve --session 4f2a "2026-01-31 10:00"      local time; the zone is printed

Exit code 1 if no commit matches.`

export const resolveCommand: DefineCommand = (command, run) =>
  command
    .usage('[options] [principal] <time>')
    .argument('<names...>', 'principal (without --project or --session), then the time')
    .option('--project <folder>', 'project of the commit')
    .option('--session <id>', 'session of the commit')
    .addHelpText('after', resolveExamples)
    .action((names: readonly string[], options: ResolveOptions) => run.withEngine((strata) => resolveText(strata, names, options)))
