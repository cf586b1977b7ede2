/** strata settings: what a person chose for a store on this machine. */
import { Command } from 'commander'
import type { CallInput } from '../../contract/calls.ts'
import type { SettingsView } from '../../contract/settings.ts'
import type { Granularity } from '../../model/granularity.ts'
import { jsonText } from '../text/failure-text.ts'
import { plural } from '../text/format.ts'
import { printableLine } from '../text/printable.ts'
import { dayCount, granularityOf, type RunCommand } from './command.ts'

const notes = `
Settings hold for one store on one machine: they lie in settings.json beside it, and do not travel. What is watched and which
remotes have names is there, too: strata watch, strata remote.

Examples:
  strata settings granularity response     from now on a commit for every reply, of sessions that are new
  strata settings hide acme.example "Jane Roe" "ACME-*"    take that out of exports, too; * stands for what follows up to a blank
  strata settings unhide "ACME-*"        no longer`

const sizeText = (granularity: Granularity): string => {
  if (granularity === 'response') return 'a commit for every reply'
  return granularity === 1 ? 'a commit for every turn' : `a commit for every ${granularity} turns`
}

const settingsText = ({ file, fault, granularity, keepDays, privateWords, secretKinds, versions }: SettingsView): string =>
  [
    `granularity   ${sizeText(granularity)}, of sessions that are new`,
    `keep-days     ${plural(keepDays, 'day')}, before what nothing needs is collected`,
    `hidden        ${privateWords.length === 0 ? 'no words of your own' : privateWords.map(printableLine).join(', ')}`,
    `              and ${secretKinds.length} kinds of secrets: strata settings secret-kinds lists them`,
    `file          ${printableLine(file)}`,
    ...(fault === null ? [] : [`              ${printableLine(fault)}`]),
    `versions      ${Object.entries(versions)
      .map(([name, version]) => `${name} ${version}`)
      .join(', ')}`,
  ]
    .map((line) => `${line}\n`)
    .join('')

export const settingsCommand = (run: RunCommand): Command => {
  const change = (input: CallInput<'settings.change'>): Promise<void> =>
    run.withEngine(async ({ ask, json, terminal }) => {
      const view = await ask('settings.change', input)
      await terminal.print(json ? jsonText(view) : settingsText(view))
      return undefined
    }, 'create')
  return new Command('settings')
    .description('what you chose for this store on this machine')
    .addHelpText('after', notes)
    .addCommand(
      new Command('list').description('every setting; also without a word').action(() =>
        run.withEngine(async ({ ask, json, terminal }) => {
          const view = await ask('settings.show', {})
          await terminal.print(json ? jsonText(view) : settingsText(view))
          return undefined
        }),
      ),
      { isDefault: true },
    )
    .addCommand(
      new Command('secret-kinds').description('the kinds of secrets that Strata finds without your words').action(() =>
        run.withEngine(async ({ ask, json, terminal }) => {
          const { secretKinds } = await ask('settings.show', {})
          await terminal.print(json ? jsonText(secretKinds) : secretKinds.map((kind) => `${kind}\n`).join(''))
          return undefined
        }),
      ),
    )
    .addCommand(
      new Command('granularity')
        .description('how fine sessions that are new are cut; those that are here stay as they are: strata import --granularity')
        .argument('<size>', 'response, turn (as usual), or a number of turns', granularityOf)
        .action((granularity: Granularity) => change({ granularity })),
    )
    .addCommand(
      new Command('keep-days')
        .description('how long strata gc keeps what nothing needs any more')
        .argument('<days>', 'a number of days, 14 as usual; 0: not at all', dayCount)
        .action((keepDays: number) => change({ keepDays })),
    )
    .addCommand(
      new Command('hide')
        .description('take these words out of what is exported without secrets or sent to a model')
        .argument('<words...>', 'three letters or more; * stands for what follows up to a blank')
        .action((addWords: string[]) => change({ addWords })),
    )
    .addCommand(
      new Command('unhide')
        .description('leave these words where they are again')
        .argument('<words...>')
        .action((removeWords: string[]) => change({ removeWords })),
    )
}
