/** strata search: where something was said, called or put out. */
import type { SearchFacets, SearchHit, SearchResults, SearchSession, WiderSearch } from '../../contract/search.ts'
import { searchOrders, type SearchOrder } from '../../contract/search.ts'
import type { CallInput } from '../../contract/calls.ts'
import { sentenceTerms, textKinds, type TextKind } from '../../model/search/search-query.ts'
import { thinkingTypes, type ThinkingType } from '../../model/reasoning.ts'
import { asBeginning } from '../../model/search/edit-search.ts'
import { shortSessionName } from '../../model/session-name.ts'
import { promptsOnlyWords } from '../../model/session-status.ts'
import { jsonText } from '../text/failure-text.ts'
import { countText, timeText } from '../text/format.ts'
import { countOf } from '../../model/format/count.ts'
import { printable, printableLine } from '../text/printable.ts'
import type { Terminal } from '../terminal.ts'
import type { Strata } from '../run-with-engine.ts'
import { StrataError } from '../../model/failure.ts'
import { exitCodes } from '../exit-codes.ts'
import { periodOf, wholeNumber, type DefineCommand } from './command.ts'
import { choiceOption, oneOf } from '../choices.ts'
import { reasoningText } from '../text/reasoning-text.ts'

interface Options {
  readonly kind?: readonly TextKind[]
  readonly session?: string
  readonly project?: string
  readonly reasoning?: ThinkingType
  readonly file?: string
  readonly since?: string
  readonly until?: string
  readonly order?: SearchOrder
  readonly limit?: number
  readonly hits?: number
  readonly afterCursor?: string
  readonly quick?: boolean
  readonly redact?: boolean
}

const usual = { sessions: 10, hits: 2, texts: 50 } as const

const notes = `
The search covers titles, prompts, responses, thinking, tool calls, tool output and injected texts, sub-agents included.

Grammar:
  deploy worker        both words in one turn, in any order and form
  "deploy the worker"  these words in this order
  -staging             without the word (in quotes, or after --)
  retry OR again       one of them
  deploy*              words that begin with it
  /E[0-9]{4}/          a regular expression, in what the words and filters leave
  kind: tool: file: project: session: branch: model: is:error before: after:   filters; -tool:Read excludes

Examples:
  strata search connection refused
  strata search '"shadow branch" rebase kind:prompt'
  strata search 'tool:Bash is:error ENOENT after:2w'
  strata search useEffect --order newest --json
  strata search --reasoning rejection --file /home/me/app/src/parser.ts    rejected alternatives`

const kindsOf = (kind: string, before: readonly TextKind[] = []): readonly TextKind[] => [...before, oneOf(textKinds)(kind)]

const nameOf = ({ kind, tool, isError }: SearchHit): string => {
  const what = tool === null ? kind : `${printableLine(tool)} ${kind}`
  return isError ? `${what}, error` : what
}

const marked = ({ text, ranges, hasMoreBefore, hasMoreAfter }: SearchHit, { colors }: Terminal): string => {
  let at = 0
  const parts = ranges.map(([from, to]) => {
    const part = printable(text.slice(at, from)) + colors.bold(colors.red(printable(text.slice(from, to))))
    at = to
    return part
  })
  return `${hasMoreBefore ? '…' : ''}${parts.join('')}${printable(text.slice(at))}${hasMoreAfter ? '…' : ''}`
}

const absentText = ({ elsewhere, missing }: SearchHit): string =>
  [
    ...(elsewhere.length === 0 ? [] : [`elsewhere in the turn: ${elsewhere.join(', ')}`]),
    ...(missing.length === 0 ? [] : [`not found: ${missing.join(', ')}`]),
  ].join('; ')

const hitText = (hit: SearchHit, terminal: Terminal): string => {
  const { colors } = terminal
  const absent = absentText(hit)
  const where = [colors.yellow(hit.commitId ?? '-'), colors.dim(timeText(hit.occurredAt)), colors.cyan(nameOf(hit))]
  return `  ${where.join('  ')}${absent === '' ? '' : colors.dim(`  (${printableLine(absent)})`)}\n    ${marked(hit, terminal)}\n`
}

const sessionText = ({ sessionId, title, project, lastAt, isPromptsOnly, hits }: SearchSession, terminal: Terminal): string => {
  const { colors, width } = terminal
  const name = width === undefined ? sessionId : shortSessionName(sessionId)
  const head = `${colors.bold(printableLine(title))}  ${colors.dim(`${name}  ${printableLine(project)}  ${timeText(lastAt)}${isPromptsOnly ? `  ${promptsOnlyWords}` : ''}`)}`
  return `${head}\n${hits.map((hit) => hitText(hit, terminal)).join('')}`
}

const widerText = ({ without, total, isTotalExact }: WiderSearch): string =>
  `  without ${printableLine(without)}: ${isTotalExact ? '' : 'at least '}${countOf(total, 'session')}\n`

interface Shown {
  /** Whether the last word was taken as the beginning of a word. */
  readonly isBegun: boolean
  /** Whether it is the first page. */
  readonly isFirst: boolean
}

const resultsText = (results: SearchResults, wider: readonly WiderSearch[], { isBegun, isFirst }: Shown, terminal: Terminal): string => {
  const { colors } = terminal
  const { total, isTotalExact, lacking, sessions, next, query } = results
  const read = isBegun ? [...query.hints, 'The last word is taken as the beginning of a word.'] : query.hints
  const hints = read.map((hint) => `${colors.dim(`hint: ${printableLine(hint)}`)}\n`).join('')
  if (query.isEmpty) return `${hints}Nothing to search for.\n`
  if (sessions.length === 0)
    return `${hints}${isFirst ? 'No matches' : 'No more matches'}${isTotalExact ? '' : ' so far'}.\n${wider.map(widerText).join('')}`
  const without = lacking === 0 ? '' : `, ${countText(lacking)} without ${query.words.length < sentenceTerms ? 'one' : 'some'} of the words`
  const sum = `${isTotalExact ? '' : 'at least '}${countOf(total, 'session')}${without}`
  const more = next === null ? '' : `; showing ${countText(sessions.length)} (--limit, --after-cursor ${next})`
  return `${hints}${sessions.map((session) => sessionText(session, terminal)).join('\n')}\n${colors.dim(sum + more)}\n`
}

const quoted = (value: string): string => (/[\s"]/.test(value) ? `"${value.replaceAll('"', '')}"` : value)

/** The options of the command as filters. */
const asFilters = ({ kind = [], session, project, file, since, until }: Options): string => {
  const { since: first, until: last } = periodOf({ ...(since === undefined ? {} : { since }), ...(until === undefined ? {} : { until }) })
  return [
    ...kind.map((one) => `kind:${one}`),
    ...(session === undefined ? [] : [`session:${session}`]),
    ...(project === undefined ? [] : [`project:${quoted(project)}`]),
    ...(file === undefined ? [] : [`file:${quoted(file)}`]),
    ...(first === undefined ? [] : [`after:${new Date(first).toISOString()}`]),
    ...(last === undefined ? [] : [`before:${new Date(last).toISOString()}`]),
  ].join(' ')
}

const checkedText = ({ looked, possible }: SearchResults): string =>
  `checked ${countText(looked)} of ${countText(possible)} possible ${possible === 1 ? 'match' : 'matches'}`

interface Looked {
  readonly results: SearchResults
  /** Null: not counted. */
  readonly facets: SearchFacets | null
  /** By Ctrl-C. */
  readonly isStopped: boolean
}

type Input = CallInput<'search.run'>
type Look = (strata: Strata, input: Input, isCounted: boolean) => Promise<Looked>

const quickly: Look = async ({ ask }, input) => ({ results: await ask('search.run', input), facets: null, isStopped: false })

/** Looks at everything; a stop gives what was found. @param isCounted whether facets are wanted */
const completely: Look = async (strata, input, isCounted) => {
  const quick = await quickly(strata, input, isCounted)
  if (quick.results.isTotalExact && !isCounted) return quick
  const { ask, finish } = strata
  let jobId = ''
  const start = async (): ReturnType<typeof ask<'search.finish'>> => {
    const job = await ask('search.finish', input)
    jobId = job.jobId
    return job
  }
  const { after, limit } = input
  const isStop = (thrown: unknown): boolean => thrown instanceof StrataError && thrown.code === 'cancelled' && jobId !== ''
  try {
    // The answer comes with the end of the job: who owns the store may be another program by then.
    const { results, facets } = (await finish(start)).result
    return { results: results ?? quick.results, facets: facets ?? null, isStopped: false }
  } catch (thrown) {
    if (!isStop(thrown)) throw thrown
    const found = await ask('search.found', { jobId, limit, ...(after === undefined ? {} : { after }) }).catch(() => undefined)
    return { results: found?.results ?? quick.results, facets: found?.facets ?? null, isStopped: true }
  }
}

interface Found extends Looked {
  readonly isBegun: boolean
}

/** Where nothing has the last word, it is taken as the beginning of one. */
const lookFor = async (strata: Strata, input: Input, { quick = false }: Options): Promise<Found> => {
  const look = quick ? quickly : completely
  const exact = await look(strata, input, strata.json)
  const longer = !strata.json && !exact.isStopped && exact.results.total === 0 ? asBeginning(input.text) : undefined
  const begun = longer === undefined ? exact : await look(strata, { ...input, text: longer }, strata.json)
  return longer !== undefined && begun.results.total > 0 ? { ...begun, isBegun: true } : { ...exact, isBegun: false }
}

const endOf = ({ results, isStopped }: Looked): number | undefined => {
  if (isStopped) return exitCodes.interrupted
  if (results.query.isEmpty) return exitCodes.usage
  return results.unread + results.unreadSessions > 0 ? exitCodes.faults : undefined
}

/** @returns the exit code */
const printFound = async (strata: Strata, text: string, options: Options): Promise<number | undefined> => {
  const { ask, json, terminal } = strata
  const { order = 'relevance', limit = usual.sessions, hits = usual.hits, afterCursor: after, redact = false } = options
  const found = await lookFor(strata, { text, order, limit, hits, redact, waits: true, ...(after === undefined ? {} : { after }) }, options)
  const { results, facets, isStopped, isBegun } = found
  const isEmpty = results.sessions.length === 0 && after === undefined && !isStopped
  const { wider } = isEmpty ? await ask('search.wider', { text, waits: true }) : { wider: [] }
  if (json) await terminal.print(jsonText({ ...results, wider, facets }))
  else await terminal.print(resultsText(results, wider, { isBegun, isFirst: after === undefined }, terminal))
  const isPart = options.quick === true && !results.isTotalExact
  if (isStopped || isPart) terminal.printError(`strata: ${isStopped ? 'stopped; ' : ''}${checkedText(results)}\n`)
  return endOf(found)
}

export const searchCommand: DefineCommand = (command, run) => {
  command
    .argument('[text...]', 'words, phrases and filters')
    .option('--kind <kind>', `kind of text (repeatable): ${textKinds.join(', ')}`, kindsOf)
    .addOption(
      choiceOption('--reasoning <type>', 'type of reasoning in thinking, responses and words of people, by their words', thinkingTypes),
    )
    .option('--file <path>', 'file of a tool call')
    .option('--session <id>', 'session to include')
    .option('--project <folder>', 'working directory of the sessions to include')
    .option('--since <day>', 'first day, or a time')
    .option('--until <day>', 'last day, or a time')
    .addOption(choiceOption('--order <order>', 'order of the sessions', searchOrders))
    .option('-n, --limit <n>', 'maximum number of sessions', wholeNumber)
    .option('--hits <n>', 'maximum number of texts of a session', wholeNumber)
    .option('--after-cursor <cursor>', 'continue after an earlier page')
    .option('--quick', 'check only the best possible matches')
    .option('--redact', 'remove secrets and private words')
    .addHelpText('after', notes)
  return command.action((words: readonly string[], options: Options) => {
    const { reasoning, limit } = options
    if (words.length === 0 && reasoning === undefined) command.error('error: give a text, or --reasoning')
    if (reasoning !== undefined && options.redact === true) command.error('error: --redact does not apply to --reasoning')
    if (reasoning !== undefined && options.kind !== undefined) command.error('error: --reasoning chooses its texts itself: remove --kind')
    return run.withEngine(async (strata) => {
      const { ask, finish, json, terminal } = strata
      if (reasoning !== undefined) {
        const given = { text: words.length === 0 ? undefined : words.join(' '), file: options.file, sessionId: options.session }
        const all = { ...given, project: options.project, ...periodOf(options) }
        const restricting = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
        const page = await ask('reasoning.find', { reasoning, limit: limit ?? usual.texts, ...restricting })
        await terminal.print(json ? jsonText(page) : reasoningText(page, terminal))
        return undefined
      }
      await finish(() => ask('search.index', {}))
      return printFound(strata, [...words, asFilters(options)].join(' ').trim(), options)
    })
  })
}
