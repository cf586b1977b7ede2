/** strata restore: source files back on disk, byte for byte. */
import { resolve } from 'node:path'
import type { RestoreResult } from '../../contract/restore.ts'
import { hintOf } from '../../model/failure.ts'
import { exitCodes } from '../exit-codes.ts'
import { jsonText } from '../text/failure-text.ts'
import { bytesText } from '../text/format.ts'
import { countOf } from '../../model/format/count.ts'
import { printableLine } from '../text/printable.ts'
import type { Terminal } from '../terminal.ts'
import type { DefineCommand } from './command.ts'

interface Options {
  readonly all?: boolean
  readonly to?: string
  readonly inPlace?: boolean
  readonly dryRun?: boolean
}

const wasThere = (files: number): string => (files === 0 ? '' : `; ${countOf(files, 'file')} already existed`)

const pathLines = (heading: string, paths: readonly string[]): string =>
  paths.length === 0 ? '' : `${heading}\n${paths.map((path) => `  ${printableLine(path)}\n`).join('')}`

/** The outcomes of files that are restored to their original places, each by name. */
const inPlaceText = ({ files, alreadyThere, occupied, refused, dryRun }: RestoreResult): string =>
  [
    pathLines(
      dryRun ? 'Would write:' : 'Written:',
      files.map(({ file }) => file),
    ),
    pathLines(
      'Already exists:',
      alreadyThere.map(({ file }) => file),
    ),
    pathLines(
      'Not written, another file has that path:',
      occupied.map(({ file }) => file),
    ),
    ...(refused.length === 0
      ? []
      : [
          pathLines(
            'Not written:',
            refused.map(({ path, reason }) => `${path}: ${reason}`),
          ),
          'To write them to a folder: strata restore NAME --to DIR\n',
        ]),
  ].join('')

const promptsOnlyText = ({ promptsOnly }: RestoreResult): string =>
  promptsOnly.length === 0
    ? ''
    : `${countOf(promptsOnly.length, 'session has', 'sessions have')} no transcript to restore: only the prompts are known. To write them: strata export SESSION\n`

/** The files that were written or existed, and those that could not be read. */
const restoreText = (result: RestoreResult, to: string | null, { colors }: Terminal): string => {
  const { files, bytes, alreadyThere, unreadable, dryRun } = result
  const where = to === null ? 'where they were' : `below ${printableLine(to)}`
  const verb = dryRun ? 'would be written' : 'written'
  const counts = `${countOf(files.length, 'file')} (${bytesText(bytes)}) ${verb} ${where}${wasThere(alreadyThere.length)}\n`
  const written = `${to === null ? inPlaceText(result) : ''}${counts}${promptsOnlyText(result)}`
  if (unreadable.length === 0) return written
  const lost = unreadable.map(
    ({ file, sessionId, reason }) =>
      `  ${colors.cyan(printableLine(file))}, session ${printableLine(sessionId)}: ${printableLine(reason)}\n`,
  )
  const heading = colors.red(`${countOf(unreadable.length, 'file')} could not be read:`)
  return `${written}${heading}\n${lost.join('')}${hintOf('artifact-corrupt')}\n`
}

export const restoreCommand: DefineCommand = (command, run) => {
  command
    .argument('[name]', 'name in strata stats --by source, path, or session')
    .option('--all', 'all files')
    .option('--to <dir>', 'folder to write to; existing files are never overwritten')
    .option('--in-place', 'where each file was; existing files are never overwritten')
    .option('-n, --dry-run', 'preview only')
  return command.action((name: string | undefined, { all, to: folder, inPlace, dryRun }: Options) => {
    if ((name === undefined) !== (all === true)) command.error('error: give a file or session, or --all')
    if ((folder === undefined) !== (inPlace === true)) command.error('error: give --to DIR or --in-place')
    const to = folder === undefined ? null : resolve(folder)
    return run.withEngine(async ({ ask, finish, json, terminal }) => {
      const what = name === undefined ? { all: true as const } : { name }
      const job = await finish(() => ask('restore.start', { what, to, dryRun: dryRun === true }))
      const result = job.result
      await terminal.print(json ? jsonText(result) : restoreText(result, to, terminal))
      return result.unreadable.length + result.occupied.length + result.refused.length > 0 ? exitCodes.faults : undefined
    })
  })
}
