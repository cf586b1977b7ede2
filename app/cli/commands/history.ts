/** strata history, merge-base, diff: how commits are related. */
import type { ComparedSide, ComparisonView, CommitView } from '../../contract/commits.ts'
import { exitCodes } from '../exit-codes.ts'
import { jsonText } from '../text/failure-text.ts'
import { countText } from '../text/format.ts'
import { countOf } from '../../model/format/count.ts'
import { logLine } from '../text/log-line.ts'
import { printableLine } from '../text/printable.ts'
import type { Terminal } from '../terminal.ts'
import { wholeNumber, type DefineCommand } from './command.ts'

export const linesOf = (commits: readonly CommitView[], terminal: Terminal, indent = 0): string =>
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
