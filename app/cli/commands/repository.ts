/** strata repository: which folders are checkouts of the same repository. */
import { resolve } from 'node:path'
import { Command } from 'commander'
import { jsonText } from '../text/failure-text.ts'
import { linkText, repositoriesText } from '../text/repository-text.ts'
import type { DefineCommand, RunCommand } from './command.ts'

const notes = `
The history and the blame of a file go over all checkouts of its repository. Folders that sessions worked in are joined when git made one
from the other, or when enough files of both had equal contents; LICENSE, package.json and the like do not count. Pairs with too little
evidence are doubtful: join them, or separate what was joined wrongly. The ids of objects do not change.

Examples:
  strata repository                              checkouts with their evidence
  strata repository join ~/app ~/app-fix         they are checkouts of one repository
  strata repository separate ~/app ~/template    they are not
  strata repository reset ~/app ~/template       the evidence decides again`

/** As transcripts write it where it is a path of Windows, else of this machine. */
const folderOf = (given: string): string => (/^[a-z]:[\\/]|^\\\\/i.test(given) ? given : resolve(given))

const setCommand = (run: RunCommand, name: string, description: string, same: boolean | null): Command =>
  new Command(name)
    .description(description)
    .argument('<dir>', 'folder of a checkout, as transcripts name it')
    .argument('<dir>', 'folder of the other checkout')
    .action((one: string, other: string) =>
      run.withEngine(async ({ ask, json, terminal }) => {
        const link = await ask('repositories.set', { one: folderOf(one), other: folderOf(other), same })
        await terminal.print(json ? jsonText(link) : linkText(link))
        return undefined
      }),
    )

const listCommand = (run: RunCommand): Command =>
  new Command('list').description('List checkouts of the same repository, with the evidence (default)').action(() =>
    run.withEngine(async ({ ask, json, terminal }) => {
      const view = await ask('repositories.list', {})
      await terminal.print(json ? jsonText(view) : repositoriesText(view, terminal))
      return undefined
    }),
  )

export const repositoryCommand: DefineCommand = (command, run) =>
  command
    .addHelpText('after', notes)
    .addCommand(listCommand(run), { isDefault: true })
    .addCommand(setCommand(run, 'join', 'Count two folders as checkouts of one repository', true))
    .addCommand(setCommand(run, 'separate', 'Count two folders as two repositories', false))
    .addCommand(setCommand(run, 'reset', 'Let the evidence decide about two folders again', null))
