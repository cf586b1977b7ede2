/** strata resolve: the last commit at a time, or the commit that a Git commit names. */
import type { CommitView } from '../../contract/commits.ts'
import { exitCodes } from '../exit-codes.ts'
import { contextTrailers } from '../git-trailers.ts'
import { jsonText } from '../text/failure-text.ts'
import { parseTime } from '../text/parse-time.ts'
import type { Strata } from '../run-with-engine.ts'
import { printableLine } from '../text/printable.ts'
import type { DefineCommand } from './command.ts'
import { linesOf } from './history.ts'

interface ResolveOptions {
  readonly git?: string
  readonly repo?: string
  readonly project?: string
  readonly session?: string
}

const noneText = (principal: string | undefined, { project, session }: ResolveOptions): string => {
  const names = [principal, project, session].filter((name) => name !== undefined)
  const hint =
    principal !== undefined && !principal.startsWith('@') ? ' A principal has the form @gardener:home; use --project for a folder.' : ''
  return `No commit of ${names.map(printableLine).join(', ')} at or before that time.${hint}\n`
}

/** The commits that the trailers of a Git commit name, in their order; a name that the store does not contain is an error. */
const resolveGit = async ({ ask, json, terminal }: Strata, revision: string, repo: string | undefined): Promise<number | undefined> => {
  const names = await contextTrailers(revision, repo ?? '.')
  const commits: CommitView[] = []
  for (const name of names) commits.push((await ask('commit.show', { commitId: name })).commit)
  if (json) await terminal.print(jsonText({ commits }))
  else if (commits.length === 0) terminal.printError(`No Strata-Context trailer in the message of ${printableLine(revision)}.\n`)
  else await terminal.print(linesOf(commits, terminal))
  return commits.length === 0 ? exitCodes.failure : undefined
}

const resolveText = async (
  { ask, json, terminal }: Strata,
  names: readonly string[],
  options: ResolveOptions,
): Promise<number | undefined> => {
  const [principal, time = ''] = names.length === 1 ? [undefined, names[0]] : names
  const { at, note } = parseTime(time)
  if (note !== '') terminal.printError(note)
  const commit = await ask('commit.resolve', {
    at,
    ...(principal === undefined ? {} : { principal }),
    ...(options.project === undefined ? {} : { project: options.project }),
    ...(options.session === undefined ? {} : { sessionId: options.session }),
  })
  if (json) await terminal.print(jsonText({ commit }))
  else if (commit === null) terminal.printError(noneText(principal, options))
  else await terminal.print(linesOf([commit], terminal))
  return commit === null ? exitCodes.failure : undefined
}

const resolveExamples = `
Examples:
  strata resolve @gardener:home 2026-01-31T10:00:00+01:00
  strata resolve --project /home/me/garden 2026-01-31T09:00:00Z
  strata resolve --session 4f2a "2026-01-31 10:00"      local time; the zone is printed
  strata resolve --git HEAD                             the commit that a Git commit names in its message

A Git commit names a commit of Strata with the trailer that strata current --trailer prints.

Exit code 1 if no commit matches.`

export const resolveCommand: DefineCommand = (command, run) =>
  command
    .usage('[options] [[principal] <time>]')
    .argument('[names...]', 'principal (without --project or --session), then the time')
    .option('--project <folder>', 'project of the commit')
    .option('--session <id>', 'session of the commit')
    .option('--git <revision>', 'commit that a Git commit names in its message')
    .option('--repo <dir>', 'with --git: folder of the repository (default: .)')
    .addHelpText('after', resolveExamples)
    .action((names: readonly string[], options: ResolveOptions) => {
      const { git, repo, project, session } = options
      const isAlone = names.length === 0 && project === undefined && session === undefined
      if (git !== undefined && !isAlone) command.error('error: --git takes no time, --project or --session', { exitCode: exitCodes.usage })
      if (git === undefined && names.length === 0) command.error("error: missing required argument 'time'", { exitCode: exitCodes.usage })
      return run.withEngine((strata) => (git === undefined ? resolveText(strata, names, options) : resolveGit(strata, git, repo)))
    })
