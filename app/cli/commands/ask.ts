/** strata ask: figures of the store by name, with filters. */
import { countOf } from '../../model/format/count.ts'
import { resolve } from 'node:path'
import { InvalidArgumentError, Option } from 'commander'
import { StrataError } from '../../model/failure.ts'
import { groupings, yesNoParameters, type ChosenChains, type Grouping } from '../../model/metric.ts'
import { answerCsv, answerText, metricsText } from '../text/answer-text.ts'
import { comparisonCsv, comparisonText } from '../text/comparison-text.ts'
import { comparedGroups, comparedText, type ComparedText } from '../compared-groups.ts'
import { hintProject, hintRecordType, hintTemplateAndModel } from '../similar-hints.ts'
import { exitCodes } from '../exit-codes.ts'
import { jsonText } from '../text/failure-text.ts'
import type { CallOutput } from '../../contract/calls.ts'
import { reportUnreadable } from '../report-unreadable.ts'
import type { Strata } from '../run-with-engine.ts'
import { targetFile, type TargetFile } from '../target-file.ts'
import type { DefineCommand } from './command.ts'
import { machineZone, periodOf, wholeNumber } from './command.ts'
import { choiceOption } from '../choices.ts'

interface Options {
  readonly list?: boolean
  readonly by: Grouping
  readonly project?: string
  readonly session?: string
  readonly template?: string
  readonly model?: string
  readonly agentType?: string
  readonly since?: string
  readonly until?: string
  readonly main?: boolean
  readonly sidechains?: boolean
  readonly timeZone?: string
  /** The earlier name of --time-zone. */
  readonly zone?: string
  readonly commit?: string
  readonly with?: Parameters
  readonly sort?: string
  readonly descending?: boolean
  readonly limit?: number
  readonly csv?: boolean
  readonly raw?: boolean
  readonly parquet?: string
  readonly out?: TargetFile
  readonly replace?: boolean
  readonly sql?: boolean
  readonly compare?: readonly ComparedText[]
  readonly about?: boolean
}

const notes = `
Examples:
  strata ask --list                                   all metrics
  strata ask amplification --by project               responses and tool calls per prompt, by project
  strata ask tools --since 2026-01-01 --until 2026-01-31 --main
  strata ask tools --sort error_rate --descending --limit 5
  strata ask compaction-survival --commit ctx-1a2b3c4d
  strata ask tokens --by day --time-zone Europe/Berlin --csv > tokens.csv
  strata ask states --by session --parquet states.parquet
  strata ask tools --compare model=claude-sonnet-4-5 --compare model=claude-opus-4-5
  strata ask amplification --compare day=2026-03-01   before that day, and from it on

Days are in the zone of --time-zone, or in this machine's zone. --until includes that day. docs/metrics.md defines every column.`

type Parameters = Readonly<Record<string, string | boolean>>

const truths: Readonly<Record<string, boolean>> = { yes: true, true: true, no: false, false: false }

const withValue = (text: string, before: Parameters = {}): Parameters => {
  const [, name, value] = /^([a-z]+)=([\s\S]*)$/.exec(text) ?? []
  if (name === undefined || value === undefined) throw new InvalidArgumentError('Expected NAME=VALUE.')
  if (!(yesNoParameters as readonly string[]).includes(name)) return { ...before, [name]: value }
  const truth = Object.hasOwn(truths, value) ? truths[value] : undefined
  if (truth === undefined) throw new InvalidArgumentError(`Expected ${name}=yes or ${name}=no.`)
  return { ...before, [name]: truth }
}

const parametersOf = ({ with: given = {}, commit }: Options): Parameters => (commit === undefined ? given : { ...given, commit })

/** @throws StrataError invalid-input */
const checkedZone = (zone: string | undefined): string => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone ?? machineZone() }).resolvedOptions().timeZone
  } catch {
    throw new StrataError('invalid-input', `Unknown time zone “${zone ?? ''}”: use a name such as Europe/Berlin or UTC`, {
      zone: zone ?? '',
    })
  }
}

const chainsOf = ({ main, sidechains }: Options): ChosenChains => {
  if (main === sidechains) return 'both'
  return main === true ? 'main' : 'sidechains'
}

const filtersOf = (options: Options, zone: string) => {
  const { project, session, template, model, agentType, since, until } = options
  const named = Object.entries({ project, session, template, model, agentType }).filter(([, value]) => value !== undefined)
  return {
    ...(Object.fromEntries(named) as Readonly<Partial<Record<'project' | 'session' | 'template' | 'model' | 'agentType', string>>>),
    ...periodOf({ since, until }, zone),
    chains: chainsOf(options),
  }
}

type Answer = CallOutput<'analytics.ask'>

interface Input {
  readonly name: string
  readonly by: Grouping
  readonly filters: ReturnType<typeof filtersOf>
  readonly parameters: ReturnType<typeof parametersOf>
  readonly order?: { readonly column: string; readonly descending: boolean }
  readonly zone: string
}

/** Where the answer goes when it goes to a file. */
const fileOf = ({ parquet, out }: Options): TargetFile | undefined =>
  parquet === undefined ? out : { path: resolve(parquet), format: 'parquet' }

/** Row limits for a human reader and for a program, which needs complete data. */
const maxRead = 10_000
const maxPrinted = 1_000_000

/** Prints rows for a program, with a note when rows are missing. */
const printRows = async ({ json, terminal }: Strata, found: Answer, { raw, limit }: Options): Promise<number | undefined> => {
  await terminal.printData(json ? jsonText(found.rows) : answerCsv({ columns: found.question.columns, rows: found.rows }, raw === true))
  terminal.printError(found.notes.map((note) => `${note}\n`).join(''))
  if (!found.isCut) return undefined
  terminal.printError(`strata: only the first ${countOf(found.rows.length, 'row is', 'rows are')} printed; --out FILE writes all\n`)
  return limit === undefined ? exitCodes.faults : undefined
}

/** Names that transcripts choose freely are not rejected: a hint names unknown ones when the answer is empty. */
const hintFilters = async (strata: Strata, { filters, parameters }: Input): Promise<void> => {
  await hintProject(strata, filters.project)
  await hintTemplateAndModel(strata, filters)
  await hintRecordType(strata, typeof parameters['type'] === 'string' ? parameters['type'] : undefined)
}

const print = async (strata: Strata, input: Input, options: Options): Promise<number | undefined> => {
  const { csv, sql, limit } = options
  const { ask, json, terminal } = strata
  const isForPrograms = (json || csv === true) && sql !== true
  const found = await ask('analytics.ask', { ...input, limit: limit ?? (isForPrograms ? maxPrinted : maxRead) })
  if (isForPrograms) return printRows(strata, found, options)
  await terminal.print(sql === true ? `${found.sql}\n` : answerText(found, terminal))
  if (sql !== true && found.rows.length === 0) await hintFilters(strata, input)
  return undefined
}

/** An answer about one session lacks no other; a statement is no answer. @returns the exit code */
const missingFrom = async (strata: Strata, { session, sql }: Options): Promise<number | undefined> =>
  session === undefined && sql !== true ? reportUnreadable(strata) : undefined

/** Prints a comparison of two groups. @returns the exit code */
const compare = async (strata: Strata, name: string, options: Options): Promise<number | undefined> => {
  const zone = checkedZone(options.timeZone ?? options.zone)
  const { labels, groups } = comparedGroups(options.compare ?? [], zone)
  const input = { name, filters: filtersOf(options, zone), parameters: parametersOf(options), zone, groups }
  const found = await strata.ask('analytics.compare', input)
  const { json, terminal } = strata
  if (json) await terminal.printData(jsonText({ groups: labels, ...found }))
  else if (options.csv === true) await terminal.printData(comparisonCsv(found, options.raw === true))
  else await terminal.print(comparisonText(found, labels, options.limit, terminal))
  if (options.csv === true) terminal.printError(found.notes.map((note) => `${note}\n`).join(''))
  return missingFrom(strata, options)
}

const answer = async (strata: Strata, name: string, options: Options): Promise<number | undefined> => {
  const zone = checkedZone(options.timeZone ?? options.zone)
  const { by, sort, descending = false } = options
  const order = sort === undefined ? {} : { order: { column: sort, descending } }
  const input = { name, by, filters: filtersOf(options, zone), parameters: parametersOf(options), ...order, zone }
  const file = fileOf(options)
  if (options.about === true) {
    await strata.terminal.printData(jsonText(await strata.ask('analytics.about', input)))
    return missingFrom(strata, options)
  }
  if (file === undefined) {
    const code = await print(strata, input, options)
    return (await missingFrom(strata, options)) ?? code
  }
  const replace = options.replace === true
  const { result } = await strata.finish(() => strata.ask('analytics.save', { ...input, ...file, replace, raw: options.raw === true }))
  const written = result
  if (!strata.quiet) strata.terminal.printError(`${countOf(written.rows, 'row')} written to ${written.path}${aboutWords(file)}\n`)
  return missingFrom(strata, options)
}

/** Parquet contains its description. */
const aboutWords = ({ path, format }: TargetFile): string => (format === 'parquet' ? '' : `; ${path}.about.json describes them`)

const list = async ({ ask, json, terminal }: Strata): Promise<undefined> => {
  const metrics = await ask('analytics.list', {})
  await terminal.print(json ? jsonText(metrics) : metricsText(metrics, terminal))
  return undefined
}

export const askCommand: DefineCommand = (command, run) => {
  command
    .argument('[name]', 'metric name')
    .option('--list', 'list of all metrics')
    .addOption(choiceOption('--by <group>', 'one row for each', groupings).default('total'))
    .option('--project <project>', 'project to include')
    .option('--session <id>', 'session to include')
    .option('--template <template>', 'agent template to include')
    .option('--model <model>', 'model to include')
    .option('--agent-type <type>', 'type of agent to include: (main), Explore')
    .option('--since <day>', 'first day, or a time on a quarter hour')
    .option('--until <day>', 'last day, or a time on a quarter hour')
    .addOption(new Option('--main', 'main chains only').conflicts('sidechains'))
    .option('--sidechains', 'sub-agents only')
    .option('--time-zone <name>', 'time zone of days and hours, such as Europe/Berlin')
    .addOption(new Option('--zone <name>').hideHelp())
    .option('--commit <id>', 'commit of a compaction, for compaction-survival')
    .option('--with <name=value>', 'parameter of a metric, such as commit or tool', withValue)
    .option('--sort <column>', 'sort column, by its name in --json')
    .option('--descending', 'largest first')
    .option('--limit <rows>', 'maximum number of rows (10,000 on screen, else 1 million)', wholeNumber)
    .addOption(new Option('--csv', 'CSV output').conflicts(['parquet', 'sql']))
    .option('--raw', 'do not escape spreadsheet formulas in CSV')
    .option('--parquet <file>', 'Parquet file to write')
    .addOption(
      new Option('--out <file>', 'file for all rows: .csv, .json or .parquet').argParser(targetFile).conflicts(['parquet', 'csv', 'sql']),
    )
    .option('--replace', 'overwrite an existing file')
    .addOption(
      new Option('--compare <name=value>', 'group to compare, given twice; or day=DAY once')
        .argParser(comparedText)
        .conflicts(['parquet', 'out', 'sql', 'sort', 'descending']),
    )
    .addOption(
      new Option('--about', 'version, definitions and corpus instead of the rows').conflicts(['parquet', 'out', 'csv', 'sql', 'compare']),
    )
    .option('--sql', 'SQL statement instead of its result')
    .addHelpText('after', notes)
  return command.action((name: string | undefined, options: Options) => {
    if (options.csv === true && command.optsWithGlobals()['json'] === true) command.error('error: --csv cannot be used with --json')
    if (name === undefined && options.list !== true) command.error('error: give the name of a metric, or --list')
    if (options.compare !== undefined && options.by !== 'total') command.error('error: --compare cannot be used with --by')
    const work = options.compare === undefined ? answer : compare
    return run.withEngine((strata) => (name === undefined || options.list === true ? list(strata) : work(strata, name, options)))
  })
}
