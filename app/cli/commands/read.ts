/** strata read: the conversation of a session, a page at a time. */
import { replacedChain } from '../../model/agent-chain.ts'
import type { Strata } from '../run-with-engine.ts'
import { placeHint, recordPlace } from '../record-place.ts'
import { jsonText } from '../text/failure-text.ts'
import { readingText } from '../text/reading-text.ts'
import { countText } from '../text/format.ts'
import type { CommitView } from '../../contract/commits.ts'
import type { RowFound } from '../../contract/reader.ts'
import { StrataError } from '../../model/failure.ts'
import { wholeNumber, type DefineCommand } from './command.ts'

const defaultRows = 50
const maxRows = 1000

const notes = `
A session is read from its beginning, and a commit or record from its place. A row is a message with the results of its calls, or a place where
a branch, another session or a sub-agent begins. A sub-agent has a separate conversation: --agent, with the id that such a row gives.

Examples:
  strata read 4f2a                    the first ${defaultRows} rows of a session
  strata read 4f2a --from 51          the next ones
  strata read 4f2a --last -n 10       the last 10 rows
  strata read ctx-1a2b3c4d            a session from this commit on
  strata read 4f2a --agent a3f09c1    the conversation of a sub-agent`

interface Options {
  readonly from?: number
  readonly last?: boolean
  readonly record?: string
  readonly agent?: string
  readonly number?: number
  readonly full?: boolean
}

/** The conversation that is read: its last commit, and the row that was asked for, from 0. */
interface Chosen {
  readonly sessionId: string
  readonly chain: string
  readonly tip: string
  readonly row: number
}

/** Whether a name is that of a session, also of one that was captured, and of no commit or other ref in it. */
const namesSession = (name: string, { sessionId, commitId }: Pick<CommitView, 'sessionId' | 'commitId'>): boolean => {
  const isCommit = commitId.startsWith(`ctx-${name.replace(/^ctx-/, '')}`)
  return !isCommit && [sessionId, sessionId.replace(/^live\//, ''), `session/${sessionId}`].some((own) => own.startsWith(name))
}

/** The chain of the session's conversation; of a commit that no conversation goes through, the chain that ends with it. */
const chosenOf = async (strata: Strata, name: string, options: Options): Promise<Chosen> => {
  const { ask } = strata
  const { commit } = await ask('commit.show', { commitId: name })
  const { sessionId, commitId } = commit
  const isOfSession = options.agent !== undefined || options.record !== undefined
  if (commit.chain === replacedChain && !isOfSession)
    throw new StrataError('invalid-input', `${commitId} was replaced: to read it, strata export ${commitId} --for markdown`, {
      commit: commitId,
    })
  const outline = await ask('session.outline', { sessionId })
  const tipOf = (chain: string): string | undefined =>
    chain === 'main' ? outline.main.tip : outline.agents.find((agent) => agent.outline.chain === chain)?.outline.tip
  const at = (place: RowFound | null): Chosen | undefined => {
    const tip = place === null ? undefined : tipOf(place.chain)
    return place === null || tip === undefined ? undefined : { sessionId, ...place, tip }
  }
  if (options.agent !== undefined) {
    const found = at({ chain: options.agent, row: 0 })
    if (found !== undefined) return found
    const agents = outline.agents.map((agent) => agent.outline.chain).join(', ')
    throw new StrataError('not-found', `The session has no sub-agent “${options.agent}”: ${agents === '' ? 'it has none' : agents}`, {})
  }
  if (options.record !== undefined) {
    const { sourceId, line } = await recordPlace(strata, options.record)
    const found = at(await ask('session.locate', { sessionId, record: { sourceId, line } }))
    if (found !== undefined) return found
    throw new StrataError('not-found', `The conversation of session ${sessionId} does not show the record ${options.record}`, {})
  }
  if (namesSession(name, commit)) return { sessionId, chain: commit.chain, tip: tipOf(commit.chain) ?? commitId, row: 0 }
  const found = at(await ask('session.locate', { sessionId, commitId }))
  if (found !== undefined) return found
  const onBranch = await ask('session.locate', { sessionId, tip: commitId, commitId })
  return { sessionId, chain: commit.chain, tip: commitId, row: onBranch?.row ?? 0 }
}

const read = async (strata: Strata, name: string, options: Options): Promise<void> => {
  const { ask, json, terminal } = strata
  const { sessionId, chain, tip, row } = await chosenOf(strata, name, options)
  const limit = Math.min(options.number ?? defaultRows, maxRows)
  const total = (await ask('session.read', { sessionId, tip, offset: 0, limit: 1 })).total
  const offset = options.last === true ? Math.max(0, total - limit) : options.from === undefined ? row : options.from - 1
  const { rows } = await ask('session.read', { sessionId, tip, offset, limit })
  if (json) {
    await terminal.print(jsonText({ sessionId, chain, tip, from: offset + 1, total, rows }))
    return
  }
  await terminal.print(readingText(rows, options.full === true, terminal))
  const end = offset + rows.length
  const next = end < total ? `; the next: --from ${end + 1}` : ''
  const range = rows.length === 0 ? 'no rows' : `rows ${countText(offset + 1)} to ${countText(end)}`
  terminal.printError(`session ${sessionId}${chain === 'main' ? '' : `, sub-agent ${chain}`}: ${range} of ${countText(total)}${next}\n`)
}

export const readCommand: DefineCommand = (command, run) => {
  command
    .argument('<name>', 'session, commit or ref; a unique id prefix is enough')
    .option('--from <row>', 'first row', wholeNumber)
    .option('--last', 'last rows')
    .option('--record <record>', `row that shows a record: ${placeHint}`)
    .option('--agent <id>', 'conversation of a sub-agent')
    .option('-n, --number <n>', `maximum number of rows (default: ${defaultRows}, at most ${maxRows})`, wholeNumber)
    .option('--full', 'complete tool results and thinking')
    .addHelpText('after', notes)
  return command.action((name: string, options: Options) => {
    if ([options.from, options.last, options.record].filter((given) => given !== undefined).length > 1)
      command.error('error: give one of --from, --last and --record')
    if (options.agent !== undefined && options.record !== undefined) command.error('error: give --agent or --record, not both')
    return run.withEngine(async (strata) => {
      await read(strata, name, options)
      return undefined
    })
  })
}
