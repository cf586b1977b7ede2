/** strata import: takes transcripts into the store. */
import { resolve } from 'node:path'
import { Command } from 'commander'
import type { ImportResult } from '../../contract/job-results.ts'
import { exitCodes } from '../exit-codes.ts'
import { jsonText } from '../failure-text.ts'
import { bytesText, countText, durationText, plural } from '../figures.ts'
import type { RunCommand } from './command.ts'

interface Options {
  readonly dryRun?: boolean
  readonly principal?: string
}

const filesText = (result: ImportResult): string => {
  const what = `${plural(result.filesImported, 'file')} (${bytesText(result.bytesRead)})`
  return result.dryRun
    ? `Would read ${what} of ${plural(result.sessions, 'session')}; ${countText(result.filesUnchanged)} unchanged.`
    : `Read ${what} of ${plural(result.sessions, 'session')}; ${countText(result.filesUnchanged)} unchanged.`
}

/** What an import did, for people. */
export const importText = (result: ImportResult): string => {
  const lines = [filesText(result)]
  if (result.filesFound === 0) lines.push('No transcripts were found: `strata doctor` says where was looked, and why.')
  if (!result.dryRun && result.filesImported > 0)
    lines.push(`${plural(result.records, 'record')}, ${plural(result.newCommits, 'commit')}, in ${durationText(result.ms)}.`)
  if (result.filesFailed > 0) lines.push(`${plural(result.filesFailed, 'file')} could not be read.`)
  if (result.problems > 0) lines.push(`${plural(result.problems, 'problem')} in what was read: strata problems`)
  return lines.map((line) => `${line}\n`).join('')
}

export const importCommand = (run: RunCommand): Command =>
  new Command('import')
    .description('take transcripts into the store; without a path, those of this machine')
    .argument('[path...]', 'folders or files to look in')
    .option('-n, --dry-run', 'only say what would be read')
    .option('--principal <name>', 'who ran the agents; otherwise named after the project')
    .action((paths: readonly string[], { dryRun, principal }: Options) =>
      run.withEngine(async ({ ask, finish, json, terminal }) => {
        const input = { paths: paths.map((path) => resolve(path)), dryRun: dryRun === true }
        const job = await finish(() => ask('import.start', principal === undefined ? input : { ...input, principal }))
        const result = job.result as ImportResult
        await terminal.print(json ? jsonText(result) : importText(result))
        return result.filesFailed > 0 ? exitCodes.faults : undefined
      }),
    )
