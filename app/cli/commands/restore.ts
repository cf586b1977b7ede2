/** strata restore: source files back on disk, byte for byte. */
import { resolve } from 'node:path'
import { Command } from 'commander'
import type { RestoreResult } from '../../contract/job-results.ts'
import { jsonText } from '../failure-text.ts'
import { bytesText, plural } from '../figures.ts'
import type { RunCommand } from './command.ts'

interface Options {
  readonly all?: boolean
  readonly to: string
}

export const restoreCommand = (run: RunCommand): Command => {
  const command = new Command('restore')
    .description('write source files back, byte for byte, as they were imported last')
    .argument('[name]', 'a file as `strata stats --by source` names it, its path, or a session')
    .option('--all', 'every file')
    .requiredOption('--to <dir>', 'folder to write into; files that are there already are never replaced')
  return command.action((name: string | undefined, { all, to }: Options) => {
    if ((name === undefined) !== (all === true)) command.error('error: give a file or session, or --all')
    return run.withEngine(async ({ ask, finish, json, terminal }) => {
      const what = name === undefined ? { all: true as const } : { name }
      const job = await finish(() => ask('restore.start', { what, to: resolve(to) }))
      const result = job.result as RestoreResult
      const text = `${plural(result.files.length, 'file')} (${bytesText(result.bytes)}) written below ${resolve(to)}\n`
      await terminal.print(json ? jsonText(result) : text)
      return undefined
    })
  })
}
