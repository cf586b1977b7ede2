/** strata fork, strata tag: names for commits. A fork moves with what is checkpointed onto it, a tag stays where it is. */
import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { RefView } from '../../contract/commits.ts'
import { StrataError } from '../../model/failure.ts'
import { namedOrCurrent } from '../current-commit.ts'
import { jsonText } from '../text/failure-text.ts'
import type { Strata } from '../run-with-engine.ts'
import { printTable } from '../text/print-table.ts'
import { printableLine } from '../text/printable.ts'
import { printExport } from '../print-export.ts'
import { tokenBudget, type RunCommand, type DefineCommand } from './command.ts'

type Kind = 'fork' | 'tag'

interface Options {
  readonly name?: string
  readonly move?: boolean
  readonly remove?: string
  readonly resume?: boolean
  readonly budget?: number
  readonly cwd?: string
}

const print = ({ json, terminal }: Strata, refs: readonly RefView[], text: string): Promise<void> =>
  terminal.print(json ? jsonText({ refs }) : text)

const list = async (strata: Strata, kind: Kind): Promise<void> => {
  const refs = (await strata.ask('refs.list', {})).filter((ref) => ref.kind === kind)
  const { colors, width } = strata.terminal
  const rows = refs.map(({ name, commitId }) => [commitId, printableLine(name)])
  const table = printTable(
    [
      { title: 'COMMIT', paint: colors.yellow },
      { title: 'NAME', paint: colors.green },
    ],
    rows,
    width,
    colors.bold,
  )
  await print(strata, refs, refs.length === 0 ? `No ${kind}s. To add one: strata ${kind} COMMIT --name NAME\n` : table)
}

const refText = ({ name, commitId }: RefView, next: string): string => `${printableLine(name)} → ${commitId}${next}\n`

const nextStep: Readonly<Record<Kind, (name: string) => string>> = {
  fork: (name) => `\nTo continue from it: strata checkpoint FILE --format events-v1 --onto ${printableLine(name)}`,
  tag: () => '',
}

const change = async (strata: Strata, kind: Kind, commit: string | undefined, options: Options): Promise<void> => {
  if (options.remove !== undefined) {
    const name = options.remove.startsWith(`${kind}/`) ? options.remove : `${kind}/${options.remove}`
    const ref = await strata.ask('ref.remove', { name })
    await print(strata, [ref], `Removed ${printableLine(ref.name)} (was ${ref.commitId})\n`)
    return
  }
  if (options.name === undefined) {
    if (commit === undefined) return list(strata, kind)
    throw new StrataError('invalid-input', `The ${kind} has no name: give --name NAME`)
  }
  const commitId = await namedOrCurrent(commit)
  if (commitId === undefined)
    throw new StrataError('invalid-input', `The ${kind} “${options.name}” has no commit: strata ${kind} COMMIT --name NAME`)
  const ref = await strata.ask('ref.set', { kind, name: options.name, commitId, move: options.move === true })
  await print(strata, [ref], refText(ref, nextStep[kind](ref.name)))
}

const examples: Readonly<Record<Kind, string>> = {
  fork: `
Examples:
  strata fork ctx-1a2b3c4d --name try-again   continue from a commit on a fork
  strata checkpoint turn.cbor --format events-v1 --onto try-again
  strata fork ctx-1a2b3c4d --resume --budget 60k   a new session of Claude Code, with the command that continues it
  strata fork                                 list all forks
  strata fork --remove try-again`,
  tag: `
Examples:
  strata tag ctx-1a2b3c4d --name before-the-rewrite
  strata show before-the-rewrite
  strata tag                                  list all tags
  strata tag --remove before-the-rewrite`,
}

const define = (command: Command, run: RunCommand, kind: Kind): Command =>
  command
    .argument('[commit]', `commit, ref or session; without one, list all ${kind}s`)
    .option('--name <name>', `name of the ${kind}, valid as a Git branch name`)
    .option('--move', 'move an existing name')
    .option('--remove <name>', `${kind} to remove; the commit stays`)
    .addHelpText('after', examples[kind])
    .action((commit: string | undefined, options: Options) => {
      if (options.resume !== true && (options.budget !== undefined || options.cwd !== undefined))
        command.error('error: --budget and --cwd require --resume')
      if (options.resume === true && (options.remove !== undefined || options.move === true))
        command.error('error: --resume cannot be combined with --remove or --move')
      return run.withEngine(async (strata) => {
        if (options.resume === true) return resume(strata, commit, options)
        await change(strata, kind, commit, options)
        return undefined
      })
    })

/** A fork that the client continues as a new session: it ends in the command of the client. */
const resume = async (strata: Strata, commit: string | undefined, { name, budget, cwd }: Options): Promise<undefined> => {
  const commitId = await namedOrCurrent(commit)
  if (commitId === undefined) throw new StrataError('invalid-input', 'Give a commit, ref or session to resume: strata fork COMMIT --resume')
  const configDir = process.env['CLAUDE_CONFIG_DIR']
  const view = await strata.ask('export.make', {
    commitId,
    target: 'claude-code',
    install: true,
    ...(name === undefined ? {} : { name }),
    ...(budget === undefined ? {} : { budget }),
    ...(cwd === undefined ? {} : { cwd: resolve(cwd) }),
    ...(configDir === undefined || configDir === '' ? {} : { configDir }),
  })
  return printExport(strata, view)
}

export const forkCommand: DefineCommand = (command, run) =>
  define(command, run, 'fork')
    .option('--resume', 'fork and continue in Claude Code as a new session: prints the command of the client')
    .option('--budget <tokens>', 'with --resume: most tokens; older turns are shortened or excluded', tokenBudget)
    .option('--cwd <dir>', "with --resume: working directory (default: the session's)")

export const tagCommand: DefineCommand = (command, run) => define(command, run, 'tag')
