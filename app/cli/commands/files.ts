/** strata files: the files that agents read and changed, and every call that did. */
import type { FilesPage, FileVersion, FileVersionsPage } from '../../contract/files.ts'
import { hintProject } from '../similar-hints.ts'
import { jsonText } from '../text/failure-text.ts'
import { countText, timeText } from '../text/format.ts'
import { countOf } from '../../model/format/count.ts'
import { printTable } from '../text/print-table.ts'
import { printableLine } from '../text/printable.ts'
import type { Terminal } from '../terminal.ts'
import { reportUnreadable } from '../report-unreadable.ts'
import { wholeNumber, type DefineCommand } from './command.ts'

interface Options {
  readonly of?: string
  readonly project?: string
  readonly session?: string
  readonly number: number
}

const defaultNumber = 1000

const notes = `
A path is the argument of a tool call: one file can have several paths. READ and CHANGED count calls that read or changed the
file; CALLS counts all calls, including other tools and calls without a result. Files that a search looked at are not listed.
To see what the agent read or wrote, show the commit of the call: strata show.

Examples:
  strata files parser                     files whose path contains this text, most recent first
  strata files --of /home/me/app/src/parser.ts    every call that read or changed it`

const summed = (shown: number, total: number, word: string): string =>
  shown === total ? countOf(total, word) : `${countText(shown)} of ${countOf(total, word)}; use -n for more`

const filesText = ({ rows, total }: FilesPage, { colors, width }: Terminal): string => {
  if (total === 0) return 'No matches.\n'
  const columns = [
    { title: 'LAST', paint: colors.dim },
    { title: 'READ', align: 'right' },
    { title: 'CHANGED', align: 'right' },
    { title: 'FAILED', align: 'right', dropped: 3 },
    { title: 'CALLS', align: 'right', dropped: 2 },
    { title: 'SESSIONS', align: 'right', dropped: 1 },
    { title: 'FILE', paint: colors.cyan, flexible: 'start' },
  ] as const
  const cells = rows.map(({ path, reads, changes, failed, calls, sessions, lastAt }) => [
    timeText(lastAt),
    countText(reads),
    countText(changes),
    countText(failed),
    countText(calls),
    countText(sessions),
    printableLine(path),
  ])
  return `${printTable(columns, cells, width, colors.bold)}${colors.dim(summed(rows.length, total, 'file'))}\n`
}

const whatOf = ({ toolName, outcome, chain }: FileVersion): string =>
  [printableLine(toolName), ...(outcome === 'result' ? [] : [outcome]), ...(chain === 'main' ? [] : ['by a sub-agent'])].join(', ')

const versionsText = ({ rows, total }: FileVersionsPage, { colors, width }: Terminal): string => {
  if (total === 0) return 'No calls for this file. To list the files that have calls: strata files\n'
  const columns = [
    { title: 'TIME', paint: colors.dim },
    { title: 'COMMIT', paint: colors.yellow },
    { title: 'WHAT' },
    { title: 'SESSION', flexible: true },
  ] as const
  const cells = rows.map((row) => [timeText(row.occurredAt), row.commitId ?? '(none)', whatOf(row), printableLine(row.title)])
  return `${printTable(columns, cells, width, colors.bold)}${colors.dim(summed(rows.length, total, 'call'))}\n`
}

export const filesCommand: DefineCommand = (command, run) => {
  command
    .argument('[text]', 'part of the path, case-insensitive')
    .option('--of <path>', 'file whose calls to list, newest first: its path, or the end of its path')
    .option('--project <folder>', 'working directory of the sessions to include')
    .option('--session <id>', 'session to include')
    .option('-n, --number <n>', 'maximum number of rows', wholeNumber, defaultNumber)
    .addHelpText('after', notes)
  return command.action((text: string | undefined, { of, project, session, number }: Options) => {
    if (of !== undefined && (text !== undefined || project !== undefined))
      command.error('error: --of cannot be used with a text or --project')
    const ofSession = session === undefined ? {} : { sessionId: session }
    return run.withEngine(async (strata) => {
      const { ask, json, terminal } = strata
      if (of !== undefined) {
        const page = await ask('files.versions', { path: of, limit: number, ...ofSession })
        await terminal.print(json ? jsonText(page) : versionsText(page, terminal))
        return undefined
      }
      const filters = { ...(text === undefined ? {} : { text }), ...(project === undefined ? {} : { project }) }
      const page = await ask('files.list', { ...filters, ...ofSession, limit: number })
      await terminal.print(json ? jsonText(page) : filesText(page, terminal))
      if (!json && page.total === 0) await hintProject(strata, project)
      return session === undefined ? reportUnreadable(strata) : undefined
    })
  })
}
