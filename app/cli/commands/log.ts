/** strata log: commits, newest first. */
import type { CallInput } from '../../contract/calls.ts'
import type { AgentDefinitionView } from '../../contract/context.ts'
import type { CommitView } from '../../contract/commits.ts'
import { commitTypes, type CommitType } from '../../model/context-commit.ts'
import { drawGraph } from '../text/draw-graph.ts'
import { jsonText } from '../text/failure-text.ts'
import { StrataError } from '../../model/failure.ts'
import { shortSessionName } from '../../model/session-name.ts'
import { activeWords } from '../../model/work-states.ts'
import { durationText } from '../text/format.ts'
import { countOf } from '../../model/format/count.ts'
import { printableLine } from '../text/printable.ts'
import { definitionText } from '../text/commit-text.ts'
import { logLine } from '../text/log-line.ts'
import { reportUnreadable } from '../report-unreadable.ts'
import type { Strata } from '../run-with-engine.ts'
import type { Terminal } from '../terminal.ts'
import { periodOf, wholeNumber, type DefineCommand } from './command.ts'
import { choiceOption } from '../choices.ts'

interface Options {
  readonly graph?: boolean
  readonly all?: boolean
  readonly definitions?: boolean
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
/** Default on a terminal, where a reader cannot use thousands of lines. */
const linesOnTerminal = 50

/** Commits of a log, page by page, at most `limit`. */
export const readLog = async (ask: Strata['ask'], input: CallInput<'chain.log'>, limit: number) => {
  const commits: CommitView[] = []
  for (;;) {
    const page = await ask('chain.log', { ...input, offset: commits.length, limit: Math.min(pageSize, limit - commits.length) })
    commits.push(...page.commits)
    if (page.commits.length === 0 || commits.length >= Math.min(limit, page.total)) return { commits, total: page.total }
  }
}

type Definitions = ReadonlyMap<string, AgentDefinitionView>

/** One line a commit, with the rail in front of it when asked for, and below it what defines its agent. */
const logText = (commits: readonly CommitView[], definitions: Definitions, graph: boolean, terminal: Terminal): string => {
  const below = ({ commitId }: CommitView): string => {
    const definition = definitions.get(commitId)
    return definition === undefined ? '' : `    ${definition.name ?? 'main agent'}: ${printableLine(definitionText(definition))}\n`
  }
  if (!graph) return commits.map((commit) => `${logLine(commit, terminal, 0)}\n${below(commit)}`).join('')
  const rails = drawGraph(commits)
  return commits
    .map((commit, at) => {
      const { before, row } = rails[at] ?? { before: [], row: '*' }
      const lines = [...before, `${row} ${logLine(commit, terminal, row.length + 1)}`].map((line) => `${line}\n`).join('')
      return `${lines}${below(commit)}`
    })
    .join('')
}

/** The commits of a sub-agent have one definition; the system prompt of a main agent may change. */
const definitionsOf = async (ask: Strata['ask'], commits: readonly CommitView[]): Promise<Definitions> => {
  const byChain = new Map<string, AgentDefinitionView>()
  const found = new Map<string, AgentDefinitionView>()
  for (const { commitId, sessionId, chain } of commits) {
    const key = chain === 'main' ? commitId : JSON.stringify([sessionId, chain])
    const definition = byChain.get(key) ?? (await ask('agent.definition', { commitId }))
    byChain.set(key, definition)
    found.set(commitId, { ...definition, commitId })
  }
  return found
}

/** A commit whose parent is not among the shown commits begins a separate line of descent. */
const cutOff = (commits: readonly CommitView[]): readonly CommitView[] => {
  const shown = new Set(commits.map(({ commitId }) => commitId))
  return commits.map((commit) => (commit.parentId === null || shown.has(commit.parentId) ? commit : { ...commit, parentId: null }))
}

/** The commits to draw. Parents that are missing because of the limit keep their lines; other missing parents are cut off. */
const drawn = (commits: readonly CommitView[], total: number, isFiltered: boolean): readonly CommitView[] =>
  !isFiltered && commits.length < total ? commits : cutOff(commits)

const nothingText = (isFiltered: boolean): string =>
  isFiltered ? 'No matches.\n' : 'No commits yet. To create some: strata import, or strata checkpoint\n'

const filtersOf = (options: Options): Partial<CallInput<'chain.log'>> => {
  const { text, file, tool, type, author, agentType, ticket, thread, since, until } = options
  const given = { text, file, tool, type, author, agentType, ticket, thread, ...periodOf({ since, until }) }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

/** The times of a session and the sessions that it continues or that continue it; undefined when the name is not one of a session. */
const sessionTimes = async (ask: Strata['ask'], name: string | undefined) => {
  if (name === undefined) return undefined
  try {
    const { sessionId, activeMs, durationMs, continuedFrom, continuedIn } = await ask('session.show', { sessionId: name })
    return { sessionId, activeMs, durationMs, continuedFrom, continuedIn }
  } catch (thrown) {
    if (thrown instanceof StrataError && ['not-found', 'ambiguous-id'].includes(thrown.code)) return undefined
    throw thrown
  }
}

const logJson = (
  page: { readonly commits: readonly CommitView[]; readonly total: number },
  definitions: readonly AgentDefinitionView[] | undefined,
  session: SessionTimes,
): string => jsonText({ ...page, ...(definitions && { definitions }), ...(session && { session }) })

const definitionsAsked = (ask: Strata['ask'], { definitions }: Options, commits: readonly CommitView[]): Promise<Definitions> =>
  definitionsOf(ask, definitions === true ? commits : [])

const printLog = async ({ ask, json, terminal }: Strata, name: string | undefined, options: Options): Promise<number | undefined> => {
  const { number, graph } = options
  const filters = filtersOf(options)
  const isFiltered = Object.keys(filters).length > 0
  const input = { ...(name === undefined ? {} : { of: name }), ...filters }
  const limit = number ?? (json || terminal.width === undefined ? Infinity : linesOnTerminal)
  const { commits, total } = await readLog(ask, input, limit)
  const definitions = await definitionsAsked(ask, options, commits)
  const code = name === undefined ? await reportUnreadable({ ask, terminal }) : undefined
  if (json) {
    const session = await sessionTimes(ask, name)
    const shown = options.definitions === true ? [...definitions.values()] : undefined
    await terminal.print(logJson({ commits, total }, shown, session))
    return code
  }
  if (total === 0 && (isFiltered || code === undefined)) terminal.printError(nothingText(isFiltered))
  await terminal.print(logText(drawn(commits, total, isFiltered), definitions, graph === true, terminal))
  const session = await sessionTimes(ask, name)
  if (terminal.width !== undefined) terminal.printError(timesLine(session))
  terminal.printError(continuationText(session))
  if (commits.length < total && terminal.width !== undefined)
    terminal.printError(`${countOf(total - commits.length, 'older commit')}: -n ${total}\n`)
  return code
}

type SessionTimes = Awaited<ReturnType<typeof sessionTimes>>

/** `Session 4f8c1176: active 1 h 12 min of 4 h 48 min`, for readers at a terminal. */
const timesLine = (session: SessionTimes): string =>
  session?.durationMs == null
    ? ''
    : `Session ${shortSessionName(session.sessionId)}: ${activeWords(durationText(session.activeMs), durationText(session.durationMs))}\n`

/** Names the session that this one continues, and the session that continues this one. */
const continuationText = (session: SessionTimes): string =>
  session === undefined
    ? ''
    : [
        ...(session.continuedFrom === null ? [] : [`It continues session ${printableLine(session.continuedFrom)}\n`]),
        ...(session.continuedIn === null ? [] : [`It continues in session ${printableLine(session.continuedIn)}\n`]),
      ].join('')

export const logCommand: DefineCommand = (command, run) =>
  command
    .argument('[name]', 'commit, ref or session; a unique id prefix is enough')
    .option('--graph', 'commit graph')
    .option('--definitions', 'what defines the agent of each commit, with its version')
    .option('--all', 'all chains (default without a name)')
    .option('-n, --number <n>', `maximum number of commits (on a terminal: ${linesOnTerminal})`, wholeNumber)
    .option('--text <words>', 'words in the summary or id, all required')
    .option('--file <path>', 'file of a tool call: path, end of a path, or folder')
    .option('--tool <name>', 'tool called in the commit')
    .addOption(choiceOption('--type <type>', 'type of commit', commitTypes))
    .option('--author <name>', 'template or principal')
    .option('--agent-type <kind>', 'type of sub-agent, such as Explore')
    .option('--ticket <id>', 'ticket of the commit')
    .option('--thread <id>', 'thread of the commit')
    .option('--since <day>', 'first day, or a time')
    .option('--until <day>', 'last day, or a time')
    .addHelpText('after', '\nThe counts [1p 1c 2r 5t 1e] are prompts, commands, responses, tool calls and errors.')
    .action((name: string | undefined, options: Options) => {
      if (options.all === true && name !== undefined) command.error('error: give a name or --all, not both')
      return run.withEngine((strata) => printLog(strata, name, options))
    })
