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
  readonly to: string
}

const wasThere = (files: number): string => (files === 0 ? '' : `; ${countOf(files, 'file')} already existed`)

/** What was written and what was there, and the files that could not be read when there are any. */
const restoreText = ({ files, bytes, alreadyThere, unreadable }: RestoreResult, to: string, { colors }: Terminal): string => {
  const written = `${countOf(files.length, 'file')} (${bytesText(bytes)}) written below ${printableLine(to)}${wasThere(alreadyThere.length)}\n`
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
    .requiredOption('--to <dir>', 'folder to write to; existing files are never overwritten')
  return command.action((name: string | undefined, { all, to }: Options) => {
    if ((name === undefined) !== (all === true)) command.error('error: give a file or session, or --all')
    return run.withEngine(async ({ ask, finish, json, terminal }) => {
      const what = name === undefined ? { all: true as const } : { name }
      const job = await finish(() => ask('restore.start', { what, to: resolve(to) }))
      const result = job.result
      await terminal.print(json ? jsonText(result) : restoreText(result, resolve(to), terminal))
      return result.unreadable.length > 0 ? exitCodes.faults : undefined
    })
  })
}
