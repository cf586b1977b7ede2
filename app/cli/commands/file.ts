/** strata file: a file as an agent knew it, and its versions in all sessions. */
import { structuredPatch } from 'diff'
import { Command, Option } from 'commander'
import type { FileHistoryView, KnownFileView, KnownVersion, RecordName } from '../../contract/objects.ts'
import { countOf } from '../../model/format/count.ts'
import { recordPlace } from '../record-place.ts'
import { jsonText } from '../text/failure-text.ts'
import { timeText } from '../text/format.ts'
import { printable, printableLine } from '../text/printable.ts'
import { printTable } from '../text/print-table.ts'
import type { Terminal } from '../terminal.ts'
import type { Strata } from '../run-with-engine.ts'
import { wholeNumber, type DefineCommand, type RunCommand } from './command.ts'

const notes = `
The path is the one that the transcript gives, or an ending that only one file has. RECORD is a line of a transcript, as strata
ledger prints it.

How lines are known:
  observed   a record contains them
  computed   the result of edits of lines that were observed, and nothing in between could write
  likely     the same, but a command or a person may have changed the file in between
  partial    only some lines are known
  unknown    no line is known

A change is stale when the agent based it on another content than the file had.

Examples:
  strata file show src/parser.ts                 as the agent knew it that touched it last
  strata file show src/parser.ts --at ctx-4f2a --proof
  strata file history src/parser.ts -p           all versions, as diffs`

const recordText = ({ sourceId, line }: RecordName): string => `${sourceId.slice(0, 12)}:${line}`

const gapText = (from: number, to: number): string =>
  from === to ? `[line ${from} is not known]` : `[lines ${from} to ${to} are not known]`

interface ShownLine {
  readonly text: string
  readonly number: number | undefined
}

/** All lines that are known, and what is missing between them. What follows the last line feed is no line when it is empty. */
const knownLines = (file: KnownFileView): readonly ShownLine[] => {
  const parts = new Map(file.content === null ? file.lines.map(({ number, text }) => [number, text]) : undefined)
  file.content?.split('\n').forEach((text, at) => parts.set(at + 1, text))
  const shown = file.ranges.flatMap(({ from, to, proof }): readonly ShownLine[] => {
    if (proof === 'unknown') return [{ text: gapText(from, to), number: undefined }]
    return Array.from({ length: to - from + 1 }, (_, at) => ({ text: parts.get(from + at) ?? '', number: from + at }))
  })
  return shown.at(-1)?.text === '' ? shown.slice(0, -1) : shown
}

const proofText = (file: KnownFileView, { colors }: Terminal): string => {
  const rangeAt = (number: number) => file.ranges.find(({ from, to }) => from <= number && number <= to)
  const width = String(file.totalLines ?? file.ranges.at(-1)?.to ?? 0).length
  return knownLines(file)
    .map(({ text, number }) => {
      if (number === undefined) return colors.dim(text)
      const range = rangeAt(number)
      const record = range?.record ?? null
      const head = `${(range?.proof ?? '').padEnd(8)} ${record === null ? '' : recordText(record).padEnd(18)} ${String(number).padStart(width)}`
      return `${colors.dim(head)}  ${printable(text)}`
    })
    .join('\n')
}

const contentText = (file: KnownFileView): string => {
  if (file.content !== null) return file.content
  return `${knownLines(file)
    .map(({ text }) => text)
    .join('\n')}\n`
}

const missing = (file: KnownFileView): string | undefined => {
  if (!file.isThere) return `${printableLine(file.path)} did not exist at that commit.`
  if (file.ranges.length === 0) return `No line of ${printableLine(file.path)} is known: no record shows its content.`
  return undefined
}

interface ShowOptions {
  readonly at?: string
  readonly before?: string
  readonly after?: string
  readonly asWas?: boolean
  readonly proof?: boolean
}

const named = async (strata: Strata, name: 'before' | 'after', text: string | undefined): Promise<Record<string, RecordName>> => {
  if (text === undefined) return {}
  const { sourceId, line } = await recordPlace(strata, text)
  return { [name]: { sourceId, line } }
}

const showCommand = (run: RunCommand): Command =>
  new Command('show')
    .description('Print a file as an agent knew it')
    .argument('<path>', 'path, or the end of one')
    .option('--at <commit>', 'at the end of this commit')
    .option('--before <record>', 'before this record')
    .option('--after <record>', 'after this record')
    .addOption(new Option('--as-known', 'content that this agent knew (default)').conflicts('asWas'))
    .option('--as-was', 'newest content that any session had seen')
    .option('--proof', 'beside each line: how it is known, and by which record')
    .action((path: string, { at, before, after, asWas, proof }: ShowOptions) =>
      run.withEngine(async (strata) => {
        const { ask, json, terminal } = strata
        const where = {
          reading: asWas === true ? ('as-was' as const) : ('as-known' as const),
          ...(at === undefined ? {} : { at }),
          ...(await named(strata, 'before', before)),
          ...(await named(strata, 'after', after)),
        }
        const file = await ask('file.show', { path, ...where })
        if (json) {
          await terminal.print(jsonText(file))
          return undefined
        }
        const nothing = missing(file)
        if (nothing !== undefined) {
          await terminal.print(`${nothing}\n`)
          return undefined
        }
        if (proof === true) await terminal.print(`${proofText(file, terminal)}\n`)
        else await terminal.printData(contentText(file))
        return undefined
      }),
    )

const changeText = ({ added, removed, isThere }: KnownVersion): string => {
  if (!isThere) return 'deleted'
  return added === null || removed === null ? '' : `+${added} -${removed}`
}

const historyText = ({ versions, total, checks }: FileHistoryView, { colors, width }: Terminal): string => {
  const columns = [
    { title: 'TIME', paint: colors.dim },
    { title: 'COMMIT', paint: colors.yellow },
    { title: 'RECORD', dropped: 1 },
    { title: 'BY' },
    { title: 'PROOF' },
    { title: 'LINES', align: 'right' },
    { title: 'SESSION', flexible: true },
  ] as const
  const cells = versions.map((version) => [
    timeText(version.occurredAt),
    version.commitId,
    recordText(version.record),
    version.by,
    version.stale === null ? version.proof : `${version.proof}, stale`,
    changeText(version),
    printableLine(version.title),
  ])
  const refuted = checks.filter(({ outcome }) => outcome !== 'confirmed').length
  const checked = `${countOf(checks.length, 'later observation')}: ${checks.length - refuted} confirmed, ${refuted} refuted what was known`
  const shown = versions.length === total ? countOf(total, 'version') : `${versions.length} of ${countOf(total, 'version')} (-n)`
  return `${printTable(columns, cells, width, colors.bold)}${colors.dim(`${shown}. ${checked}.`)}\n`
}

const diffText = (path: string, before: string, after: string): string => {
  const { hunks } = structuredPatch(path, path, before, after, undefined, undefined, { context: 3 })
  return hunks
    .map(({ oldStart, oldLines, newStart, newLines, lines }) =>
      [`@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`, ...lines.map(printable)].join('\n'),
    )
    .join('\n')
}

/** Each version with its difference from the one before it in the list. */
const patchesText = ({ path, versions }: FileHistoryView, { colors }: Terminal): string =>
  versions
    .map((version, at) => {
      const before = versions[at + 1]
      const head = `${colors.yellow(version.commitId)} ${recordText(version.record)} ${timeText(version.occurredAt)} ${version.by}, ${version.proof}: ${printableLine(version.title)}`
      if (!version.isThere) return `${head}\ndeleted\n`
      if (version.content === null) return `${head}\nNot all of it is known.\n`
      if (before?.content === null && before.isThere) return `${head}\nWhat was there before is not wholly known.\n`
      if (before === undefined) return `${head}\nThe first version that is known: ${countOf(version.content.split('\n').length, 'line')}.\n`
      return `${head}\n${diffText(path, before.content ?? '', version.content)}\n`
    })
    .join('\n')

interface HistoryOptions {
  readonly session?: string
  readonly patch?: boolean
  readonly number: number
}

const historyCommand = (run: RunCommand): Command =>
  new Command('history')
    .description('List the versions of a file in all sessions, newest first')
    .argument('<path>', 'path, or the end of one')
    .option('--session <id>', 'session to include')
    .option('-p, --patch', 'show each version as a diff')
    .option('-n, --number <n>', 'maximum number of versions', wholeNumber, 1000)
    .action((path: string, { session, patch, number }: HistoryOptions) =>
      run.withEngine(async ({ ask, json, terminal }) => {
        const ofSession = session === undefined ? {} : { sessionId: session }
        const history = await ask('file.history', { path, ...ofSession, limit: number, withContents: patch === true })
        await terminal.print(json ? jsonText(history) : patch === true ? patchesText(history, terminal) : historyText(history, terminal))
        return undefined
      }),
    )

export const fileCommand: DefineCommand = (command, run) =>
  command.addHelpText('after', notes).addCommand(showCommand(run)).addCommand(historyCommand(run))
