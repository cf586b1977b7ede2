/** strata import: takes transcripts into the store. */
import { resolve } from 'node:path'
import { outsideFormats } from '../../contract/import-chain.ts'
import type { OutsideImportView } from '../../contract/import-chain.ts'
import type { ImportResult } from '../../contract/import.ts'
import type { Granularity } from '../../model/granularity.ts'
import { exitCodes } from '../exit-codes.ts'
import { jsonText } from '../text/failure-text.ts'
import { bytesText, countText, durationText } from '../text/format.ts'
import { countOf } from '../../model/format/count.ts'
import { printableLine } from '../text/printable.ts'
import { granularityOf, type RunCommand, type DefineCommand } from './command.ts'
import { choiceOption } from '../choices.ts'

interface Options {
  readonly dryRun?: boolean
  readonly principal?: string
  readonly filesystem?: string
  readonly granularity?: Granularity
  readonly format?: OutsideFormat
  readonly session?: string
  readonly template?: string
  readonly includeRemoved?: boolean
  readonly prepare?: boolean
}

type OutsideFormat = (typeof outsideFormats)[number]
type Strata = Parameters<Parameters<RunCommand['withEngine']>[0]>[0]

const filesText = (result: ImportResult): string => {
  const what = `${countOf(result.filesImported, 'file')} (${bytesText(result.bytesRead)})`
  return result.dryRun
    ? `Would read ${what} of ${countOf(result.sessions, 'session')}; ${countText(result.filesUnchanged)} unchanged.`
    : `Read ${what} of ${countOf(result.sessions, 'session')}; ${countText(result.filesUnchanged)} unchanged.`
}

const nothingText = ({ skippedStores: [store] }: ImportResult): string =>
  store === undefined
    ? 'No transcripts found. To see which folders were searched: `strata doctor`.'
    : `No transcripts found: ${printableLine(store)} is the folder of a Strata store. To get its sessions: \`strata remote add NAME PATH\`, then \`strata fetch NAME\`.`

/** The result of an import for sessions whose transcripts the client deleted. */
const historyText = (history: ImportResult['histories'][number], isDryRun: boolean): string => {
  const { path, sessions, prompts, changedSessions, sessionsWithTranscript, unnamedSkipped } = history
  const changed = `${countText(changedSessions)} ${isDryRun ? 'to import' : 'new or changed'}`
  const others = sessionsWithTranscript === 0 ? '' : `; ${countOf(sessionsWithTranscript, 'session has', 'sessions have')} transcripts`
  const skipped =
    unnamedSkipped === 0 ? '' : `; ${countOf(unnamedSkipped, 'prompt')} without a session skipped: a transcript covers that time`
  return `${printableLine(path)}: ${countOf(prompts, 'prompt')} of ${countOf(sessions, 'session')} without a transcript (${changed})${others}${skipped}.`
}

/** The result of an import as text. */
export const importText = (result: ImportResult): string => {
  const lines = [filesText(result), ...result.histories.map((history) => historyText(history, result.dryRun))]
  if (result.filesFound === 0 && result.histories.length === 0) lines.push(nothingText(result))
  if (!result.dryRun && result.filesImported > 0)
    lines.push(`${countOf(result.records, 'record')}, ${countOf(result.newCommits, 'commit')}, in ${durationText(result.ms)}.`)
  if (result.sessionsReassigned > 0)
    lines.push(
      `${countOf(result.sessionsReassigned, 'session')} imported before ${result.sessionsReassigned === 1 ? 'is' : 'are'} now on that file system.`,
    )
  if (result.filesRemoved > 0)
    lines.push(`${countOf(result.filesRemoved, 'file')} of removed sessions skipped; to import: strata import --include-removed`)
  if (result.filesWithoutRecords > 0)
    lines.push(
      `${countOf(result.filesWithoutRecords, 'file contains', 'files contain')} no readable record; the bytes are stored unchanged.`,
    )
  if (result.filesFailed > 0) lines.push(`${countOf(result.filesFailed, 'file')} could not be read.`)
  if (result.problems > 0) lines.push(`${countOf(result.problems, 'problem')} in the input: strata problems`)
  return lines.map((line) => `${line}\n`).join('')
}

/** Report for people about imported files of other programs. */
const outsideText = ({ files, problems }: OutsideImportView): string => {
  const commits = files.reduce((sum, file) => sum + file.commits.length, 0)
  const lines = files.map(({ path, commits: [first, ...others] }) => {
    const more = others.length === 0 ? '' : ` … ${others.at(-1) ?? ''}`
    return `${printableLine(path)}: ${first ?? ''}${more}`
  })
  const wrong = problems.map(({ path, line, offset, reason, action }) => {
    const place = [line === null ? '' : `, line ${line}`, offset === null ? '' : `, byte ${offset}`].join('')
    return `${printableLine(path)}${place}: ${printableLine(reason)}. ${action}`
  })
  return [...lines, `${countOf(files.length, 'file')}, ${countOf(commits, 'commit')}.`, ...wrong].map((line) => `${line}\n`).join('')
}

const importOutside = async ({ ask, json, terminal }: Strata, paths: readonly string[], format: OutsideFormat, options: Options) => {
  const given = {
    ...(options.principal === undefined ? {} : { principal: options.principal }),
    ...(options.session === undefined ? {} : { sessionId: options.session }),
    ...(options.template === undefined ? {} : { template: options.template }),
  }
  const result = await ask('outside.import', { format, paths: paths.map((path) => resolve(path)), ...given })
  await terminal.print(json ? jsonText(result) : outsideText(result))
  return result.problems.length > 0 ? exitCodes.faults : undefined
}

/** Does the work that the first queries would wait for, and reports its time. */
const prepare = async ({ ask, finish, json, quiet, terminal }: Strata): Promise<void> => {
  const { result: facts } = await finish(() => ask('facts.make', {}))
  const { result: index } = await finish(() => ask('search.index', {}))
  if (!json && !quiet)
    terminal.printError(`Prepared metrics and files in ${durationText(facts.elapsedMs)}, search in ${durationText(index.elapsedMs)}.\n`)
}

const importTranscripts = async (strata: Strata, paths: readonly string[], options: Options) => {
  const { ask, finish, json, terminal } = strata
  const input = {
    paths: paths.map((path) => resolve(path)),
    dryRun: options.dryRun === true,
    includeRemoved: options.includeRemoved === true,
    ...(options.principal === undefined ? {} : { principal: options.principal }),
    ...(options.granularity === undefined ? {} : { granularity: options.granularity }),
    ...(options.filesystem === undefined ? {} : { filesystem: options.filesystem }),
  }
  const job = await finish(() => ask('import.start', input))
  const result = job.result
  await terminal.print(json ? jsonText(result) : importText(result))
  if (options.prepare === true) await prepare(strata)
  return result.filesFailed > 0 ? exitCodes.faults : undefined
}

export const importCommand: DefineCommand = (command, run) => {
  command
    .argument('[path...]', 'folders or files to search')
    .option('-n, --dry-run', 'preview only')
    .option('--principal <name>', 'who ran the agents (default: named after the project)')
    .option('--filesystem <id|name>', 'file system of copies (default: this machine)')
    .option('--prepare', 'also make what search, metrics and files need')
    .option('--include-removed', 'also sessions removed with strata remove')
    .option('--granularity <size>', 'size of commits: response, turn, or N turns', granularityOf)
    .addOption(choiceOption('--format <kind>', 'format of a conversation from another program', outsideFormats))
    .option('--session <id>', 'with --format: session (default: named after the file)')
    .option('--template <name>', 'with --format: kind of agent')
  return command.action((paths: readonly string[], options: Options) => {
    const { format } = options
    if (format !== undefined && paths.length === 0) command.error('error: --format requires a file or folder')
    if (format !== undefined && options.dryRun === true) command.error('error: --dry-run cannot be used with --format')
    if (options.prepare === true && (format !== undefined || options.dryRun === true))
      command.error('error: --prepare cannot be used with --format or --dry-run')
    if (format !== undefined && options.filesystem !== undefined) command.error('error: --filesystem cannot be used with --format')
    if (format === undefined)
      for (const name of ['session', 'template'] as const)
        if (options[name] !== undefined) command.error(`error: --${name} requires --format`)
    const importInto = (strata: Strata): Promise<number | undefined> =>
      format === undefined ? importTranscripts(strata, paths, options) : importOutside(strata, paths, format, options)
    return run.withEngine(importInto, 'create')
  })
}
