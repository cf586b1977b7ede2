/** strata log: commits, newest first. */
import { Command, Option } from 'commander'
import type { CallInput } from '../../contract/calls.ts'
import type { CommitView } from '../../contract/commits.ts'
import { commitTypes, type CommitType } from '../../model/context-commit.ts'
import { StrataError } from '../../model/failure.ts'
import { drawGraph } from '../text/draw-graph.ts'
import { jsonText } from '../text/failure-text.ts'
import { plural } from '../text/format.ts'
import { logLine } from '../text/log-line.ts'
import type { Strata } from '../run-with-engine.ts'
import type { Terminal } from '../terminal.ts'
import { localInstant, wholeNumber, type RunCommand } from './command.ts'

interface Options {
  readonly graph?: boolean
  readonly all?: boolean
  readonly number?: number
  readonly text?: string
  readonly file?: string
  readonly tool?: string
  readonly type?: CommitType
  readonly author?: string
  readonly agentType?: string
  readonly ticket?: string
  readonly thread?: string
  readonly since?: string
  readonly until?: string
}

const pageSize = 10_000
/** On a terminal, where nobody reads thousands of lines. */
const linesOnTerminal = 50

const readLog = async (ask: Strata['ask'], input: CallInput<'chain.log'>, limit: number) => {
  const commits: CommitView[] = []
  for (;;) {
    const page = await ask('chain.log', { ...input, offset: commits.length, limit: Math.min(pageSize, limit - commits.length) })
    commits.push(...page.commits)
    if (page.commits.length === 0 || commits.length >= Math.min(limit, page.total)) return { commits, total: page.total }
  }
}

/** One line a commit, with the rail in front of it when asked for. */
const logText = (commits: readonly CommitView[], graph: boolean, terminal: Terminal): string => {
  if (!graph) return commits.map((commit) => `${logLine(commit, terminal, 0)}\n`).join('')
  const rails = drawGraph(commits)
  return commits
    .map((commit, at) => {
      const { before, row } = rails[at] ?? { before: [], row: '*' }
      return [...before, `${row} ${logLine(commit, terminal, row.length + 1)}`].map((line) => `${line}\n`).join('')
    })
    .join('')
}

/** A commit whose parent is not among those shown begins a line of its own. */
const cutOff = (commits: readonly CommitView[]): readonly CommitView[] => {
  const shown = new Set(commits.map(({ commitId }) => commitId))
  return commits.map((commit) => (commit.parentId === null || shown.has(commit.parentId) ? commit : { ...commit, parentId: null }))
}

/** What is not shown for want of room is waited for; what is not there, or does not match, is not. */
const drawn = (commits: readonly CommitView[], total: number, isFiltered: boolean): readonly CommitView[] =>
  !isFiltered && commits.length < total ? commits : cutOff(commits)

const nothingText = (isFiltered: boolean): string =>
  isFiltered ? 'No commit matches.\n' : 'No commits yet: strata import, or strata checkpoint\n'

const filtersOf = (options: Options): Partial<CallInput<'chain.log'>> => {
  const { text, file, tool, type, author, agentType, ticket, thread, since, until } = options
  const times = { since: localInstant(since, 'beginning'), until: localInstant(until, 'end') }
  const given = { text, file, tool, type, author, agentType, ticket, thread, ...times }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

const printLog = async ({ ask, json, terminal }: Strata, name: string | undefined, options: Options): Promise<void> => {
  const { number, graph } = options
  const filters = filtersOf(options)
  const isFiltered = Object.keys(filters).length > 0
  const input = { ...(name === undefined ? {} : { of: name }), ...filters }
  const limit = number ?? (json || terminal.width === undefined ? Infinity : linesOnTerminal)
  const { commits, total } = await readLog(ask, input, limit)
  if (json) {
    await terminal.print(jsonText({ commits, total }))
    return
  }
  if (total === 0) terminal.printError(nothingText(isFiltered))
  await terminal.print(logText(drawn(commits, total, isFiltered), graph === true, terminal))
  if (commits.length < total && terminal.width !== undefined)
    terminal.printError(`${plural(total - commits.length, 'older commit')}: -n ${total}\n`)
}

export const logCommand = (run: RunCommand): Command =>
  new Command('log')
    .description('commits, newest first: of everything, of a chain, or of a session')
    .argument('[name]', 'a ref, a commit or a session; the beginning of an id is enough')
    .option('--graph', 'draw the lines of descent')
    .option('--all', 'every chain, as when no name is given')
    .option('-n, --number <n>', `at most so many (on a terminal ${linesOnTerminal} unless given)`, wholeNumber)
    .option('--text <words>', 'only commits that hold every word in summary or id')
    .option('--file <path>', 'only commits in which a tool was given this file, by its end too, or one in this folder')
    .option('--tool <name>', 'only commits in which this tool was called')
    .addOption(new Option('--type <type>', 'only commits of this kind').choices(commitTypes))
    .option('--author <name>', 'only commits of this template or principal')
    .option('--agent-type <kind>', 'only commits of sub-agents of this kind, such as Explore')
    .option('--ticket <id>', 'only commits whose record names this ticket')
    .option('--thread <id>', 'only commits whose record names this thread')
    .option('--since <day>', 'only commits of that day or later, or since a time')
    .option('--until <day>', 'only commits up to the end of that day, or to a time')
    .addHelpText('after', '\nCounts of a commit, such as [1p 1c 2r 5t 1e]: prompts, commands, responses, tool calls, errors.')
    .action((name: string | undefined, options: Options) =>
      run.withEngine(async (strata) => {
        if (options.all === true && name !== undefined) throw new StrataError('invalid-input', 'Give a name or --all, not both')
        await printLog(strata, name, options)
        return undefined
      }),
    )
