/** strata filesystem: which file system the paths in transcripts are on, and so which files are the same. */
import { resolve } from 'node:path'
import { Command } from 'commander'
import { jsonText } from '../text/failure-text.ts'
import { filesystemText, filesystemsText, removedText } from '../text/filesystem-text.ts'
import type { DefineCommand, RunCommand } from './command.ts'

interface AddOptions {
  readonly prefix?: string
  readonly as?: string
  readonly root?: string
  readonly of?: string
  readonly id?: string
  readonly machineId?: string
}

const examples = `
Examples:
  strata filesystem add box --machine-id 0123abcd          name another machine
  strata import /mnt/box/projects --filesystem box         import a copy of its transcripts
  strata filesystem add data --prefix /data --id box       a mount of a file system of that machine
  strata filesystem add fix --prefix ~/repo-fix --as ~/repo   count two worktrees as one`

const addCommand = (run: RunCommand): Command =>
  new Command('add')
    .description('Name a file system; with --prefix, paths below it are on it')
    .argument('<name>', 'name of the file system')
    .option('--prefix <path>', 'path in transcripts, absolute')
    .option('--as <path>', 'path that replaces the prefix')
    .option('--root <dir>', 'apply to transcripts of this folder only')
    .option('--of <id|name>', 'apply to transcripts of this file system only')
    .option('--id <id|name>', 'id of the file system (default: a new one)')
    .option('--machine-id <id>', 'id of the machine, as in /etc/machine-id')
    .addHelpText('after', examples)
    .action((name: string, { root, ...options }: AddOptions) =>
      run.withEngine(async ({ ask, json, terminal }) => {
        const added = await ask('filesystems.add', { name, ...options, ...(root === undefined ? {} : { root: resolve(root) }) })
        await terminal.print(json ? jsonText(added) : filesystemText(added))
        return undefined
      }, 'create'),
    )

const listCommand = (run: RunCommand): Command =>
  new Command('list').description('List names, rules, and folders of transcripts (default)').action(() =>
    run.withEngine(async ({ ask, json, terminal }) => {
      const view = await ask('filesystems.list', {})
      await terminal.print(json ? jsonText(view) : filesystemsText(view, terminal))
      return undefined
    }, 'empty'),
  )

const removeCommand = (run: RunCommand): Command =>
  new Command('remove')
    .description('Remove a name with its rule')
    .argument('<name>', 'name of the file system')
    .option('--of <id|name>', 'when other machines use the name too')
    .action((name: string, { of }: { readonly of?: string }) =>
      run.withEngine(async ({ ask, json, terminal }) => {
        const removed = await ask('filesystems.remove', { name, ...(of === undefined ? {} : { of }) })
        await terminal.print(json ? jsonText(removed) : removedText(removed))
        return undefined
      }),
    )

export const filesystemCommand: DefineCommand = (command, run) =>
  command.addCommand(addCommand(run)).addCommand(listCommand(run), { isDefault: true }).addCommand(removeCommand(run))
