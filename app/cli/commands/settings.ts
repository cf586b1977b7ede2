/** strata settings: what a person chose for a store on this machine. */
import { Command } from 'commander'
import type { CallInput } from '../../contract/calls.ts'
import type { SettingsView } from '../../contract/settings.ts'
import type { Granularity } from '../../model/granularity.ts'
import { jsonText } from '../text/failure-text.ts'
import { bytesText } from '../text/format.ts'
import { countOf } from '../../model/format/count.ts'
import { printableLine } from '../text/printable.ts'
import { byteCount, dayCount, granularityOf, type DefineCommand } from './command.ts'

const notes = `
Settings apply to one store on one machine. They are in settings.json in the folder of the store and are not copied with it. Watched
folders and remotes are also there: strata watch, strata remote.

Examples:
  strata settings granularity response     one commit per reply, for new sessions
  strata settings hide acme.example "Jane Roe" "ACME-*"    add private words; * matches up to a space
  strata settings unhide "ACME-*"        remove a private word`

const sizeText = (granularity: Granularity): string => {
  if (granularity === 'response') return 'one commit per reply'
  return granularity === 1 ? 'one commit per turn' : `one commit per ${granularity} turns`
}

const settingsText = ({
  file,
  fault,
  granularity,
  keepDays,
  maxBytes,
  ephemeralDays,
  privateWords,
  secretKinds,
  versions,
}: SettingsView): string =>
  [
    `granularity   ${sizeText(granularity)}, for new sessions`,
    `keep-days     ${countOf(keepDays, 'day')}, retention of unused artifacts`,
    `max-size      ${maxBytes === null ? 'no limit' : bytesText(maxBytes)}, of the packs; strata expire keeps it`,
    `ephemeral     ${countOf(ephemeralDays, 'day')} without use, then strata expire removes sessions named ephemeral/…`,
    `hidden        ${privateWords.length === 0 ? 'no private words' : privateWords.map(printableLine).join(', ')}`,
    `              and ${secretKinds.length} kinds of secrets: strata settings secret-kinds lists them`,
    `file          ${printableLine(file)}`,
    ...(fault === null ? [] : [`              ${printableLine(fault)}`]),
    `versions      ${Object.entries(versions)
      .map(([name, version]) => `${name} ${version}`)
      .join(', ')}`,
  ]
    .map((line) => `${line}\n`)
    .join('')

export const settingsCommand: DefineCommand = (command, run) => {
  const change = (input: CallInput<'settings.change'>): Promise<void> =>
    run.withEngine(async ({ ask, json, terminal }) => {
      const view = await ask('settings.change', input)
      await terminal.print(json ? jsonText(view) : settingsText(view))
      return undefined
    }, 'create')
  return command
    .addHelpText('after', notes)
    .addCommand(
      new Command('list').description('Show all settings (default)').action(() =>
        run.withEngine(async ({ ask, json, terminal }) => {
          const view = await ask('settings.show', {})
          await terminal.print(json ? jsonText(view) : settingsText(view))
          return undefined
        }),
      ),
      { isDefault: true },
    )
    .addCommand(
      new Command('secret-kinds').description('List the built-in kinds of secrets').action(() =>
        run.withEngine(async ({ ask, json, terminal }) => {
          const { secretKinds } = await ask('settings.show', {})
          await terminal.print(json ? jsonText(secretKinds) : secretKinds.map((kind) => `${kind}\n`).join(''))
          return undefined
        }),
      ),
    )
    .addCommand(
      new Command('granularity')
        .description('Set the size of commits for new sessions (existing sessions: strata import --granularity)')
        .argument('<size>', 'response, turn (default), or a number of turns', granularityOf)
        .action((granularity: Granularity) => change({ granularity })),
    )
    .addCommand(
      new Command('keep-days')
        .description('Set the retention of unused artifacts for strata gc')
        .argument('<days>', 'retention in days (default: 14; 0 = none)', dayCount)
        .action((keepDays: number) => change({ keepDays })),
    )
    .addCommand(
      new Command('max-size')
        .description('Set the size limit of the packs for strata expire')
        .argument('<size>', 'for example 5GB; none = no limit', (text) => (text === 'none' ? null : byteCount(text)))
        .action((maxBytes: number | null) => change({ maxBytes })),
    )
    .addCommand(
      new Command('ephemeral-days')
        .description('Set after how many days strata expire removes ephemeral sessions')
        .argument('<days>', 'days without use (default: 7)', dayCount)
        .action((ephemeralDays: number) => change({ ephemeralDays })),
    )
    .addCommand(
      new Command('hide')
        .description('Add private words, which redacted exports and requests to a model exclude')
        .argument('<words...>', 'at least three letters; * matches up to a space')
        .action((addWords: string[]) => change({ addWords })),
    )
    .addCommand(
      new Command('unhide')
        .description('Remove private words')
        .argument('<words...>', 'private words, as listed')
        .action((removeWords: string[]) => change({ removeWords })),
    )
}
