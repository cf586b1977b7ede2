/** strata bundle: sessions and commits in one file that can be carried elsewhere. */
import { resolve } from 'node:path'
import { Command } from 'commander'
import { exitCodes } from '../exit-codes.ts'
import { jsonText } from '../text/failure-text.ts'
import { bundleMadeText, bundleText, transferText } from '../text/transfer-text.ts'
import { checkSecretsOption, confirmSecrets, type SecretsOptions } from '../confirm-secrets.ts'
import type { RunCommand, DefineCommand } from './command.ts'

interface CreateOptions extends SecretsOptions {
  readonly all?: boolean
  readonly since?: string
}

const createCommand = (run: RunCommand): Command => {
  const command = new Command('create')
    .description('Write a bundle; never overwrite a file')
    .argument('<file>', 'file to write')
    .argument('[names...]', 'commits with their ancestors, refs, or whole sessions')
    .option('--all', 'the whole store')
    .option('--since <commit>', 'commit that the receiver has; excluded with its ancestors')
    .option('--yes', 'do not list secrets and do not ask')
    .addOption(checkSecretsOption())
  return command.action((file: string, names: readonly string[], { all, since, ...leave }: CreateOptions) => {
    if (names.length > 0 === (all === true)) command.error('error: give commits, refs or sessions, or --all')
    return run.withEngine(async (strata) => {
      const { ask, finish, json, terminal } = strata
      const what = { names: [...names], ...(since === undefined ? {} : { since }) }
      if (!(await confirmSecrets(strata, what, 'Write the bundle?', leave))) return exitCodes.usage
      const input = { path: resolve(file), ...what }
      const made = (await finish(() => ask('bundle.create', input))).result
      await terminal.print(json ? jsonText(made) : bundleMadeText(made, terminal))
      return made.unreadable.length > 0 ? exitCodes.faults : undefined
    })
  })
}

const verifyCommand = (run: RunCommand): Command =>
  new Command('verify')
    .description('Check every byte of a bundle')
    .argument('<file>', 'bundle file')
    .action((file: string) =>
      run.withEngine(async ({ ask, finish, json, terminal }) => {
        const view = (await finish(() => ask('bundle.verify', { path: resolve(file) }))).result
        await terminal.print(json ? jsonText(view) : bundleText(view, terminal))
        return view.missing.length > 0 ? exitCodes.faults : undefined
      }, 'empty'),
    )

const listCommand = (run: RunCommand): Command =>
  new Command('list')
    .description('List what a bundle contains, without a check')
    .argument('<file>', 'bundle file')
    .action((file: string) =>
      run.withEngine(async ({ ask, json, terminal }) => {
        const view = await ask('bundle.show', { path: resolve(file) })
        await terminal.print(json ? jsonText(view) : bundleText(view, terminal))
        return undefined
      }, 'empty'),
    )

const importCommand = (run: RunCommand): Command =>
  new Command('import')
    .description('Verify a bundle and import it; keep what the store already contains')
    .argument('<file>', 'bundle file')
    .option('--include-removed', 'also sessions removed with strata remove')
    .action((file: string, { includeRemoved = false }: { readonly includeRemoved?: boolean }) =>
      run.withEngine(async ({ ask, finish, json, terminal }) => {
        const result = (await finish(() => ask('bundle.import', { path: resolve(file), includeRemoved }))).result
        await terminal.print(json ? jsonText(result) : transferText(result, 'imported', terminal))
        return result.refused.length > 0 ? exitCodes.faults : undefined
      }, 'create'),
    )

export const bundleCommand: DefineCommand = (command, run) =>
  command.addCommand(createCommand(run)).addCommand(verifyCommand(run)).addCommand(listCommand(run)).addCommand(importCommand(run))
